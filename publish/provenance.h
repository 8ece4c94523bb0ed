/* Where a data set comes from: what the store says of itself. */
#ifndef PUBLISH_PROVENANCE_H
#define PUBLISH_PROVENANCE_H

#include "base/json.h"
#include "db/db.h"

/* Collects it, about the whole store. Keys: fingerprint_sha256, schema_version, n_fixes, run
 * (all columns), dedup and split (all columns; null: never run), mutate (all columns, and
 * n_mutants) and origins (a row for each: origin, fixes, in_splits), which only stores with made
 * fixes have, steps and checks (a row for each, as in these tables), exclusions (a row for each
 * reason: reason, fixes, in_splits), n_exclusions (fixes), n_in_no_split (fixes), groups (a row for
 * each split: split, fixes, groups), largest_group (fixes, split, problems, users). Release with
 * json_free(). */
int provenance_collect(struct json **out, struct db *db, struct err *err);

#endif
