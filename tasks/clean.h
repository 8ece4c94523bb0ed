/* New repositories that have a commit and its past, and nothing else: no later commit, other
 * branch, or object that nothing reaches. */
#ifndef TASKS_CLEAN_H
#define TASKS_CLEAN_H

#include "sources/git/repository.h"
#include "tasks/task_scan.h"

/* Makes a bare repository at `path` that has the commit `base` (a whole id), its ancestors, the
 * tags that lead to them, one branch with the name of that of HEAD in `repository`, and the usual
 * settings. Until it is scanned and sealed (tasks/task_scan.h), it is PATH.partial (base/target.h),
 * which is removed if it fails. `repository` is only read.
 *
 * Returns 0 if it was made, and CLEAN_THERE if `path` has a repository that is sealed for the base.
 * Anything else at `path` is an error, unless it is an empty folder. The caller must listen to
 * signals (base/interrupt.h): otherwise git may still write while what there is is removed. */
enum { CLEAN_THERE = 1 };
int clean_make(const char *path, struct repository *repository, const char *base, struct err *err);

struct clean_counts {
    int64_t n_made, n_there, n_failed;
    int64_t n_left_out; /* tasks that were not searched */
};

/* Fails if repositories in `folder` would be in the repository, or among those of the folder,
 * `path`. */
int clean_tasks_check(const char *path, const char *folder, struct err *err);

/* Makes for each task of a scan that was searched the repository FOLDER/ID (clean_make()). `path`:
 * the repositories of the scan. Makes nothing if the id of one of the tasks cannot be the name of a
 * folder. Fails with the reason of the first repository that cannot be made; the others are. Ends
 * at an interrupt; a later run goes on with what is made. */
int clean_tasks(struct clean_counts *out, const struct task_scan *scan, const char *path,
                const char *folder, const struct meter *meter, struct err *err);

#endif
