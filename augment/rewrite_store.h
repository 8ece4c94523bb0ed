/* A store of rewrites, made of a store of fixes. */
#ifndef AUGMENT_REWRITE_STORE_H
#define AUGMENT_REWRITE_STORE_H

#include "augment/rewrite_fix.h"
#include "base/meter.h"

struct rewrite_run {
    struct rewrite_choice choice;
    unsigned marks; /* enum fix_mark: all marks of a rewritten fix are among these */
    int n_jobs;
    struct meter meter; /* of fixes, or of programs */
};

/* Fills `out`, which was just created, with what `from` tells of its run and with the rewrites of
 * its fixes, each as a fix of the origin `rewrite`. A rewritten submission has the id of the
 * original and `~rename`, `~condition`, ... behind; a second one that is another
 * program `~rename2`, and so on. A rewrite is in the split of its fix. Fixes with
 * a mark that the run does not list are not rewritten, and not counted; duplicates, conflicts and
 * exclusions are to be found anew. The steps of `from` are taken over.
 *
 * The result depends on the store, the kinds and the seed alone. */
int rewrite_store(struct store *out, struct db *from, const struct rewrite_run *run,
                  struct rewrite_counts *counts, struct err *err);

#endif
