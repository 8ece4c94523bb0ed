/* An account of a choice: what became of each fix of the store, counted by origin, category and
 * split. Every fix has one fate: it was chosen, or the first filter, mark or limit that left it
 * out. fix_select() (choice.h) begins the account; writing rows moves the fixes that a format
 * cannot say; the notes of export, publish and tag, and the card, are made from it. */
#ifndef FIXES_ACCOUNT_H
#define FIXES_ACCOUNT_H

#include "db/store.h"

#include <stdbool.h>
#include <stdint.h>

/* Bits of what leaves a fix out unless --keep names it. */
enum fix_mark {
    MARK_DUPLICATE = 1,   /* an earlier fix of its exact cluster is in the choice */
    MARK_CONFLICTING = 2, /* its buggy program has another fix as well */
    MARK_EXCLUDED = 4,    /* in the table `exclusions` */
    MARK_NONE = 8,        /* for `marked` of a choice: has no mark */
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

/* Counts a fix with these values at a fate, or moves it from one fate to another. */
void fix_account_add(struct fix_account *account, const unsigned char values[N_FIX_DIMENSIONS],
                     enum fix_fate fate);
void fix_account_move(struct fix_account *account, const unsigned char values[N_FIX_DIMENSIONS],
                      enum fix_fate from, enum fix_fate to);

/* The number of fixes at a fate. */
int64_t fix_account_count(const struct fix_account *account, enum fix_fate fate);

/* The correct programs of all splits: drawn, and asked for. */
int64_t fix_account_clean(const struct fix_account *account);
int64_t fix_account_clean_wanted(const struct fix_account *account);

/* Calls `take` with each note for the user, one line without its end, valid during the call: how
 * many fixes were left out and which option includes them; origins, categories and splits that were
 * asked for and have no fix left, and why; and a shortage of correct programs. */
void fix_account_tell(const struct fix_account *account,
                      void (*take)(void *context, const char *note), void *context);

#endif
