/* What ties pairs together. Tied pairs form a group, and a group is never divided between splits.
 */
#ifndef GUARD_GROUPING_H
#define GUARD_GROUPING_H

#include "base/str.h"
#include "base/union_find.h"
#include "guard/fix_pairs.h"

/* A set of these is the sum of its bits. */
enum grouping {
    GROUP_BY_PROBLEM = 1,         /* one problem */
    GROUP_BY_PROBLEM_CLUSTER = 2, /* one problem, or identical problems */
    GROUP_BY_USER = 4,            /* one user */
    GROUP_BY_DUPLICATES = 8,      /* exact, renamed, near duplicates; conflicting fixes; one text */
};

/* Parses a list of names separated by commas: problem, problem-cluster, user, duplicates. Returns
 * the set. If a name is unknown, returns 0 and sets `bad` to its start. */
unsigned grouping_find(const char *list, const char **bad);

/* Returns the name with this number, counted from 0, or NULL after the last one. */
const char *grouping_name(int number);

/* Appends the names in a set, separated by commas. */
void grouping_add_names(struct str *out, unsigned grouping);

/* Appends what splits that are grouped so promise, such as "across problems: no problem and no
 * program is in two splits". */
void grouping_add_promise(struct str *out, unsigned grouping);

/* Groups the pairs: joins those that are tied. A pair that does not decide splits (pair_decides)
 * stays alone. Problem clusters and duplicates are read from the database. If `grouping` asks for
 * them and `tokfix dedup` was never run, fails with a message that says so. `sets` must be zero
 * before the call, and be released after it, even if it fails. */
int grouping_join(struct union_find *sets, struct db *db, const struct pairs *pairs,
                  unsigned grouping, struct err *err);

#endif
