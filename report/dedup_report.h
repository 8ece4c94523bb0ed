/* The result of `tokfix dedup`, from the store. */
#ifndef REPORT_DEDUP_REPORT_H
#define REPORT_DEDUP_REPORT_H

#include "base/json.h"
#include "db/db.h"

/* Collects the result. It counts only real fixes if there are any, because the mutants of a program
 * are always near each other. Lists have at most `limit` rows (clusters: at most `limit` of each
 * kind). Keys: run, counted (fixes), kinds, clusters, conflicts (fixes, programs), conflict_list,
 * accepted (fixes), accepted_list, identical (problems, groups), problem_clusters. Release
 * `*out` with json_free(), also after a failure. */
int dedup_report_collect(struct json **out, struct db *db, int64_t limit, struct err *err);

/* Prints the report as aligned tables. */
void dedup_report_print(const struct json *report, FILE *out);

#endif
