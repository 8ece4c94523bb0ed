/* What `tokfix dedup` found, from the store. */
#ifndef REPORT_DEDUP_REPORT_H
#define REPORT_DEDUP_REPORT_H

#include "base/json.h"
#include "db/db.h"

/* Collects it, of the real fixes where there are any: mutants of one program are near each other
 * because they are made so. Lists have at most `limit` rows (clusters: of each kind). Keys: run,
 * counted (fixes), kinds, clusters, conflicts (fixes, programs), conflict_list, problem_clusters.
 * Release with json_free(),
 * also after a failure. */
int dedup_report_collect(struct json **out, struct db *db, int64_t limit, struct err *err);

/* Prints it as aligned tables. */
void dedup_report_print(const struct json *report, FILE *out);

#endif
