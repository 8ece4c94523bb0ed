/* Problems that are one problem under several ids. CodeNet has such: 138 pairs of AtCoder
 * problems have the same description. */
#ifndef GUARD_PROBLEM_TIES_H
#define GUARD_PROBLEM_TIES_H

#include "db/db.h"

/* Ties problems together by what the store knows of the data set (lists of identical problems,
 * equal descriptions) and, if `path` is not NULL, by a file of the user's: one cluster a line,
 * problem ids separated by commas, as in CodeNet's own file. Puts links and clusters into the
 * store in the place of earlier ones. */
int problem_ties_make(struct db *db, const char *path, struct err *err);

#endif
