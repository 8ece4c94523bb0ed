/* What the charts of the report page show, from the store. */
#ifndef REPORT_PROFILE_H
#define REPORT_PROFILE_H

#include "base/json.h"
#include "db/db.h"

/* Collects it. Keys:
 *
 *     stats         (stats.h, without edits)
 *     edits         the most frequent ones, as stats has them
 *     tokens        a histogram of the buggy programs' tokens: from, to (exclusive), n
 *     place         of the token in the buggy program, in twentieths of its tokens: bin, category,
 *                   n
 *     months        of the fixed submissions, UTC: month, category, n
 *     problems      n; top; concentration: how many fixes the first so many problems have
 *     dedup, split  (dedup_report.h, split_report.h); absent if the command was not run
 *     checks        what check and leak searched for: subject, name, options, items, unread, found,
 *                   marked, and the fingerprint of the store at that time
 *     fingerprint   of the store now
 *     leakage       why fixes are excluded: reason, evidence, n
 *     n_excluded    how many fixes are excluded
 *
 * tokens, place, months and problems count the real fixes, or all fixes if none is real. Release
 * with json_free(), also after a failure. */
int profile_collect(struct json **out, struct db *db, struct err *err);

#endif
