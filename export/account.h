/* What became of the fixes of a store when some of them were chosen: how many there were of each
 * origin, category and split, and what left the others out. */
#ifndef EXPORT_ACCOUNT_H
#define EXPORT_ACCOUNT_H

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

/* What leaves a fix out unless it is kept. */
enum export_mark {
    MARK_DUPLICATE = 1,   /* in an exact cluster of which an earlier one is there */
    MARK_CONFLICTING = 2, /* its buggy program has another fix as well */
    MARK_EXCLUDED = 4,    /* in the table `exclusions` */
    MARK_NONE = 8,        /* for `marked` of a choice: it has no mark */
};
enum { N_EXPORT_MARKS = 3 };

/* The splits in their order; fixes that are in none come last. */
enum { N_EXPORT_SPLITS = 3, EXPORT_NO_SPLIT = N_EXPORT_SPLITS, N_EXPORT_STRATA };
extern const char *const export_splits[N_EXPORT_STRATA + 1]; /* the last: "none", then NULL */

/* The number of a split; NULL and unknown names: EXPORT_NO_SPLIT. */
int export_split_find(const char *split);

/* The first thing that leaves a fix out, in this order. Up to FATE_TEXTS it is of the programs, and
 * from there to FATE_ORIGIN of the bug. */
enum export_fate {
    FATE_CHOSEN,
    FATE_LANGUAGE,
    FATE_PROBLEM,
    FATE_ORIGINAL_LANGUAGE,
    FATE_DIALECT,
    FATE_TOKENS,
    FATE_DATE,
    FATE_TEXTS,
    FATE_CATEGORY,
    FATE_PATTERN,
    FATE_ROLE,
    FATE_STATUS,
    FATE_REPAIR_IN_PROGRAM,
    FATE_TOKEN,
    FATE_EDIT,
    FATE_MARKED,
    FATE_ORIGIN,
    FATE_MADE, /* not real, and no origin was asked for */
    FATE_DUPLICATE,
    FATE_CONFLICTING,
    FATE_EXCLUDED,
    FATE_LONG, /* longer than what reads the format takes */
    FATE_CLUSTER,
    FATE_NO_SPLIT,
    FATE_SPLIT,
    FATE_SAMPLE,
    FATE_FORMAT,
    N_EXPORT_FATES
};

/* By what fixes are counted. */
enum export_dimension { BY_ORIGIN, BY_CATEGORY, BY_SPLIT, N_EXPORT_DIMENSIONS };
enum { EXPORT_MAX_VALUES = 8 };

struct export_account {
    int64_t n[N_EXPORT_DIMENSIONS][EXPORT_MAX_VALUES][N_EXPORT_FATES];
    unsigned asked[N_EXPORT_DIMENSIONS]; /* bits: the values of which there should be some */

    /* Of the chosen splits: left out because of a mark (of several the last counts), and because of
     * the format's limit of tokens. */
    int64_t n_marked[N_EXPORT_MARKS], n_long;

    int64_t n_clean[N_EXPORT_STRATA];        /* correct programs, by split */
    int64_t n_clean_wanted[N_EXPORT_STRATA]; /* so many were asked for */
    bool has_dedup, has_split;               /* tokfix dedup and tokfix split were run */
};

/* Counts a fix, whose values are these, at that fate; or moves it to another one. */
void export_account_add(struct export_account *account,
                        const unsigned char values[N_EXPORT_DIMENSIONS], enum export_fate fate);
void export_account_move(struct export_account *account,
                         const unsigned char values[N_EXPORT_DIMENSIONS], enum export_fate from,
                         enum export_fate to);

/* All fixes at that fate. */
int64_t export_account_count(const struct export_account *account, enum export_fate fate);

int64_t export_account_clean(const struct export_account *account);
int64_t export_account_clean_wanted(const struct export_account *account);

/* Gives `take` what a reader has to know, a line each: how much was left out and what takes it; the
 * origins, categories and splits of which nothing is left, and why; and whether there are fewer
 * correct programs than were asked for. */
void export_account_tell(const struct export_account *account,
                         void (*take)(void *context, const char *note), void *context);

#endif
