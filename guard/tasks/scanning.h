/* What the files of the scan share: task_scan.c goes through the repositories,
 * task_repositories.c says which repository each task is about, and kept_findings.c what can be
 * seen beside a base and what the findings of a task are. Nothing else includes this. */
#ifndef GUARD_TASKS_SCANNING_H
#define GUARD_TASKS_SCANNING_H

#include "guard/tasks/task_scan.h"
#include "miner/git/history.h"

/* The tasks of a repository that can be searched. */
struct scanned {
    struct task_scan *scan;
    const struct scan_options *options;
    struct repository repository;
    struct history history;
    ARRAY(struct searched_task) tasks;
    ARRAY(struct task_result *) results; /* by task; those of the scan */
    uint8_t *relations;                  /* of the commits to the base of a task */
    int64_t n_loose;                     /* blobs that are in no tree; -1: unknown */
};

/* Whether a commit is in sight of a task: its base and the past of that always are. */
static inline bool is_in_sight(const struct scanned *scanned, uint32_t commit)
{
    bool is_visible = scanned->history.commits.items[commit].is_visible;
    return scanned->relations[commit] <= RELATION_BEFORE ||
           (is_visible && scanned->options->sight != SIGHT_ANCESTORS);
}

/* Adds the result of each task, with its repository, one of those of the scan, and its base there,
 * or the problem. Notes the repositories that cannot be opened, or have no base, if git says why.
 * The repository of a task is the first of these that fits:
 *
 *   the id of the task, as the last part of the repository's path: a checkout for each task;
 *   the name, OWNER/NAME: at the end of its address (that of the list, or of the remote `origin`),
 *   or its path ends with OWNER/NAME, OWNER__NAME, OWNER-NAME, OWNER_NAME or OWNER+NAME, or its
 *   last part is NAME;
 *   the base commit.
 *
 * Of several, those that have the base commit are taken; if there are still several, the task has a
 * problem. */
void task_repositories_find(struct task_scan *out, const struct task_list *tasks);

/* Sets the seal of a result. `relations` are those to its base. Fails only if git cannot be run. */
int seal_make(struct task_result *result, struct scanned *scanned, struct err *err);

/* Sets the findings and texts of a result, and counts them. Removes those of `task` that are not in
 * sight. `relations` are those to its base. */
void findings_keep(struct task_result *result, struct scanned *scanned, struct searched_task *task);

#endif
