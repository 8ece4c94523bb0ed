/* The tables of a store: as JSON, and the same numbers as text beside the published ones. */
#ifndef REPORT_STATS_H
#define REPORT_STATS_H

#include "base/json.h"
#include "db/db.h"

/* Collects every table. `n_edits` bounds the list of most frequent edits. The keys are stable:
 * run, totals, categories, submissions_per_history, funnel, rejects, statuses, status_transitions,
 * edits, patterns, roles, input_errors. Published numbers stand beside where there are any for the
 * run's language, else they are null.
 *
 * Counted are the real fixes, or all where there are none. Where mutants stand beside real fixes,
 * totals has the row mutants, and categories, edits, patterns and roles have mutant_n and (but for
 * edits and roles) mutant_percent. Release with json_free(). */
int stats_collect(struct json **out, struct db *db, int n_edits, struct err *err);

/* Prints what stats_collect gathered as aligned tables. */
void stats_print(const struct json *stats, FILE *out);

#endif
