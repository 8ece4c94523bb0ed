/* manifest.json: what was published, its source, and the commands that reproduce it. */
#ifndef PUBLISH_MANIFEST_H
#define PUBLISH_MANIFEST_H

#include "base/json.h"
#include "db/db.h"
#include "export/publish/edition.h"

/* Collects the facts of the whole store. Keys:
 *
 *     fingerprint_sha256, schema_version, n_fixes
 *     run            all columns; of several datasets, those of the first
 *     runs           a row for each dataset, if it is not one tree of CodeNet's layout
 *     joint          a problem that several datasets have; only if there is one
 *     dedup, split   all columns; null: never run
 *     mutate         all columns, and n_mutants; only if the store has mutants or rewrites
 *     origins        a row for each: origin, fixes, in_splits; only if the store has mutants or
 *                    rewrites
 *     steps, checks  the rows of these tables
 *     exclusions     a row for each reason: reason, fixes, in_splits
 *     n_exclusions, n_in_no_split  numbers of fixes
 *     groups         a row for each split: split, fixes, groups
 *     largest_group  fixes, split, problems, users
 *
 * Release `*out` with json_free(). */
int provenance_collect(struct json **out, struct db *db, struct err *err);

/* Collects those of the facts that are about the split set of the store's views: split,
 * split_left_out, exclusions, groups, largest_group, n_exclusions, n_in_no_split. */
int provenance_collect_set(struct json **out, struct db *db, struct err *err);

/* Returns the entry of a further split set in the manifest's list `sets`: split_set, the facts of
 * provenance_collect_set(), check, and counts (the tables rows, fixes, splits, categories,
 * languages and left_out of facts.h). Release with json_free(). */
struct json *manifest_set(const struct published_set *set, const struct json *store,
                          const struct json *facts);

/* Returns the command lines that reproduce a data set, an array of texts: those of the store, and
 * `publish`. `store` is the result of provenance_collect(). Input files are named without their
 * folders: in a folder that contains them, the commands make the same bytes. Release with
 * json_free(). */
struct json *recipe_make(const struct json *store, const char *publish);

/* The first version had no `counts`. */
enum { MANIFEST_VERSION = 2 };

/* Returns the manifest. Keys: manifest_version, tool, dataset, store (provenance_collect()), export
 * (export_describe()), check, duplicates, files (the data files, with their language if there are
 * several, and their split set if it is not the first), sets (the further split sets, if there are
 * any), commands, languages (for each language of the rows its rows, and those in each split that
 * has rows), and counts: the other facts (facts.h). Release with json_free(). */
struct json *manifest_make(const struct edition *edition);

#endif
