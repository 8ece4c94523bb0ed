/* Which repository each task is about. */
#ifndef TASKS_TASK_REPOSITORIES_H
#define TASKS_TASK_REPOSITORIES_H

#include "sources/git/repository_list.h"
#include "tasks/task_list.h"

enum { NO_REPOSITORY = -1 };

struct task_repository {
    int64_t repository;  /* number in the list, or NO_REPOSITORY */
    const char *base;    /* id of the base commit there; NULL: it is missing */
    const char *problem; /* why the task cannot be searched; NULL: it can */
};

struct task_repositories {
    struct arena arena;
    ARRAY(struct task_repository) list; /* by task */
    struct str unreadable; /* lines "PATH: why": repositories that could not be opened, or have no
                              base, and git says why */
};

/* Finds the repository of each task, by the first of these that fits:
 *
 *   the id of the task, as the last part of the repository's path: a checkout for each task;
 *   the name, OWNER/NAME: at the end of its address (that of the list, or of the remote `origin`),
 *   or its path ends with OWNER/NAME, OWNER__NAME, OWNER-NAME, OWNER_NAME or OWNER+NAME, or its
 *   last part is NAME;
 *   the base commit.
 *
 * Of several, those that have the base commit are taken; if there are still several, the task has a
 * problem. */
void task_repositories_find(struct task_repositories *out, const struct task_list *tasks,
                            const struct repository_list *repositories);
void task_repositories_release(struct task_repositories *repositories);
SCOPED_VALUE(task_repositories, task_repositories_release)

#endif
