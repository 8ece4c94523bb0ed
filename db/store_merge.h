/* One store of several, each with other problems of one run. */
#ifndef DB_STORE_MERGE_H
#define DB_STORE_MERGE_H

#include "base/meter.h"
#include "db/store.h"

#include <stddef.h>

/* Fills `out`, which was just created, with the problems of `parts` (n > 0 of them, whose problems
 * differ) and the row `run` of a finished run, whose metadata_sha256 is not looked at. What belongs
 * to the dataset as a whole comes from the first part. What was found out about the fixes later
 * (duplicates, splits, exclusions) is not copied.
 *
 * The result depends on the problems, not on how they are spread over the parts, nor on their
 * keys: all is numbered anew, in the order of the problems' ids. The meter counts problems. Ends
 * when the process is asked to stop (base/interrupt.h). */
int store_merge(struct store *out, struct db *const *parts, size_t n_parts,
                const struct run_row *run, const struct meter *meter, struct err *err);

/* Fills `out`, which was just created, with all that `from` tells of its run, but for the fixes and
 * their submissions and programs: the caller adds others. */
int store_copy_without_fixes(struct store *out, struct db *from, const struct meter *meter,
                             struct err *err);

#endif
