/* What ties pairs together, so that they must not stand in different splits. */
#ifndef GUARD_CLOSURE_H
#define GUARD_CLOSURE_H

#include "base/str.h"
#include "guard/fix_pairs.h"
#include "guard/union_find.h"

/* Bits of a set. */
enum closure {
    CLOSED_OVER_PROBLEM = 1,         /* fixes of one problem */
    CLOSED_OVER_PROBLEM_CLUSTER = 2, /* of problems that are one problem, and so of one problem */
    CLOSED_OVER_USER = 4,            /* of one user */
    CLOSED_OVER_DUPLICATES =
        8, /* exact, renamed, near duplicates; different fixes of one program */
};

/* Reads names separated by commas (problem, problem-cluster, user, duplicates). Returns the set,
 * or 0 for a name that is none of them: `bad` is then where it begins. */
unsigned closure_find(const char *list, const char **bad);

/* The names, for 0, 1, ...; NULL for any other number. */
const char *closure_name(int number);

/* Appends the names of a set. */
void closure_add_names(struct str *out, unsigned closure);

/* Puts the pairs that are tied together into one set each, those without a say (pair_decides)
 * alone. The ties of problem clusters and duplicates are those that `tokfix dedup` stored; fails,
 * saying so, when they are wanted and it was never run. The sets are zeroed before, and released
 * also after a failure. */
int closure_join(struct union_find *sets, struct db *db, const struct pairs *pairs,
                 unsigned closure, struct err *err);

/* Joins the sets of problems (numbers of pairs->problems) that the store knows as one. */
int closure_join_problems(struct union_find *problems, struct db *db, const struct pairs *pairs,
                          struct err *err);

#endif
