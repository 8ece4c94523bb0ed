/* What the files of the search share: solutions.c runs it, file_history.c reads the past,
 * search_base.c looks at the bases, search_changes.c compares the changes of commits with the golds
 * by their lines, search_similar.c by their tokens, and search_trees.c finds trees and other texts
 * that have a solution. Nothing else includes this. */
#ifndef GUARD_TASKS_SEARCHING_H
#define GUARD_TASKS_SEARCHING_H

#include "base/meter.h"
#include "guard/tasks/similar.h"
#include "guard/tasks/solutions.h"

#include <assert.h>
#include <wchar.h>

/* ---- The past ----
 *
 * The versions of some files in the past of a repository: their lines, and which commits change
 * them. A file is one of them if its name, without folders, is one of those that are looked for. */

enum { NO_NAME = UINT32_MAX };

/* A blob, or another text that is compared with the golds. One that is missing, too large, damaged
 * or binary has no lines. */
struct file_version {
    size_t first; /* of its lines, in `lines` */
    uint32_t n_lines;
};

struct file_change {
    uint32_t commit;     /* number in the history */
    uint32_t version[2]; /* before and after; 0: no file */
    uint32_t path[2];    /* numbers in `paths`; the same unless the file was moved */
    uint32_t name[2];    /* numbers in `names`; NO_NAME: not looked for */
};

struct file_history {
    struct table paths;
    struct table ids;                    /* of the blobs; number + 1 is that of the version */
    ARRAY(struct file_version) versions; /* number 0: no file */
    struct number_list lines;
    ARRAY(struct file_change) changes; /* by commit; then in the order of git */
    uint32_t *first_change;            /* by commit, and one more: where its changes begin */
    size_t first_loose;                /* number of the first version that is in no tree */
    size_t n_unread;                   /* versions that are missing, too large or damaged */
    size_t n_damaged;                  /* commits that git cannot compare with their parents */
    struct str damage;                 /* what it says of the first of them */
};

/* Reads the changes of the commits that are wanted, compared with their first parents, and the
 * files. `is_wanted`: by commit. Fails only if git cannot be run. */
int file_history_read(struct file_history *out, struct repository *repository,
                      const struct history *history, const bool *is_wanted,
                      const struct table *names, struct line_table *lines,
                      const struct meter *meter, struct err *err);

/* Sets the lines of a version. */
void file_history_add(struct file_history *files, struct line_table *lines, uint32_t version,
                      const char *bytes, size_t length);
void file_history_release(struct file_history *files);
SCOPED_VALUE(file_history, file_history_release)

/* ---- The search ---- */

/* A file of the base that has the name of one of the task's files. */
struct base_file {
    uint32_t path, version;
};
struct base_files {
    struct base_file *items;
    size_t n, capacity;
};

struct search_run {
    struct searched_task *tasks;
    size_t n_tasks;
    const struct history *history;
    struct arena *arena;
    const struct meter *meter;
    struct line_table lines;
    struct table names, paths; /* of the golds */
    uint8_t *named;  /* bits by task and name: whether the name is of a file of the task */
    bool *is_wanted; /* by commit: it is visible, or in the past of a base */
    struct file_history files;
    uint32_t *counts;         /* by line: how often it is in the versions */
    struct table plain_files; /* paths of the last versions */
    struct base_files *bases; /* by task */
};

static inline bool has_name(const struct search_run *run, size_t task, uint32_t name)
{
    size_t bit = task * run->names.keys.n + name;
    return name != NO_NAME && run->named[bit / 8] >> bit % 8 & 1;
}

/* Whether one of two names is that of a file of the task. */
static inline bool concerns(const struct search_run *run, size_t task, const uint32_t name[2])
{
    return has_name(run, task, name[0]) || has_name(run, task, name[1]);
}

/* Whether a commit may make the change of a task: it is not the base, and its first parent is
 * there. Otherwise all of its files look new. */
static inline bool may_solve(const struct search_run *run, size_t task, uint32_t commit)
{
    return commit != run->tasks[task].base && run->history->commits.items[commit].n_parents > 0;
}

/* Shows that `done` of `n` tasks, or changes of files, are done. */
static inline void search_show(const struct search_run *run, const char *label, size_t done,
                               size_t n)
{
    meter_show(run->meter,
               (struct meter_step){.label = label, .done = done, .total = n, .count = done});
}

/* Returns the version of the file of a hunk in the base; -1 if there is none. */
int64_t search_base_version(const struct search_run *run, size_t task,
                            const struct gold_hunk *hunk);

/* Returns the lines of a version. */
static inline struct file_lines search_lines_of(const struct search_run *run, uint32_t version)
{
    const struct file_version *it = &run->files.versions.items[version];
    return (struct file_lines){run->files.lines.items + it->first, it->n_lines};
}

/* Returns the rarer one of two lines. */
static inline uint32_t search_rarer(const struct search_run *run, uint32_t a, uint32_t b)
{
    return run->counts[b] < run->counts[a] ? b : a;
}

/* Returns the first place of a line, or NULL. */
static inline const uint32_t *search_find(const struct file_lines *lines, uint32_t line)
{
    return (const uint32_t *)wmemchr((const wchar_t *)lines->items, (wchar_t)line, lines->n);
}
static_assert(sizeof(wchar_t) == sizeof(uint32_t), "lines are searched as wide characters");

/* Returns the end of the hunks that are of the same file as hunk number `first`. */
size_t search_file_end(const struct gold_patch *gold, size_t first);

/* Lists the files of the bases, and sets what follows from them alone: whether the golds apply, and
 * what of the evidence is off. */
void search_bases(struct search_run *run);

/* Add what they find to the findings and texts of the tasks, and what would find the base to
 * `off`. */
void search_changes(struct search_run *run);
void search_similar(struct search_run *run);
void search_trees(struct search_run *run);

#endif
