/* Mutants of many programs, stored as fixes beside the real ones. */
#ifndef AUGMENT_MUTATE_H
#define AUGMENT_MUTATE_H

#include "augment/mutate_problem.h"

/* Takes the mutants of a store away, with the programs that only they need and all that was found
 * of them, in the caller's transaction: what stays is as if there had never been any. Returns their
 * number in `n_removed`. */
int mutate_remove(struct db *db, int64_t *n_removed, struct err *err);

/* Makes mutants of the programs of `source`, in the caller's transaction: of each program as
 * many as are wanted and there are, all different, token by token, and none equal to a correct
 * program of the problem. Those of an earlier run are taken away. Of a program that is refused, or
 * equal to one of its problem that is excluded, none are made. A program's mutants depend on the
 * seed, the problem and the submission, and in the real distribution on the store's real fixes; not
 * on `n_jobs`, and a larger `per_program` holds those of a smaller one. */
int mutate_store(struct db *db, const struct mutate_options *options,
                 const struct correct_source *source, struct mutate_counts *counts,
                 struct err *err);

#endif
