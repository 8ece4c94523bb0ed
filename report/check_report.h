/* Whether a data set is clean, and why not. */
#ifndef REPORT_CHECK_REPORT_H
#define REPORT_CHECK_REPORT_H

#include "base/json.h"
#include "guard/check.h"

/* Keys: pairs, closed_over, preset, options (as of a command line), tests (a row for each: test,
 * violations, passed, result),
 * n_crossings, crossings (at most `top` rows). Release with json_free(). */
struct json *check_report_make(const struct check *check, const struct pairs *pairs,
                               const struct check_options *options, size_t top);

/* Prints the table of tests, and the violations. */
void check_report_print(const struct json *report, FILE *out);

#endif
