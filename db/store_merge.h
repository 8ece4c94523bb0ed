/* Merges databases that contain different problems of one run. */
#ifndef DB_STORE_MERGE_H
#define DB_STORE_MERGE_H

#include "base/meter.h"
#include "db/store.h"

#include <stddef.h>

/* Fills the new database `out` with the problems of `parts`, and with the row `run` of a finished
 * run. There is at least one part, and their problems differ. The run's metadata_sha256 is ignored.
 * Data about the whole dataset comes from the first part. Later findings about the fixes
 * (duplicates, splits, exclusions) are not copied.
 *
 * The result depends only on the problems. It does not depend on how they are distributed over the
 * parts, nor on their keys, because all rows are numbered again in the order of the problem ids.
 * The meter counts problems. Fails if the process is asked to stop (base/interrupt.h). */
int store_merge(struct store *out, struct db *const *parts, size_t n_parts,
                const struct run_row *run, const struct meter *meter, struct err *err);

/* Fills the new database `out` with the description of the run in `from`, without the fixes and
 * their submissions and programs. The caller adds other fixes. */
int store_copy_without_fixes(struct store *out, struct db *from, const struct meter *meter,
                             struct err *err);

#endif
