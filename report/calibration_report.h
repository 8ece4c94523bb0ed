/* Reports of how sure a search for the solutions of tasks is: by planted leaks, and by findings
 * that people judged. */
#ifndef REPORT_CALIBRATION_REPORT_H
#define REPORT_CALIBRATION_REPORT_H

#include "base/json.h"
#include "tasks/calibration.h"
#include "tasks/finding_sample.h"

/* Returns what a calibration counted. Keys: seed; n_tasks (for which leaks were planted),
 * n_unplanted; kinds (rows of kind, planted, found, recall, otherwise, left_out; the last but one
 * is of all but verbatim and half, the last of all); n_earlier, n_searched; alarms (rows of
 * evidence, tasks, rate; the last is of any evidence). recall and rate are shares with their
 * intervals. Release with json_free(). */
struct json *calibration_report_make(const struct calibration *calibration);
void calibration_report_print(const struct json *report, FILE *out);

/* Returns the report of judgements: rows of evidence, judged, n_true, n_false, n_open, and
 * false_positives (a share); the last is of all. Release with json_free(). */
struct json *judgement_report_make(const struct judgements judgements[N_EVIDENCES]);
void judgement_report_print(const struct json *report, FILE *out);

#endif
