/* The result of `tokfix verify`, from the store. */
#ifndef REPORT_VERIFY_REPORT_H
#define REPORT_VERIFY_REPORT_H

#include "base/json.h"
#include "db/db.h"

/* Collects the result; nothing if verify was not run. Keys: verify (the options; n_fixes, n_shown:
 * reproduced or proven, and their percentage), verdicts (verdict, n, percent), verdict_categories
 * (category, n, then a number for each verdict, percent: of shown ones), levels of the search, each
 * with those before it (strictness, n_proven, percent: of shown ones, n_control_proofs,
 * control_percent), unsupported (detail, n), control (n, n_proofs, percent), control_low and
 * control_high (its 95 % Wilson interval), runtimes (runtime, version). */
int verify_report_collect(struct json *out, struct db *db, struct err *err);

/* Prints the report as aligned tables. */
void verify_report_print(const struct json *report, FILE *out);

#endif
