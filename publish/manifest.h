/* manifest.json: what was published, from what, and how to make it again. */
#ifndef PUBLISH_MANIFEST_H
#define PUBLISH_MANIFEST_H

#include "base/json.h"
#include "db/db.h"
#include "publish/publication.h"

/* Collects where a data set comes from: what the whole store says of itself. Keys:
 * fingerprint_sha256, schema_version, n_fixes, run (all columns), dedup and split (all columns;
 * null: never run), mutate (all columns, and n_mutants) and origins (a row for each: origin, fixes,
 * in_splits), which only stores with made fixes have, steps and checks (a row for each, as in these
 * tables), exclusions (a row for each reason: reason, fixes, in_splits), n_exclusions (fixes),
 * n_in_no_split (fixes), groups (a row for each split: split, fixes, groups), largest_group (fixes,
 * split, problems, users). Release with json_free(). */
int provenance_collect(struct json **out, struct db *db, struct err *err);

/* The command lines that make a data set again, an array of texts: mine, the steps of the store
 * (mutate, dedup, split, leak, check, rewrite) as they were given and in their order, and publish,
 * with the options that `publish` holds, each with a space before it. `store` is
 * provenance_collect()'s. What was read stands by its name: the commands make the same bytes in a
 * folder where it is. Release with json_free(). */
struct json *recipe_make(const struct json *store, const char *publish);

enum { MANIFEST_VERSION = 1 };

/* Keys: manifest_version, tool, dataset, store (provenance_collect()), export (export_describe()),
 * check, files (the data files), commands. Release with json_free(). */
struct json *manifest_make(const struct publication *publication);

#endif
