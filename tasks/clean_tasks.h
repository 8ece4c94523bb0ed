/* Clean repositories for the tasks of a scan. */
#ifndef TASKS_CLEAN_TASKS_H
#define TASKS_CLEAN_TASKS_H

#include "tasks/clean.h"
#include "tasks/task_scan.h"

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
