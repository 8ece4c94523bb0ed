/* Tasks of benchmarks of repositories: a repository, a base commit, and the patch that solves the
 * task there.
 *
 * A file of tasks is one of
 *   JSON lines, or one JSON array   a row for each task; perhaps packed (base/packed.h)
 *   {"rows": [{"row": ...}, ...]}   as the viewer of a hub answers; the rows become JSON lines
 *   Parquet                         the same; its name ends in .parquet
 *   a patch                         one task, for which the user names the commit
 * Rows have the fields of SWE-bench, which Lite, Verified, Live, Multilingual, Pro, PolyBench, Gym
 * and rebench share: instance_id, repo, base_commit, patch; pull_number if they have it. Or they
 * have those of Multi-SWE-bench: org, repo, number, base.sha, fix_patch. A row may mix both. */
#ifndef GUARD_TASKS_TASK_LIST_H
#define GUARD_TASKS_TASK_LIST_H

#include "base/err.h"
#include "base/mem.h"
#include "base/patch.h"
#include "base/str.h"
#include "base/target.h"

#include <stdbool.h>
#include <stddef.h>

/* Texts are valid UTF-8 without control characters. */
struct task {
    const char *id;         /* instance_id; org__repo-number; "row 7" if there is neither; of a
                               patch, the name of its file */
    const char *repository; /* "owner/name", without the host and `.git`; NULL: not given */
    const char *base;       /* commit id, 40 or 64 lower-case hexadecimal digits; of a patch, any
                               name of a commit, as the user gave it; NULL: not given */
    const char *number;     /* of its pull request: digits; NULL: unknown */
    struct patch patch;     /* that solves it, never that of its tests; empty if it has none */
    const char *fault;      /* why it cannot be searched, such as "no base_commit"; NULL: it can */
    size_t line;            /* of the file, on which its row begins, from 1 */
    size_t start, length;   /* its row: bytes of the file, of a line with its end */
};

enum task_format { TASKS_LINES, TASKS_ARRAY, TASKS_PATCH };

struct task_list {
    ARRAY(struct task) list; /* a task for each row, in their order; also those with a fault */
    enum task_format format; /* rows of Parquet and of a viewer have become JSON lines */
    struct str text;         /* the bytes of the file, unpacked */
    struct arena arena;      /* owns the texts of the tasks */
};

/* Reads a file; "-" is standard input. `base`: the file is a patch for this commit; NULL: it has
 * tasks, which name theirs. A row that cannot be used is a task with a fault; so is a row with
 * the id of an earlier one.
 *
 * Fails if the file cannot be read or is larger than 4 GiB; if there is a `base`, and the file is
 * not a patch; if it has no rows, or no row is an object. Release with task_list_release(), also
 * after a failure. */
int task_list_read(struct task_list *list, const char *path, const char *base, struct err *err);

/* Writes the rows of some tasks to a target that is open, in their order: as lines, an array or a
 * patch, as the file was. If all are wanted, the bytes
 * are those of the file, except blank lines and a byte order mark before lines. */
int task_list_write(const struct task_list *list, const bool *is_wanted,
                    const struct target *target, struct err *err);

void task_list_release(struct task_list *list);
SCOPED_VALUE(task_list, task_list_release)

#endif
