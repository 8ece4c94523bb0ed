/* Splits that do not leak: pairs that are tied together (grouping.h) form a group, and all pairs of
 * a group get the same split.
 *
 * A unit is a problem. If problems do not tie pairs, a unit is a user; if users do not either, a
 * fix. The split drawn for a unit depends only on a hash of the seed and the unit's name, not on
 * the rest of the database. A group gets the greatest of the splits drawn for its units, in the
 * order train, validation, test. So when more is mined and a group grows, its fixes in test stay in
 * test. There is one exception: a group that has more pairs than its split is meant to hold goes to
 * the largest split. With `previous`, a pair keeps the split that it has in an earlier database,
 * large group or not. If the pairs of a group had several splits, the greatest one wins. */
#ifndef GUARD_SPLIT_H
#define GUARD_SPLIT_H

#include "fixes/choice.h"
#include "guard/grouping.h"

/* Options that decided which fixes are placed, as given; NULL, "": not given. They are kept so that
 * the command can be given again. */
struct split_given {
    const char *regions, *sweeps;
};

struct split_options {
    struct split_given given;
    const char *seed;
    int64_t ratio[N_SPLITS]; /* 0 or more, not all 0 */
    unsigned grouping;       /* what ties pairs */
    const char *previous;    /* path of an earlier database, or NULL */
};

/* Parses a ratio: two (train, test) or three (train, validation, test) decimal numbers such as 8,
 * 0.8 or .8, separated by colons. Whole numbers stay as they are: 8:2 gives 8:0:2. If some are not
 * whole, all are multiplied by the same power of ten: 0.8:0.1:0.1 gives 8:1:1. Returns 0. Returns
 * ERR if the text is not a ratio, if all numbers are 0, or if one is then above a million. */
int split_ratio_read(int64_t ratio[N_SPLITS], const char *text);

/* The result for one split. Shares are of all pairs that are not excluded. */
struct split_share {
    int64_t n_pairs, n_groups;
    double wanted; /* the share that the ratio asks for */
    /* Mean and standard deviation over all seeds, for these groups. NAN: the seed alone did not
     * decide */
    double expected, deviation;
};

struct split_summary {
    struct split_share shares[N_SPLITS];
    int64_t n_pairs, n_groups;
    int64_t n_excluded;                /* pairs that are in no split because they are excluded */
    int64_t n_left_out;                /* because of their region or commit (split_leave_out()) */
    int64_t n_unlisted;                /* after an import: pairs whose problem is in no list */
    int64_t n_large, n_pairs_in_large; /* groups larger than their drawn split; their pairs */
    int64_t n_previous, n_moved;       /* pairs with an earlier split; those that got another one */
};

/* Reads the summary of the splits in the database, which must have some. Values that only the run
 * that made them knew are NAN (expected, deviation) or -1 (n_large, n_pairs_in_large, n_moved). */
int split_summary_read(struct split_summary *summary, struct db *db, struct err *err);

/* Leaves out of the splits of the set made afterwards the counted fixes that the choice does not
 * take, and counts them in `account`. */
int split_leave_out(struct fix_account *account, struct db *db, const struct fix_choice *choice,
                    struct err *err);

/* Makes the splits, and writes them to the database in place of earlier ones of the split set
 * (store_view_split_set()). */
int split_make(struct split_summary *summary, struct db *db, const struct split_options *options,
               struct err *err);

/* Makes splits from lists of problem ids, and writes them to the database in the same way. Each
 * split has a file with one id a line, or NULL. */
int split_import(struct split_summary *summary, struct db *db, const char *const paths[N_SPLITS],
                 const struct split_given *given, struct err *err);

#endif
