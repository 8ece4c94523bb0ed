/* New repositories that have a commit and its past, and nothing else: no later commit, other
 * branch, or object that nothing reaches. */
#ifndef GUARD_TASKS_CLEAN_H
#define GUARD_TASKS_CLEAN_H

#include "guard/tasks/task_scan.h"

struct clean_counts {
    int64_t n_made, n_there, n_failed;
    int64_t n_left_out; /* tasks that were not searched */
};

/* Fails if repositories in `folder` would be in the repository, or among those of the folder,
 * `path`. */
int clean_tasks_check(const char *path, const char *folder, struct err *err);

/* Makes for each task of a scan that was searched the repository FOLDER/ID: bare, with the base,
 * its ancestors, the tags that lead to them, one branch with the name of that of HEAD in the
 * repository of the task, and the usual settings. Until it is scanned and sealed, it is
 * PATH.partial (base/target.h), which is removed if it fails. A folder that is there and not empty
 * is left as it is; it is an error unless it has a repository that is sealed for the base.
 * Repositories of tasks are only read.
 *
 * Makes nothing if the id of one of the tasks cannot be the name of a folder. Fails with the reason
 * of the first repository that cannot be made; the others are. Ends at an interrupt; a later run
 * goes on with what is made. The caller must listen to signals (base/interrupt.h): otherwise git
 * may still write while what there is is removed. */
int clean_tasks(struct clean_counts *out, const struct task_scan *scan, const char *folder,
                const struct meter *meter, struct err *err);

#endif
