/* Leaks that are planted in a repository, from the gold patches of its own tasks.
 *
 * They are commits and files in memory, which nothing but the search sees: it compares them as it
 * compares all others. Their parent is the base, or an ancestor of it. */
#ifndef TASKS_PLANTING_H
#define TASKS_PLANTING_H

#include "tasks/file_history.h"
#include "tasks/plant.h"
#include "tasks/solutions.h"

/* A search, after the files of its repository were read. */
struct planted_search {
    struct searched_task *tasks; /* with their golds */
    size_t n_tasks;
    const struct history *history;
    struct file_history *files;
    struct line_table *lines;
    const struct table *names, *paths; /* of the golds */
};

/* A leak: commits from number `commit` on. */
struct planted_leak {
    uint32_t task, commit, n_commits;
    enum plant_kind kind;
};

struct planting {
    struct history history; /* with the planted commits after all others; all but the lists of
                               commits and parents is that of the search */
    size_t n_commits;       /* those that are not planted */
    ARRAY(struct planted_leak) leaks; /* by task */
    int64_t n_unplanted; /* tasks whose patch does not apply, has no text, or too much */
};

/* Plants: adds versions and changes to the files. `out` is all zero before. Fails only if git
 * cannot be run. Release with planting_release() after the search, also after a failure. */
int planting_make(struct planting *out, const struct planted_search *search,
                  struct repository *repository, const char *seed, struct err *err);
void planting_release(struct planting *planting);
SCOPED_VALUE(planting, planting_release)

#endif
