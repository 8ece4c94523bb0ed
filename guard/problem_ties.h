/* Identical problems: one problem under several ids. CodeNet has some: 138 pairs of AtCoder
 * problems have the same description. Git repositories are identical if they share a fix, as forks
 * do. */
#ifndef GUARD_PROBLEM_TIES_H
#define GUARD_PROBLEM_TIES_H

#include "base/table.h"
#include "base/union_find.h"
#include "db/db.h"

/* Links identical problems. Sources are what the database says (the lists of identical problems,
 * equal descriptions, equal contests and names, the commits and blobs of fixes) and, if `path` is
 * not NULL, a file of the user.
 * Each line of that file is a cluster: problem ids separated by commas, as in CodeNet's own file.
 * Writes the links and clusters to the database in place of earlier ones. */
int problem_ties_make(struct db *db, const char *path, struct err *err);

/* Joins the numbers of problems in `names` that are identical by what the database says now, or by
 * its clusters. */
int problem_ties_join(struct union_find *problems, struct db *db, const struct table *names,
                      struct err *err);

#endif
