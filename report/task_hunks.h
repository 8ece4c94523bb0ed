/* The hunks of a gold patch beside those of the commits that were found for it. */
#ifndef REPORT_TASK_HUNKS_H
#define REPORT_TASK_HUNKS_H

#include "base/json.h"
#include "report/diff.h"
#include "tasks/task_scan.h"

/* Adds to the JSON of a finding: hunks (for each hunk of the gold path, gold, commit_path, commit:
 * hunks as texts, null if the commit has none), hunks_problem. Bytes that are not UTF-8, and zero
 * bytes, become U+FFFD. */
void task_hunks_set(struct json *finding, const struct finding_hunks *hunks);

/* Prints the hunks of the findings of up to `limit` tasks that have any, gold on the left, commit
 * on the right. `report`: of the same scan, made with task_report_make(). Lines that are equal but
 * for white space are in the same row, up to a limit of size. Lines of the commit that are not
 * within `n_context` rows of a line of the gold are left out. Each side has at least 36 columns. */
void task_hunks_print(const struct json *report, const struct task_scan *scan, size_t limit,
                      const struct diff_style *style, FILE *out);

#endif
