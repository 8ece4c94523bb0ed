/* What was made after the splits (mutants), or did not decide them, gets its place: that of the
 * program it is made of (split_place.h), unless it would tie two splits there. */
#ifndef GUARD_SPLIT_EXTEND_H
#define GUARD_SPLIT_EXTEND_H

#include "guard/programs.h"

/* Puts what was made and is in no split into one, and marks as excluded what may be in none: with
 * the reason `split` what would tie two, with `program` what would bring back an excluded program.
 * Such marks of an earlier run are taken back. So what was in splits stays, and what tokfix check
 * found clean, it finds clean again. A store without splits gets the latter marks only. */
int split_extend(struct db *db, const struct guard_options *guard, struct err *err);

#endif
