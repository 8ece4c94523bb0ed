/* What fixes are chosen by, and what choosing makes of them: the choice, the fates that a fix can
 * have, their account, the items and their selection. */
#ifndef FIXES_FIX_ITEM_H
#define FIXES_FIX_ITEM_H

#include "base/arena.h"
#include "base/array.h"
#include "db/db.h"
#include "db/store.h"

#include <stdbool.h>
#include <stdint.h>

/* The marks of a fix, as bits. */
enum fix_mark {
    MARK_DUPLICATE = 1,   /* an earlier fix of its exact cluster is in the choice */
    MARK_CONFLICTING = 2, /* its buggy program also has a different fix */
    MARK_EXCLUDED = 4,    /* it is in the table `exclusions` */
    MARK_NONE = 8,        /* it has none of these */
    MARK_ALL = 15
};
enum { N_FIX_MARKS = 3 };

/* The first thing that leaves a fix out, in this order: a filter (fix_filter.h), or one of the
 * others. */
enum { FIX_MAX_FILTERS = 32 };
enum fix_fate {
    FATE_CHOSEN,
    FATE_FILTER,                               /* of the first filter, and so on */
    FATE_MADE = FATE_FILTER + FIX_MAX_FILTERS, /* not real, and no origin was asked for */
    FATE_DUPLICATE,
    FATE_CONFLICTING,
    FATE_EXCLUDED,
    FATE_LONG, /* more tokens than the readers of the format take */
    FATE_CLUSTER,
    FATE_NO_SPLIT,
    FATE_SPLIT,
    FATE_SAMPLE,
    FATE_FORMAT,
    N_FIX_FATES
};

/* What fixes are counted by. The value of a fix is its index in store_origins, its enum
 * bug_category, or its stratum (split_stratum()); all are below FIX_MAX_VALUES.
 */
enum fix_dimension { BY_ORIGIN, BY_CATEGORY, BY_SPLIT, N_FIX_DIMENSIONS };
enum { FIX_MAX_VALUES = 8 };

struct fix_account {
    int64_t n[N_FIX_DIMENSIONS][FIX_MAX_VALUES][N_FIX_FATES];
    unsigned asked[N_FIX_DIMENSIONS]; /* bits 1 << value: values that were asked for */

    /* In the chosen splits: left out by a mark (of several marks the last), and by the format's
     * limit of tokens. */
    int64_t n_marked[N_FIX_MARKS], n_long;

    int64_t n_clean[N_STRATA];        /* correct programs that were drawn, by split */
    int64_t n_clean_wanted[N_STRATA]; /* correct programs that were asked for */
    bool has_dedup, has_split;        /* tokfix dedup and tokfix split were run */
    bool has_no_filters; /* set by a command without --keep, --origin and the like: the notes do not
                            advise them */
};

struct fix_item;

/* Lists are of names; an empty one stands for any. */
struct fix_choice {
    struct text_list categories, patterns, roles, statuses, dialects, original_languages;
    struct text_list splits;   /* train, validation, test, and none for what is in no split */
    bool takes_split_only;     /* without splits: where the store has some, what is in one */
    bool mixes_splits;         /* without splits: what is in several may stand together */
    struct text_list origins;  /* real, mutant, rewrite */
    bool takes_made;           /* without origins: all; else in a store with real fixes those */
    struct text_list problems; /* their ids */
    struct text_list tokens;   /* one of these stands before or after the edit */
    struct text_list texts;    /* each stands in one of the two programs, byte for byte */
    struct text_list
        edits; /* the edit is one of these: token before and after ("": none), and again */
    const char *language;           /* as in the store; NULL: any */
    int64_t min_tokens, max_tokens; /* of the buggy program */
    int64_t format_max_tokens;      /* the same; what is longer is counted by itself */
    int64_t since, until;        /* date of the fixed submission, Unix seconds; until: exclusive */
    int repair_in_program;       /* 0, 1, or -1 for both */
    unsigned marks;              /* enum fix_mark: all marks of a chosen fix are among these */
    const char *one_per_cluster; /* kind of clusters of which one fix is taken, whether or not it is
                                    marked as a duplicate; NULL: all are */
    bool balances_categories;    /* as many of each category as of the rarest */
    int64_t n_sample;            /* at most so many; -1: all */
    double negatives;            /* correct programs for each row of a fix, from 0 on */

    /* Fills `is_taken` for those of n items that can be written as rows, and returns 0 or ERR: what
     * cannot does not count for `negatives`. NULL: everything can. */
    int (*probe)(const void *rows, struct db *db, const struct fix_item *items, size_t n,
                 bool *is_taken, struct err *err);
    const void *rows;

    const char *seed; /* of sample, balance, negatives and the random order */
    bool is_shuffled; /* in random order; else in the order of the store */
};

/* What takes every fix that is not marked, and no mutants and rewrites where there are real
 * ones: what is made beside these changes nothing, unless it is asked for. Lists are to be
 * released by fix_choice_release() (choice.h). */
#define FIX_CHOICE_DEFAULT                                                               \
    {                                                                                    \
        .max_tokens = INT64_MAX, .format_max_tokens = INT64_MAX, .since = INT64_MIN,     \
        .until = INT64_MAX, .marks = MARK_NONE, .repair_in_program = -1, .n_sample = -1, \
        .seed = "0"                                                                      \
    }

/* A chosen fix, or the fixed program of one. */
struct fix_item {
    int64_t fix_key;
    const char *category, *split; /* static, or in the selection's arena; split: NULL for none */
    unsigned char values[N_FIX_DIMENSIONS]; /* for the account */
    bool is_clean;                          /* the fixed program, as a correct one */

    /* What choosing goes by */
    enum fix_fate fate;   /* while it is decided */
    bool is_made;         /* not real */
    int64_t exact;        /* representative's fix_key of its exact cluster, 0 for none */
    int64_t cluster;      /* the same of the kind of `one_per_cluster` */
    int64_t fixed_source; /* source_key of the fixed program */
    int64_t dates[2];     /* fixed, buggy */
    uint64_t sample_rank, clean_rank, shuffle_rank;
};

struct fix_selection {
    ARRAY(struct fix_item) items;
    ARRAY(struct fix_item) others; /* left out because of their bugs: correct programs, too */
    struct arena arena;
    struct fix_account account;
};

#endif
