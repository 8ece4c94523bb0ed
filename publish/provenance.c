/* See provenance.h. */
#include "publish/provenance.h"

#include "db/store.h"
#include "db/store_log.h"

struct source {
    const char *name, *sql;
    const char *keys[20]; /* names of the columns, ended by NULL */
    bool is_single;       /* an object, null without a row; else an array of objects */
    bool is_of_made;      /* without a row there is nothing, so that a store without made fixes is
                             told as if nobody knew of such */
};

static const struct source sources[] = {
    {"run",
     "SELECT run_id, tool_version, language, grammar, grammar_version, grammar_abi, pairing, "
     "max_tokens, max_bytes, max_pairs, shard, n_shards, n_listed, listing_sha256, problem_list_sha256, "
     "metadata, dataset, metadata_sha256 FROM run",
     {"run_id", "tool_version", "language", "grammar", "grammar_version", "grammar_abi", "pairing",
      "max_tokens", "max_bytes", "max_pairs", "shard", "n_shards", "n_listed", "listing_sha256",
      "problem_list_sha256", "metadata", "dataset", "metadata_sha256"},
     true,
     false},
    {"dedup",
     "SELECT dedup_run_id, preset, run_length, set_threshold, multiset_threshold, min_tokens, "
     "renames_literals, n_bands, n_rows FROM dedup_run",
     {"dedup_run_id", "preset", "run_length", "set_threshold", "multiset_threshold", "min_tokens",
      "renames_literals", "n_bands", "n_rows"},
     true,
     false},
    {"split",
     "SELECT split_run_id, origin, seed, train, validation, test, closed_over, n_previous "
     "FROM split_run",
     {"split_run_id", "origin", "seed", "train", "validation", "test", "closed_over", "n_previous"},
     true,
     false},
    {"mutate",
     "SELECT mutate_run_id, per_program, distribution, distribution_of, seed, swaps_arguments, "
     "categories, splits, programs, max_tokens, "
     "n_programs, n_accepted, n_unused, n_equal, "
     "(SELECT coalesce(sum(n_mutants), 0) FROM mutate_rules) FROM mutate_run",
     {"mutate_run_id", "per_program", "distribution", "distribution_of", "seed", "swaps_arguments",
      "categories", "splits", "programs", "max_tokens", "n_programs", "n_accepted", "n_unused",
      "n_equal", "n_mutants"},
     true,
     true},
    {"origins",
     "SELECT origin, count(*), count(s.fix_id) FROM fixes LEFT JOIN splits s USING (fix_id) "
     "WHERE EXISTS (SELECT 1 FROM fixes WHERE origin <> 'real') GROUP BY origin "
     "ORDER BY CASE origin WHEN 'real' THEN 1 WHEN 'mutant' THEN 2 ELSE 3 END",
     {"origin", "fixes", "in_splits"},
     false,
     true},
    {"exclusions",
     "SELECT reason, count(DISTINCT fix_id), count(DISTINCT s.fix_id) FROM exclusions "
     "LEFT JOIN splits s USING (fix_id) GROUP BY reason ORDER BY reason",
     {"reason", "fixes", "in_splits"},
     false,
     false},
    {"steps",
     "SELECT command, options, changes FROM steps ORDER BY step_id",
     {"command", "options", "changes"},
     false,
     false},
    {"checks",
     "SELECT subject, name, options, n_items, n_programs, n_unread, n_found, n_marked, fingerprint "
     "FROM checks ORDER BY subject DESC, name, options",
     {"subject", "name", "options", "items", "programs", "unread", "found", "marked",
      "fingerprint_sha256"},
     false,
     false},
    {"groups",
     "SELECT split, count(*), count(DISTINCT group_id) FROM splits GROUP BY split "
     "ORDER BY CASE split WHEN 'train' THEN 1 WHEN 'validation' THEN 2 ELSE 3 END",
     {"split", "fixes", "groups"},
     false,
     false},
    {"largest_group",
     "SELECT count(*) AS n, split, count(DISTINCT problem_id), count(DISTINCT user_id) "
     "FROM splits JOIN fixes USING (fix_id) JOIN submissions ON submission_key = buggy "
     "GROUP BY group_id ORDER BY n DESC, group_id LIMIT 1",
     {"fixes", "split", "problems", "users"},
     true,
     false},
};

static const struct {
    const char *name, *sql;
} numbers[] = {
    {"n_fixes", "SELECT count(*) FROM fixes"},
    {"n_exclusions", "SELECT count(DISTINCT fix_id) FROM exclusions"},
    {"n_in_no_split", "SELECT count(*) FROM fix_marks WHERE split IS NULL"},
};

static struct json *read_row(struct db_statement *s, const char *const *keys)
{
    struct json *row = json_object();
    for (int i = 0; keys[i]; i++) {
        enum db_type type = db_type(s, i);
        if (type == DB_NUMBER)
            json_set_double(row, keys[i], db_double(s, i));
        else
            json_set_text(row, keys[i], type == DB_NULL ? NULL : db_text(s, i));
    }
    return row;
}

static int add_source(struct json *object, struct db *db, const struct source *source,
                      struct err *err)
{
    struct db_statement *s;
    struct json *rows = json_array();
    bool is_there = false;
    int status;
    if (db_prepare(&s, db, source->sql, err) != 0) {
        json_free(rows);
        return ERR;
    }
    while ((status = db_step(s, err)) == 1 && !(source->is_single && is_there)) {
        is_there = true;
        if (source->is_single)
            json_set(object, source->name, read_row(s, source->keys));
        else
            json_push(rows, read_row(s, source->keys));
    }
    db_finish(s);
    if (!source->is_single && (is_there || !source->is_of_made)) {
        json_set(object, source->name, rows);
        rows = NULL;
    } else if (!is_there && !source->is_of_made) {
        json_set_text(object, source->name, NULL);
    }
    json_free(rows);
    return status < 0 ? ERR : 0;
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
    for (size_t i = 0; i < sizeof sources / sizeof *sources && status == 0; i++)
        status = add_source(object, db, &sources[i], err);
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
