/* What a scan for the solutions of tasks has found. */
#ifndef REPORT_TASK_FINDINGS_H
#define REPORT_TASK_FINDINGS_H

#include "base/json.h"
#include "db/db.h"
#include "guard/tasks/task_scan.h"

#include <stdio.h>

/* Returns what was found. Keys: visible; tasks; n_searched, n_sealed; n_found (tasks with a
 * finding that is not only similar), n_before (those with one before the base), n_reverted
 * (those that are only reverted there), n_similar (those with only similar ones), n_with_files
 * (those found in plain files or loose blobs); hit_rate (a share with its interval); n_keep,
 * n_drop, n_review; evidence (rows of evidence, tasks, before, after, side, unreachable);
 * results: for each task id, line, repository, base, decision, why, problem, is_sealed,
 * commits, places, names, n_names, blobs, base_time, applies, off, donor_code, n_findings,
 * findings, n_texts, texts (blobs and files), same_fix_as; n_problems, problems (rows of
 * problem, tasks, first, line); n_damaged; n_unread; notes; with an outcome is_checked, clean,
 * n_failing, failing (numbers of tasks, by reason). Release with json_free(). */
struct json *task_findings_make(const struct task_scan *scan, enum sight sight,
                                const struct task_outcome *outcome);

/* What a scan was asked for. */
struct task_run {
    const char *tasks, *repositories; /* paths; their last parts are stored */
    const char *tasks_sha256;         /* of the bytes of the file */
    const char *files;                /* a path, too; NULL: none */
    const char *base;                 /* of a patch, as given; NULL: none */
};

/* Replaces the tables of tasks in a database (db/schema.sql) by all findings, in the caller's
 * transaction. */
int task_findings_store(const struct json *found, const struct task_run *run, struct db *db,
                        struct err *err);

/* `limit`: tasks that are listed. Those that need a decision come first. */
void task_findings_print(const struct json *found, size_t limit, FILE *out);

#endif
