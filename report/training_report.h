/* The report of a search for held-out programs in training data. */
#ifndef REPORT_TRAINING_REPORT_H
#define REPORT_TRAINING_REPORT_H

#include "base/json.h"
#include "guard/training.h"

#include <stdio.h>

/* Returns the report. Lists have at most `limit` rows; SIZE_MAX: all. Keys: held_out (splits),
 * held_out_fixes (real ones), held_out_mutants, held_out_rewrites, programs, match, min_tokens,
 * files, rows, texts, n_found (rows with held-out programs), n_fixes (held-out ones of
 * any origin whose programs were found), summary (n_rows by match and relation; a row counts once
 * in each), n_findings, findings (file, line, place, row, match: exact or renamed, relation: whole
 * or part, tokens, fixes: id, split, origin, program), n_common (parts that were left out, because
 * fixes in other splits have them), n_problems, problems (place, reason), clean. Release with
 * json_free(). */
struct json *training_report_make(const struct training *training,
                                  const struct training_options *options, size_t limit);
void training_report_print(const struct json *report, FILE *out);

#endif
