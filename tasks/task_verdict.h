/* What a scan means for a benchmark: lists of its tasks by decision, and whether it is clean. */
#ifndef TASKS_TASK_VERDICT_H
#define TASKS_TASK_VERDICT_H

#include "tasks/task_scan.h"

/* Tasks that pass nevertheless: with a solution in the past of the base; without a repository. */
enum { ALLOWED_BEFORE = 1 << 0, ALLOWED_UNMATCHED = 1 << 1 };

/* How many tasks fail, and for which reasons; a task may have several. */
struct task_verdict {
    bool is_clean; /* at least one was searched, none fails, and everything could be read */
    int64_t n_failing, n_searched, not_searched, not_sealed, solved_before, in_files,
        not_applicable, blind;
};

/* A task passes if it is sealed, and neither the past of its base nor a plain file solves it, as
 * far as that could be searched for. */
struct task_verdict task_verdict_of(const struct task_scan *scan, unsigned allowed);

/* The files keep, drop and review of a folder, with the rows of their tasks as they were read. */
struct task_lists {
    const char *folder;
    enum task_format format;
    bool is_replacing;
};

/* Fails if they cannot be written, before a long scan. */
int task_lists_check(const struct task_lists *lists, struct err *err);

/* Writes all of them, or none. */
int task_lists_write(const struct task_lists *lists, const struct task_list *tasks,
                     const struct task_scan *scan, struct err *err);

#endif
