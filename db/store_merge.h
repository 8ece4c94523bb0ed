/* Merges databases that contain different problems, of one run or of several. */
#ifndef DB_STORE_MERGE_H
#define DB_STORE_MERGE_H

#include "base/meter.h"
#include "db/store.h"

#include <stddef.h>

/* A run in a database to merge, and in the new one. */
struct merged_run {
    int64_t key, new_key;
};

/* A database to merge. */
struct merged_part {
    struct db *db;
    const struct merged_run *runs; /* all of its runs */
    size_t n_runs;
};

/* Fills the new database `out` with the problems of `parts`, and with the rows of their finished
 * runs, which get the keys from 1 on in this order. Several parts may have the same new run. Fails
 * if two parts have the same problem. The runs' metadata_sha256 are ignored. Data about a whole
 * dataset comes from the first part of a run. Later findings about the fixes (duplicates, splits,
 * exclusions) are not copied.
 *
 * The result depends only on the problems. It does not depend on how they are distributed over the
 * parts, nor on their keys, because all rows are numbered again in the order of the problem ids.
 * The meter counts problems. Fails if the process is asked to stop (base/interrupt.h). */
int store_merge(struct db *out, const struct merged_part *parts, size_t n_parts,
                const struct run_row *runs, size_t n_runs, const struct meter *meter,
                struct err *err);

/* Fills the new database `out` with the description of the run in `from`, without the fixes and
 * their submissions and programs. The caller adds other fixes. */
int store_copy_without_fixes(struct db *out, struct db *from, const struct meter *meter,
                             struct err *err);

#endif
