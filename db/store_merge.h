/* One store of several, each with other problems of one run. */
#ifndef DB_STORE_MERGE_H
#define DB_STORE_MERGE_H

#include "db/store.h"

#include <stddef.h>

/* Called after each problem; what is not 0 ends the merge, which then returns it. */
struct store_merge_listener {
    int (*on_problem)(void *context, size_t n_done, size_t n_problems, struct err *err);
    void *context;
};

/* Fills `out`, which was just created, with the problems of `parts` (n > 0 of them, whose problems
 * differ) and the row `run` of a finished run, whose metadata_sha256 is not looked at. What belongs
 * to the dataset as a whole comes from the first part. What was found out about the fixes later
 * (duplicates, splits, exclusions) is not copied.
 *
 * The result depends on the problems, not on how they are spread over the parts, nor on their
 * keys: all is numbered anew, in the order of the problems' ids. */
int store_merge(struct store *out, struct db *const *parts, size_t n_parts,
                const struct run_row *run, const struct store_merge_listener *listener,
                struct err *err);

/* Fills `out`, which was just created, with all that `from` tells of its run, but for the fixes and
 * their submissions and programs: the caller adds others. */
int store_copy_without_fixes(struct store *out, struct db *from,
                             const struct store_merge_listener *listener, struct err *err);

#endif
