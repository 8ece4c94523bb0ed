/* Which repository each task is about. */
#ifndef TASKS_TASK_REPOSITORIES_H
#define TASKS_TASK_REPOSITORIES_H

#include "sources/git/repository_list.h"
#include "tasks/task_scan.h"

/* Adds the result of each task, with its repository and its base there, or the problem. Notes the
 * repositories that cannot be opened, or have no base, if git says why. The repository of a task is
 * the first of these that fits:
 *
 *   the id of the task, as the last part of the repository's path: a checkout for each task;
 *   the name, OWNER/NAME: at the end of its address (that of the list, or of the remote `origin`),
 *   or its path ends with OWNER/NAME, OWNER__NAME, OWNER-NAME, OWNER_NAME or OWNER+NAME, or its
 *   last part is NAME;
 *   the base commit.
 *
 * Of several, those that have the base commit are taken; if there are still several, the task has a
 * problem. */
void task_repositories_find(struct task_scan *out, const struct task_list *tasks,
                            const struct repository_list *repositories);

#endif
