/* Repositories with a commit's past only, for tests of guard/tasks/clean.c. */
#ifndef TESTS_SUPPORT_CLEANED_H
#define TESTS_SUPPORT_CLEANED_H

#include "guard/tasks/task_scan.h"

/* Shell commands that go to $SCRATCH and define functions: `commit NAME [DATE]` commits a file of
 * this name, `be_base [REVISION]` puts an id into $SCRATCH/base, and `past [SOURCE [CLEAN]]`, r and
 * c by default, fails unless CLEAN has the past of that commit (tests/git/past.sh). */
extern const char cleaned_shell[];

/* Cleans a repository. A path that is not absolute is in $SCRATCH. Returns 0, CLEANED_BEFORE if it
 * is there, or ERR. */
enum { CLEANED_BEFORE = 1 };
int cleaned_make(const char *repository, const char *base, const char *to, struct err *err);

#endif
