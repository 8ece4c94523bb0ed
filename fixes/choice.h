/* Which fixes are read, and in which order. */
#ifndef FIXES_CHOICE_H
#define FIXES_CHOICE_H

#include "base/arena.h"
#include "base/array.h"
#include "base/str.h"
#include "db/db.h"
#include "fixes/account.h"

#include <stdbool.h>
#include <stdint.h>

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
        edits;       /* the edit is one of these: token before and after ("": none), and again */
    unsigned marked; /* has one of these marks, 0: any, or none */
    const char *language;           /* as in the store; NULL: any */
    int64_t min_tokens, max_tokens; /* of the buggy program */
    int64_t format_max_tokens;      /* the same; what is longer is counted by itself */
    int64_t since, before;       /* date of the fixed submission, Unix seconds; before: exclusive */
    int repair_in_program;       /* 0, 1, or -1 for both */
    unsigned kept;               /* marks that leave nothing out */
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

    const char *seed;         /* of sample, balance and negatives */
    const char *shuffle_seed; /* NULL: in the order of the store */
};

/* What takes every fix that is not marked, and no mutants and rewrites where there are real
 * ones: what is made beside these changes nothing, unless it is asked for. Lists are to be
 * released by fix_choice_release(). */
#define FIX_CHOICE_DEFAULT                                                           \
    {                                                                                \
        .max_tokens = INT64_MAX, .format_max_tokens = INT64_MAX, .since = INT64_MIN, \
        .before = INT64_MAX, .repair_in_program = -1, .n_sample = -1, .seed = "0"    \
    }
struct fix_choice fix_choice_default(void);
void fix_choice_release(struct fix_choice *choice);
SCOPED_VALUE(fix_choice, fix_choice_release)

/* Whether a split (NULL: none) is one of those that the choice names; it is where it names none. */
bool fix_choice_takes_split(const struct fix_choice *choice, const char *split);

/* A chosen fix, or the fixed program of one. */
struct fix_item {
    int64_t fix_id;
    const char *category, *split; /* static, or in the selection's arena; split: NULL for none */
    unsigned char values[N_FIX_DIMENSIONS]; /* for the account */
    bool is_clean;                          /* the fixed program, as a correct one */

    /* What choosing goes by */
    enum fix_fate fate;   /* while it is decided */
    bool is_made;         /* not real */
    int64_t exact;        /* representative's fix_id of its exact cluster, 0 for none */
    int64_t cluster;      /* the same of the kind of `one_per_cluster` */
    int64_t fixed_source; /* source_id of the fixed program */
    int64_t dates[2];     /* fixed, buggy */
    uint64_t sample_rank, clean_rank, shuffle_rank;
};

struct fix_selection {
    ARRAY(struct fix_item) items;
    ARRAY(struct fix_item) others; /* left out because of their bugs: correct programs, too */
    struct arena arena;
    struct fix_account account;
};

/* Chooses. Of an exact cluster the earliest fix is taken of those that are left by what filters say
 * of each row; splits are looked at after that, so that each split has the same fixes as in a
 * choice of all. Fails, saying which there are, for a status, original language or problem that the
 * store does not have, and for a split or cluster when there are none. Release with
 * fix_selection_release(), also after a failure. */
int fix_select(struct fix_selection *out, struct db *db, const struct fix_choice *choice,
               struct err *err);
void fix_selection_release(struct fix_selection *selection);
SCOPED_VALUE(fix_selection, fix_selection_release)

/* If the store has splits and the choice names none, appends "3 in train, 1 in none" to `counts`
 * and sets `n_in_none`, the fixes that are in no split. Returns the number of splits, none being
 * one. */
int fix_count_splits(const struct fix_selection *selection, const struct fix_choice *choice,
                     struct str *counts, int64_t *n_in_none);

/* Fails if the store has splits, the choice names none, and the fixes are of several splits or of
 * none; the message has their numbers. `what` would mix them ("one file"); `advice` says what else
 * to do (may be ""). */
int fix_refuse_mixed_splits(const struct fix_selection *selection, const struct fix_choice *choice,
                            const char *what, const char *advice, struct err *err);

#endif
