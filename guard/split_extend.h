/* Gives splits to mutants and rewrites. These do not decide the splits, and may be made after them.
 * Each one gets the split of the program that it was made from (split_place.h), unless it would tie
 * two splits together. */
#ifndef GUARD_SPLIT_EXTEND_H
#define GUARD_SPLIT_EXTEND_H

#include "guard/programs.h"

/* Puts each mutant or rewrite that has no split into one. Those that may be in no split are marked
 * as excluded: with the reason `split` if they would tie two splits, and with `program` if they
 * would bring back an excluded program. Such marks of an earlier run are removed first. Fixes that
 * have a split keep it, and splits that tokfix check found clean stay clean. In a database without
 * splits, only the marks `program` are made. */
int split_extend(struct db *db, const struct guard_options *guard, struct err *err);

#endif
