/* What ties fixes together: one problem, identical problems, one user, duplicates. Fixes that are
 * tied form a cluster, and a cluster is never divided between splits.
 *
 * Identical problems are one problem under several ids. CodeNet has some: 138 pairs of AtCoder
 * problems have the same description. Git repositories are identical if they share a fix, as forks
 * do. */
#ifndef GUARD_TIES_H
#define GUARD_TIES_H

#include "base/str.h"
#include "base/table.h"
#include "guard/fix_pairs.h"

/* A set of these is the sum of its bits. */
enum tie_kind {
    TIE_PROBLEM = 1,         /* one problem */
    TIE_PROBLEM_CLUSTER = 2, /* one problem, or identical problems */
    TIE_USER = 4,            /* one user */
    TIE_DUPLICATES = 8,      /* exact, renamed, near duplicates; conflicting fixes; one text */
};

/* Parses a list of names separated by commas: problem, problem-cluster, user, duplicates. Returns
 * the set. If a name is unknown, returns 0 and sets `bad` to its start. */
unsigned ties_find(const char *list, const char **bad);

/* Returns the name with this number, counted from 0, or NULL after the last one. */
const char *ties_name(int number);

/* Appends the names in a set, separated by commas. */
void ties_add_names(struct str *out, unsigned ties);

/* Appends what splits that respect the ties promise, such as "across problems: no problem and no
 * program is in two splits". */
void ties_add_promise(struct str *out, unsigned ties);

/* Makes clusters of the pairs: joins those that are tied. A pair that does not decide splits
 * (pair_decides) stays alone. Problem clusters and duplicates are read from the database. If `ties`
 * asks for them and `tokfix dedup` was never run, fails with a message that says so. `sets` must be
 * zero before the call, and be released after it, even if it fails. */
int ties_join(struct union_find *sets, struct db *db, const struct pairs *pairs, unsigned ties,
              struct err *err);

/* Links identical problems. Sources are what the database says (the lists of identical problems,
 * equal descriptions, equal contests and names, the commits and blobs of fixes) and, if `path` is
 * not NULL, a file of the user. Each line of that file is a cluster: problem ids separated by
 * commas, as in CodeNet's own file. Writes the links and clusters to the database in place of
 * earlier ones. */
int problem_ties_make(struct db *db, const char *path, struct err *err);

/* Joins the numbers of the problems that are identical by what the database says now, or by its
 * clusters. Other problems, through which they are tied, have the numbers after theirs. `sets` must
 * be zero before the call, and be released after it, even if it fails. */
int problem_ties_join(struct union_find *sets, struct db *db, const struct table *problems,
                      struct err *err);

#endif
