/* What the charts of the report page show, from the store. */
#ifndef REPORT_PROFILE_H
#define REPORT_PROFILE_H

#include "base/json.h"
#include "db/db.h"

/* Collects it. Keys:
 * stats          (stats.h, without edits)
 * edits          the most frequent ones, as stats has them
 * tokens         a histogram of the buggy programs' tokens: from, to (exclusive), n
 * place          of the token in the buggy program, in twentieths of its tokens: bin, category, n
 * months         of the fixed submissions, UTC: month, category, n
 * problems       n; top; concentration: how many fixes the first so many problems have
 * dedup, split   (dedup_report.h, split_report.h); not there when the store has none
 * checks         what check and leak searched for: subject, name, options, items, unread, found,
 * marked, fingerprint of the store as it was; and fingerprint, that of the store as it is leakage
 * why fixes are excluded: reason, evidence, n; and n_excluded, how many are In tokens, place,
 * months and problems the real fixes are counted, or all where there are none. Release with
 * json_free(). */
int profile_collect(struct json **out, struct db *db, struct err *err);

#endif
