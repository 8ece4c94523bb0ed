/* Databases that `tokfix merge` joins, of different runs. */
#ifndef COMMANDS_JOINING_H
#define COMMANDS_JOINING_H

#include "db/store_merge.h"

#include <stdbool.h>
#include <stddef.h>

/* A database to merge. Its texts are in an arena. */
struct named {
    const char *path;
    struct run_row *runs;
    struct merged_run *merged; /* the same runs */
    size_t n_runs;
    int64_t n_problems;
    const char *dataset; /* what it says about the dataset as a whole, as a hash */
};

/* Numbers the runs of all databases, sorted by kind of source, dataset and languages, so that it
 * does not matter in which steps databases are joined; sorts the databases by their first runs.
 * Returns the runs in that order, in the arena. Fails, and returns NULL, unless the grammars are
 * the same, and no two runs are over one dataset in one language. */
struct run_row *joining_number_runs(struct named *list, size_t n, size_t *n_runs,
                                    struct arena *arena, struct err *err);

/* Fails unless the problems that two databases have are the same; with `are_same_problems`, the
 * user says that they are. */
int joining_check_shared(struct db *merge, const struct named *list, bool are_same_problems,
                         struct err *err);

#endif
