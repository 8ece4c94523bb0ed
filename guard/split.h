/* Splits that do not leak: pairs that are tied together (grouping.h) form a group, and all pairs of
 * a group get the same split.
 *
 * Groups are divided so that each stratum of the fixes comes near its share in each split, or in
 * each of several folds (stratify.h). The seed decides which of the equally good divisions it is. A
 * pair keeps the split that it has in an earlier database (`previous`). If the pairs of a group had
 * several, the greatest one wins, in the order train, validation, test.
 *
 * By date, a pair is in train if its fixed program is from before a day, else in test; in
 * validation, if it is from before another day. A group that has pairs of several goes where its
 * first ones are, and its later ones are in no split. */
#ifndef GUARD_SPLIT_H
#define GUARD_SPLIT_H

#include "db/fixes/choice.h"
#include "guard/grouping.h"

/* Unix seconds at which splits begin. */
struct split_days {
    bool is_given, has_validation;
    int64_t validation_from, test_from;
};

struct split_options {
    const char *seed;
    int64_t ratio[N_SPLITS]; /* 0 or more, not all 0, unless there are folds */
    int64_t n_folds;         /* 0: train, validation and test */
    struct split_days days;  /* if given, seed, ratio, folds and previous do not count */
    unsigned grouping;       /* what ties pairs */
    const char *previous;    /* path of an earlier database, or NULL */
};

/* Parses a ratio: two (train, test) or three (train, validation, test) decimal numbers such as 8,
 * 0.8 or .8, separated by colons. Whole numbers stay as they are: 8:2 gives 8:0:2. If some are not
 * whole, all are multiplied by the same power of ten: 0.8:0.1:0.1 gives 8:1:1. Returns 0. Returns
 * ERR if the text is not a ratio, if all numbers are 0, or if one is then above a million. */
int split_ratio_read(int64_t ratio[N_SPLITS], const char *text);

/* Leaves out of the splits of the set made afterwards the counted fixes that the choice does not
 * take, and counts them in `account`. */
int split_leave_out(struct fix_account *account, struct db *db, const struct fix_choice *choice,
                    struct err *err);

/* Makes the splits, and writes them to the database in place of earlier ones of the split set
 * (store_view_split_set()). Sets the number of pairs that had another split in `previous`. */
int split_make(int64_t *n_moved, struct db *db, const struct split_options *options,
               struct err *err);

/* Makes splits from lists of problem ids, and writes them to the database in the same way. Each
 * split has a file with one id a line, or NULL. */
int split_import(struct db *db, const char *const paths[N_SPLITS], struct err *err);

#endif
