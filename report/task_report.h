/* The report of a scan for the solutions of tasks. */
#ifndef REPORT_TASK_REPORT_H
#define REPORT_TASK_REPORT_H

#include "base/json.h"
#include "tasks/task_scan.h"

/* Returns the report. Keys: visible; tasks; n_searched, n_sealed, n_found (tasks with a finding that
 * is not only similar), n_before (of these, those with one before the base), n_review (others with a
 * similar one before the base); hit_rate (a share with its interval); evidence (rows of evidence,
 * tasks, before, after, side, unreachable); results: for each task id, repository, base, decision
 * (keep, drop, review), problem, is_sealed, commits, places, names, n_names, blobs, applies, off,
 * n_findings, findings, same_fix_as; n_problems, problems (rows of problem, tasks); n_unread; notes.
 * Without a search (--sealed), there are no findings. Release with json_free(). */
struct json *task_report_make(const struct task_scan *scan, enum sight sight, bool is_sealed_only);

/* `limit`: tasks that are listed. */
void task_report_print(const struct json *report, size_t limit, FILE *out);

#endif
