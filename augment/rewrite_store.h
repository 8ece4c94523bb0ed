/* Makes a database of rewrites from a database of fixes. */
#ifndef AUGMENT_REWRITE_STORE_H
#define AUGMENT_REWRITE_STORE_H

#include "augment/rewrite.h"
#include "base/meter.h"

struct rewrite_run {
    struct rewrite_choice choice;
    unsigned marks; /* enum fix_mark: all marks of a rewritten fix are among these */
    int n_jobs;
    struct meter meter; /* counts fixes or programs */
};

/* Fills the new database `out` with the description of the run in `from`, and with the rewrites of
 * its fixes. Each rewrite is a fix of the origin `rewrite`. The id of a rewritten submission is the
 * id of the original and `~rename`, `~condition` or the like; a second, different program gets
 * `~rename2`. A rewrite is in the same split as its fix. Fixes with a mark that `marks` does not
 * contain are skipped. Duplicates, conflicts and exclusions are not copied; they must be found
 * again. The steps of `from` are copied.
 *
 * The result depends only on `from`, `choice` and `marks`. */
int rewrite_store(struct store *out, struct db *from, const struct rewrite_run *run,
                  struct rewrite_counts *counts, struct err *err);

#endif
