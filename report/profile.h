/* What the charts of the report page show, from the store. */
#ifndef REPORT_PROFILE_H
#define REPORT_PROFILE_H

#include "base/json.h"
#include "db/db.h"

/* Collects it. Keys: stats (stats.h, without edits), tokens (a histogram of the buggy programs'
 * tokens), place (in twentieths of a program), months, problems (n, top, concentration), dedup and
 * split (where the store has one), leakage, n_excluded. Release with json_free(). */
int profile_collect(struct json **out, struct db *db, struct err *err);

#endif
