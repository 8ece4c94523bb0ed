/* The result of `tokfix split`. */
#ifndef REPORT_SPLIT_REPORT_H
#define REPORT_SPLIT_REPORT_H

#include "base/json.h"
#include "db/db.h"
#include "guard/split.h"

/* Collects the result from the summary and the store. Lists have at most `limit` rows. Keys: run,
 * splits, groups, identical (problems, groups), categories, largest, made. Release `*out` with
 * json_free(), also after a failure. */
int split_report_collect(struct json **out, const struct split_summary *summary, struct db *db,
                         int64_t limit, struct err *err);

/* Does the same for a store on which `tokfix split` was run earlier. Values that only that run knew
 * are null (guard/split.h). */
int split_report_read(struct json **out, struct db *db, int64_t limit, struct err *err);

/* Prints the report as aligned tables, and says why the shares differ from the ratio. */
void split_report_print(const struct json *report, FILE *out);

/* Adds the key `made`, which says in which splits mutants and rewrites are. It has a row for each
 * origin: origin, n, train, validation, test, excluded, outside (in no split and not excluded). It
 * is empty if the store has no splits. */
int split_report_collect_made(struct json *report, struct db *db, struct err *err);

/* Prints `made` as a table; nothing if it has no rows. */
void split_report_print_made(const struct json *report, FILE *out);

#endif
