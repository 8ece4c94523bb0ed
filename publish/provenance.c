/* See provenance.h. */
#include "publish/provenance.h"

#include "db/query_table.h"
#include "db/store.h"
#include "db/store_log.h"

#include <string.h>

/* A single one without a row is null. */
static const struct query_table tables[] = {
    {.name = "run",
     .sql =
         "SELECT run_id, tool_version, language, grammar, grammar_version, grammar_abi, pairing, "
         "failing, max_tokens, max_bytes, max_pairs, shard, n_shards, n_listed, listing_sha256, "
         "problem_list_sha256, metadata, dataset, metadata_sha256 FROM run",
     .keys = {"run_id", "tool_version", "language", "grammar", "grammar_version", "grammar_abi",
              "pairing", "failing", "max_tokens", "max_bytes", "max_pairs", "shard", "n_shards",
              "n_listed", "listing_sha256", "problem_list_sha256", "metadata", "dataset",
              "metadata_sha256"},
     .is_single = true},
    {.name = "dedup",
     .sql = "SELECT dedup_run_id, preset, run_length, set_threshold, multiset_threshold, "
            "min_tokens, renames_literals, n_bands, n_rows FROM dedup_run",
     .keys = {"dedup_run_id", "preset", "run_length", "set_threshold", "multiset_threshold",
              "min_tokens", "renames_literals", "n_bands", "n_rows"},
     .is_single = true},
    {.name = "split",
     .sql = "SELECT split_run_id, origin, seed, train, validation, test, closed_over, n_previous "
            "FROM split_run",
     .keys = {"split_run_id", "origin", "seed", "train", "validation", "test", "closed_over",
              "n_previous"},
     .is_single = true},
    {.name = "mutate",
     .sql = "SELECT mutate_run_id, per_program, distribution, distribution_of, seed, "
            "swaps_arguments, categories, splits, programs, max_tokens, n_programs, n_accepted, "
            "n_unused, n_equal, (SELECT coalesce(sum(n_mutants), 0) FROM mutate_rules) "
            "FROM mutate_run",
     .keys = {"mutate_run_id", "per_program", "distribution", "distribution_of", "seed",
              "swaps_arguments", "categories", "splits", "programs", "max_tokens", "n_programs",
              "n_accepted", "n_unused", "n_equal", "n_mutants"},
     .is_single = true},
    {.name = "origins",
     .sql = "SELECT origin, count(*), count(s.fix_id) FROM fixes LEFT JOIN splits s USING (fix_id) "
            "WHERE EXISTS (SELECT 1 FROM fixes WHERE origin <> 'real') GROUP BY origin "
            "ORDER BY CASE origin WHEN 'real' THEN 1 WHEN 'mutant' THEN 2 ELSE 3 END",
     .keys = {"origin", "fixes", "in_splits"}},
    {.name = "exclusions",
     .sql = "SELECT reason, count(DISTINCT fix_id), count(DISTINCT s.fix_id) FROM exclusions "
            "LEFT JOIN splits s USING (fix_id) GROUP BY reason ORDER BY reason",
     .keys = {"reason", "fixes", "in_splits"}},
    {.name = "steps",
     .sql = "SELECT command, options, changes FROM steps ORDER BY step_id",
     .keys = {"command", "options", "changes"}},
    {.name = "checks",
     .sql = "SELECT subject, name, options, n_items, n_programs, n_unread, n_found, n_marked, "
            "fingerprint FROM checks ORDER BY subject DESC, name, options",
     .keys = {"subject", "name", "options", "items", "programs", "unread", "found", "marked",
              "fingerprint_sha256"}},
    {.name = "groups",
     .sql = "SELECT split, count(*), count(DISTINCT group_id) FROM splits GROUP BY split "
            "ORDER BY CASE split WHEN 'train' THEN 1 WHEN 'validation' THEN 2 ELSE 3 END",
     .keys = {"split", "fixes", "groups"}},
    {.name = "largest_group",
     .sql = "SELECT count(*) AS n, split, count(DISTINCT problem_id), count(DISTINCT user_id) "
            "FROM splits JOIN fixes USING (fix_id) JOIN submissions ON submission_key = buggy "
            "GROUP BY group_id ORDER BY n DESC, group_id LIMIT 1",
     .keys = {"fixes", "split", "problems", "users"},
     .is_single = true},
};

static const struct {
    const char *name, *sql;
} numbers[] = {
    {"n_fixes", "SELECT count(*) FROM fixes"},
    {"n_exclusions", "SELECT count(DISTINCT fix_id) FROM exclusions"},
    {"n_in_no_split", "SELECT count(*) FROM fix_marks WHERE split IS NULL"},
};

/* A store that holds nothing made is described as if there were no such thing. */
static bool is_of_made(const char *name)
{
    return strcmp(name, "mutate") == 0 || strcmp(name, "origins") == 0;
}

static int add_table(struct json *object, struct db *db, const struct query_table *table,
                     struct err *err)
{
    if (query_table_collect(object, db, table, 0, err) != 0)
        return ERR;
    if (is_of_made(table->name) && !json_count(json_get(object, table->name)))
        json_free(json_take(object, table->name));
    else if (!json_get(object, table->name))
        json_set_text(object, table->name, NULL);
    return 0;
}

static int fill(struct json *object, struct db *db, struct err *err)
{
    char hex[SHA256_HEX_SIZE];
    int status = store_fingerprint(hex, db, err);
    if (status == 0) {
        json_set_text(object, "fingerprint_sha256", hex);
        json_set_int(object, "schema_version", STORE_SCHEMA_VERSION);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && status == 0; i++) {
        int64_t n = 0;
        status = db_get_int(db, &n, numbers[i].sql, err);
        json_set_double(object, numbers[i].name, (double)n);
    }
    for (size_t i = 0; i < sizeof tables / sizeof *tables && status == 0; i++)
        status = add_table(object, db, &tables[i], err);
    return status;
}

int provenance_collect(struct json **out, struct db *db, struct err *err)
{
    *out = json_object();
    if (fill(*out, db, err) == 0)
        return 0;
    json_free(*out);
    *out = NULL;
    return ERR;
}
