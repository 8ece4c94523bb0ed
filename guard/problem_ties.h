/* Identical problems: one problem under several ids. CodeNet has some: 138 pairs of AtCoder
 * problems have the same description. Git repositories are identical if they share a fix, as forks
 * do. */
#ifndef GUARD_PROBLEM_TIES_H
#define GUARD_PROBLEM_TIES_H

#include "db/db.h"

/* Links identical problems. Sources are the lists of identical problems, the equal descriptions and
 * the commits and blobs of fixes in the database and, if `path` is not NULL, a file of the user.
 * Each line of that file is a cluster: problem ids separated by commas, as in CodeNet's own file.
 * Writes the links and clusters to the database in place of earlier ones. */
int problem_ties_make(struct db *db, const char *path, struct err *err);

#endif
