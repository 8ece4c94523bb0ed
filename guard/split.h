/* Splits that do not leak: pairs that are tied together (ties.h) form a cluster, and all pairs of
 * a cluster get the same split.
 *
 * Clusters are divided so that each stratum of the fixes comes near its share in each split, or in
 * each of several folds (stratify.h). The seed decides which of the equally good divisions it is. A
 * pair keeps the split that it has in an earlier database (`previous`). If the pairs of a cluster
 * had several, the greatest one wins, in the order train, validation, test.
 *
 * By date, a pair is in train if its fixed program is from before a day, else in test; in
 * validation, if it is from before another day. A cluster that has pairs of several goes where its
 * first ones are, and its later ones are in no split. */
#ifndef GUARD_SPLIT_H
#define GUARD_SPLIT_H

#include "db/fixes/choice.h"
#include "guard/ties.h"

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
    unsigned ties;           /* what ties pairs */
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

/* ---- Mutants and rewrites ----
 *
 * Where a program belongs: the split that its mutants get. Mutants and rewrites do not decide the
 * splits, and may be made after them.
 *
 * If the program has fixes, it belongs where they are. It is enough that one of them is in a split.
 * Any other program belongs where its problem and its user are, as far as the split is grouped by
 * them. A problem is where its fixes are, or where the fixes of an identical problem are. A problem
 * or user without such fixes is where the seed draws it, by the ratio or to any fold, or where the
 * imported lists put it. By date, a program without fixes is nowhere. All this depends only on the
 * real fixes and their splits. */

struct split_places;

enum split_place_kind {
    PLACE_FOUND,
    PLACE_EXCLUDED, /* all fixes of the program are excluded */
    PLACE_NOWHERE,  /* nothing decides: its fixes are in no split, and no list names its problem */
    PLACE_TWO,      /* its problem is in one split, and its user in another */
};

struct split_place {
    enum split_place_kind kind;
    int split; /* for PLACE_FOUND; otherwise NO_SPLIT */
    /* For PLACE_FOUND: the cluster of the fixes that decided, as in the table `splits`; 0 if no fix
     * decided. */
    int64_t group_key;
};

/* Reads the splits of a database. Without splits, no program is found, but excluded ones are still
 * recognized. Release with split_places_close(), also after a failure. */
int split_places_open(struct split_places **out, struct db *db, struct err *err);
bool split_places_has_splits(const struct split_places *places);
void split_places_close(struct split_places *places); /* NULL is ignored */
SCOPED_POINTER(split_places, split_places_close)

/* Returns where a submission's program belongs. May be called from several threads at once. */
struct split_place split_places_find(const struct split_places *places, const char *problem_id,
                                     const char *submission_id, const char *user_id);

/* In each split set, puts each mutant or rewrite that has no split into the split of the program
 * that it was made from. Those that may be in no split are marked as excluded in this set: with the
 * reason `program` if their program is, and with `split` if the mutants of their program tie two
 * splits, as crossings_find() finds it. Such marks of an earlier run are removed first. Fixes that
 * have a split keep it, and splits that tokfix check found clean stay clean. In a database without
 * splits, only the marks `program` are made. */
int split_extend(struct db *db, const struct guard_options *guard, struct err *err);

#endif
