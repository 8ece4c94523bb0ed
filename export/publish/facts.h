/* Counts of the published rows. */
#ifndef PUBLISH_FACTS_H
#define PUBLISH_FACTS_H

#include "base/json.h"
#include "fixes/choice.h"

/* Collects the tables of facts.sql about the written items, and `duplicates`: the tables of
 * duplicates.sql about the published fixes, from the clusters that `tokfix dedup` found in the
 * whole store; null if it was never run. Tables of counts have the members name, rows, train,
 * validation, test. Afterwards the store's views count only the published fixes
 * (store_count_only()). Release `*out` with json_free(). */
int facts_collect(struct json **out, struct db *db, const struct fix_item *items, size_t n,
                  struct err *err);

#endif
