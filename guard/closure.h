/* What ties pairs together. Tied pairs form a group, and a group is never divided between splits.
 */
#ifndef GUARD_CLOSURE_H
#define GUARD_CLOSURE_H

#include "base/str.h"
#include "guard/fix_pairs.h"
#include "guard/union_find.h"

/* A set of these is the sum of its bits. */
enum closure {
    CLOSED_OVER_PROBLEM = 1,         /* one problem */
    CLOSED_OVER_PROBLEM_CLUSTER = 2, /* one problem, or identical problems */
    CLOSED_OVER_USER = 4,            /* one user */
    CLOSED_OVER_DUPLICATES = 8,      /* exact, renamed, near duplicates; fixes of one program */
};

/* Parses a list of names separated by commas: problem, problem-cluster, user, duplicates. Returns
 * the set. If a name is unknown, returns 0 and sets `bad` to its start. */
unsigned closure_find(const char *list, const char **bad);

/* Returns the name with this number, counted from 0, or NULL after the last one. */
const char *closure_name(int number);

/* Appends the names in a set, separated by commas. */
void closure_add_names(struct str *out, unsigned closure);

/* Groups the pairs: joins those that are tied. A pair that does not decide splits (pair_decides)
 * stays alone. Problem clusters and duplicates are read from the database. If `closure` asks for
 * them and `tokfix dedup` was never run, fails with a message that says so. `sets` must be zero
 * before the call, and be released after it, even if it fails. */
int closure_join(struct union_find *sets, struct db *db, const struct pairs *pairs,
                 unsigned closure, struct err *err);

/* Joins the problems (numbers of pairs->problems) that are identical according to the database. */
int closure_join_problems(struct union_find *problems, struct db *db, const struct pairs *pairs,
                          struct err *err);

#endif
