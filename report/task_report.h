/* The report of a scan for the solutions of tasks. */
#ifndef REPORT_TASK_REPORT_H
#define REPORT_TASK_REPORT_H

#include "base/json.h"
#include "tasks/task_scan.h"

/* Returns the report. Keys: visible; tasks; n_searched, n_sealed; n_found (tasks with a finding
 * that is not only similar), n_before (those with one before the base), n_with_files (those found
 * in plain files or loose blobs), n_donor; hit_rate (a share with its interval); evidence (rows of
 * evidence, tasks, before, after, side, unreachable); twins (rows of task, same_fix_as); n_keep,
 * n_drop, n_review; results: for each task id, repository, base, decision, problem, is_sealed,
 * commits, places, names, n_names, blobs, applies, off, donor_code, n_findings, findings, n_texts,
 * texts (blobs and files), same_fix_as; n_problems, problems (rows of problem, tasks, first, line);
 * n_unread; notes; calibration, if leaks were planted. `is_sealed_only`: without what a search
 * finds. Release with json_free(). */
struct json *task_report_make(const struct task_scan *scan, enum sight sight, bool is_sealed_only);

/* `limit`: tasks that are listed. Those that need a decision come first. */
void task_report_print(const struct json *report, size_t limit, FILE *out);

/* Prints the verdict of a check, from a report with these keys, too: clean, n_failing, failing (the
 * numbers of the tasks that fail, by reason), n_unmatched, n_damaged. */
void task_check_print(const struct json *report, FILE *out);

#endif
