/* A choice of fixes and its result: the choice itself, the fates that a fix can have, the account
 * of the fates, the items, and the selection. */
#ifndef DB_FIXES_FIX_ITEM_H
#define DB_FIXES_FIX_ITEM_H

#include "base/mem.h"
#include "db/db.h"
#include "db/fix_names.h"
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

/* The filters with a list of values (fix_filter.h). */
enum fix_filter_number {
    FILTER_LANGUAGE,
    FILTER_LICENSE,
    FILTER_ORIGIN,
    FILTER_REGION,
    FILTER_CATEGORY,
    N_FIX_FILTERS
};

/* What happens to a fix (choice.sql): it is chosen, or the first of these things leaves it out. It
 * counts as account.sql says. */
enum fix_fate {
    FATE_CHOSEN,
    FATE_LICENSE,
    FATE_CATEGORY, /* other, although the seven others are taken */
    FATE_REGION,
    FATE_MADE, /* not real, and no origin was asked for */
    FATE_DUPLICATE,
    FATE_CONFLICTING,
    FATE_EXCLUDED,
    FATE_LONG, /* more tokens than readers of the format accept */
    FATE_NO_SPLIT,
    N_FIX_FATES
};

/* How many fixes --where takes: those chosen, and those that something leaves out that an option
 * can undo, by the first such thing (account.sql); and how many correct programs were drawn. */
struct fix_account {
    int64_t n[N_FIX_FATES];
    bool format_omits_other; /* the format cannot express the category other */

    /* By their region (N_REGIONS: an unknown one), and how many of these are in no split although
     * one was asked for. */
    int64_t n_of_region[N_REGIONS + 1], n_of_no_split;

    int64_t n_clean[N_STRATA];        /* correct programs drawn, by split */
    int64_t n_clean_wanted[N_STRATA]; /* correct programs asked for, by split */
    bool has_dedup;                   /* tokfix dedup was run */
    bool has_split;                   /* the split set exists; */
    unsigned parts;                   /* its splits or folds, as bits (store_read_parts()) */
    bool has_split_left_out;          /* a fix in no split, chosen or not, is in split_left_out */
    bool has_no_filters; /* the command has no --marked, --origin and the like, so the notes suggest
                          * --license and --region only */
    bool has_code_license; /* its option --license is called --code-license */
};

struct fix_item;

/* The names that a filter asks for. */
struct filter_value {
    struct text_list list;    /* what is taken; empty: everything */
    struct text_list without; /* what is left out of that */
    bool is_default; /* `list` is the default of the option, which a list of the user replaces */
    bool is_all;     /* `list` remains empty, because an item was `all` */
};

struct fix_choice {
    struct filter_value filters[N_FIX_FILTERS];
    const char *where;         /* an expression of SQL over the view fix_details; NULL: all */
    int64_t max_tokens;        /* INT64_MAX: no limit */
    unsigned marks;            /* enum fix_mark: a chosen fix has no others */
    const char *split_set;     /* as named by the user (store_choose_split_set()) */
    struct text_list splits;   /* train, validation, test, fold1, ...; `none` for fixes in no split;
                                * `all` for those in any; `!fold1` for those in the others */
    bool takes_split_only;     /* without `splits`: if the database has splits, only fixes in one */
    bool mixes_splits;         /* without `splits`: fixes of several splits may be mixed */
    bool takes_made;           /* without origins: true takes all; false takes only real fixes, if
                                * there are any */
    bool counts_programs;      /* this limit and the next one are always of the program */
    int64_t format_max_tokens; /* the same limit, but longer fixes have a fate of their own */
    bool format_omits_other;   /* the format cannot express fixes in the category other */
    const char *one_per_cluster; /* kind of cluster: one fix of each is taken, even if it is marked
                                  * as a duplicate; NULL: all are */
    int64_t n_sample;            /* maximum number of fixes; -1: all */
    bool needs_fixes;            /* with `where`, it is an error if nothing is chosen */
    double negatives;            /* number of correct programs for each row of a fix; 0 or more */

    /* Sets `is_taken` for those of n items that can be written as rows. The others do not count for
     * `negatives`. Returns 0 or ERR. NULL: all items can be written. */
    int (*probe)(const void *rows, struct db *db, const struct fix_item *items, size_t n,
                 bool *is_taken, struct err *err);
    const void *rows;

    const char *seed; /* of sample and negatives */
};

/* The first takes every fix without a mark. If there are real fixes, it takes no mutants and
 * rewrites: adding them to a database changes nothing unless they are asked for. The second takes
 * every fix. Release the lists with fix_choice_release() (choice.h). */
#define FIX_CHOICE_DEFAULT FIX_CHOICE_OF(MARK_NONE, false)
#define FIX_CHOICE_ALL     FIX_CHOICE_OF(MARK_ALL, true)
#define FIX_CHOICE_OF(taken_marks, made)                                               \
    {                                                                                  \
        .max_tokens = INT64_MAX, .format_max_tokens = INT64_MAX, .marks = taken_marks, \
        .takes_made = made, .n_sample = -1, .seed = "0"                                \
    }

/* A chosen fix, or its fixed program as a correct program. */
struct fix_item {
    int64_t fix_key;
    unsigned char split;    /* the stratum of its split */
    unsigned char language; /* its number (language_number()); MAX_LANGUAGES: an unknown one */
    bool is_clean;          /* the fixed program, as a correct program */
    bool is_left_out;       /* of `others` */
    int64_t fixed_source;   /* source_key of the fixed program */
    uint64_t sample_rank, clean_rank;
};

struct fix_selection {
    ARRAY(struct fix_item) items;
    ARRAY(struct fix_item)
    others; /* left out because of their bugs; their correct programs can be used */
    struct arena arena;
    struct fix_account account;
};

#endif
