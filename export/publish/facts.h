/* Counts of the published rows. */
#ifndef PUBLISH_FACTS_H
#define PUBLISH_FACTS_H

#include "base/json.h"
#include "export/export.h"
#include "fixes/choice.h"

/* Collects the tables of facts.sql about the written items, and `duplicates`: the tables of
 * duplicates.sql about the published fixes, from the clusters that `tokfix dedup` found in the
 * whole store; null if it was never run. Tables of counts have the members name, rows, and one for
 * each of `parts`: train, validation, test or fold1, fold2, ..., as bits. Afterwards the store's
 * views count only the published fixes (store_count_only()). Release `*out` with json_free(). */
int facts_collect(struct json **out, struct db *db, unsigned parts, const struct fix_item *items,
                  size_t n, struct err *err);

/* Adds the fixes that are not published: `left_out`, a list of n and reason, and, if there are any,
 * `regions_left_out` and `sweeps_left_out` (fix_account_kinds()). `counts` has the rows that the
 * format cannot express. */
void facts_add_left_out(struct json *facts, const struct fix_account *account,
                        const struct export_counts *counts);

#endif
