/* How a split came out. */
#ifndef REPORT_SPLIT_REPORT_H
#define REPORT_SPLIT_REPORT_H

#include "base/json.h"
#include "db/db.h"
#include "guard/split.h"

/* Collects it from the summary and the store; lists have at most `limit` rows. Keys: run, splits,
 * groups, categories, largest, made. Release with json_free(),
 * also after a failure. */
int split_report_collect(struct json **out, const struct split_summary *summary, struct db *db,
                         int64_t limit, struct err *err);

/* The same of a store on which `tokfix split` was run earlier. What only that run knew is null
 * (guard/split.h). */
int split_report_read(struct json **out, struct db *db, int64_t limit, struct err *err);

/* Prints it as aligned tables, and says why the shares are not nearer to the ratio. */
void split_report_print(const struct json *report, FILE *out);

/* Adds `made`: where what was made beside real fixes is, a row for each origin: origin, n, train,
 * validation, test, excluded, outside (in no split and not excluded). No row without splits. And
 * prints it as a table, where there is any. */
int split_report_collect_made(struct json *report, struct db *db, struct err *err);
void split_report_print_made(const struct json *report, FILE *out);

#endif
