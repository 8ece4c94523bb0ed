/* The result of `tokfix mutate`, from the store. */
#ifndef REPORT_MUTATE_REPORT_H
#define REPORT_MUTATE_REPORT_H

#include "base/json.h"
#include "db/db.h"

/* Collects the result. Keys: run (per_program, distribution, distribution_of, seed, categories,
 * splits, programs, n_programs, n_accepted, n_unused, n_equal, n_mutants), rules (rule, n_programs,
 * without_site: the percentage of programs without a site, n_sites, n, percent), left_out (what:
 * programs or mutants, reason, n), made (split_report.h). Release `*out` with json_free(), also
 * after a failure. */
int mutate_report_collect(struct json **out, struct db *db, struct err *err);

/* Prints the report as aligned tables. */
void mutate_report_print(const struct json *report, FILE *out);

#endif
