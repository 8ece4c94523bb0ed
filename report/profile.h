/* The numbers in the charts of the report page, from the store. */
#ifndef REPORT_PROFILE_H
#define REPORT_PROFILE_H

#include "base/json.h"
#include "db/db.h"

/* Collects the numbers. Keys:
 *
 *     stats         (stats.h, without edits; of the repositories, the first: source_report.h)
 *     words         what the sources call things (source_report.h)
 *     edits         the most frequent edits, with the columns of stats.h
 *     tokens        a histogram of the buggy programs' tokens: from, to (exclusive), n
 *     place         the place of the token in the buggy program, in twentieths of its tokens: bin,
 *                   category, n
 *     months        the months of the fixed submissions, UTC: month, category, n
 *     problems      n; top; concentration: the number of fixes in the first N problems, for some N
 *     dedup, split  (stored_reports.h); absent if the command was not run
 *     checks        what check and leak searched for: subject, name, options, items, unread, found,
 *                   marked, and the fingerprint of the store at that time
 *     fingerprint   of the store now
 *     leakage       why fixes are excluded: reason, evidence, n
 *     n_excluded    the number of excluded fixes
 *
 * tokens, place, months and problems count the real fixes, or all fixes if none is real. Release
 * `*out` with json_free(), also after a failure. */
int profile_collect(struct json **out, struct db *db, struct err *err);

#endif
