#include "db/store.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/verdicts.h"
#include "db/schema.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int store_create(struct db **out, const char *path, struct err *err)
{
    scoped(db) *db = NULL;
    if (db_open_new(&db, path, err) != 0 || db_execute(db, "BEGIN", err) != 0 ||
        schema_create(db, err) != 0 || db_trust_rows(db, err) != 0)
        return ERR;
    db_on_work(db, NULL, NULL); /* a stop ends long statements */
    *out = hand_over(db);
    return 0;
}

/* Checks the content of the file, and creates the schema if the file is empty. */
static int begin_or_go_on(struct db *db, bool *has_run, const char *path, struct err *err)
{
    int64_t n_tables, n_runs, n_done, application_id, version;
    *has_run = false;
    if (db_get_int(db, &n_tables, "SELECT count(*) FROM sqlite_master", err) != 0 ||
        db_get_int(db, &application_id, "PRAGMA application_id", err) != 0 ||
        db_get_int(db, &version, "PRAGMA user_version", err) != 0)
        return ERR;
    if (n_tables == 0 && application_id == 0)
        return schema_create(db, err);
    if (application_id != schema_application_id)
        return err_set(err, "'%s' is not a tokfix database, so it is not changed", path);
    if (version != schema_version)
        return err_set(err,
                       "'%s' was started by another version of tokfix (schema version %" PRId64
                       ", not %d); finish it with that version, or start again with --force",
                       path, version, schema_version);
    if (schema_check(db, NULL, path, err) != 0 ||
        db_get_int(db, &n_runs, "SELECT count(*) FROM run", err) != 0 ||
        db_get_int(db, &n_done,
                   "SELECT (SELECT count(metadata_sha256) FROM run) + (SELECT count(*) FROM "
                   "problems) + EXISTS (SELECT 1 FROM compared_pairs)",
                   err) != 0)
        return ERR;
    *has_run = n_runs != 0 && n_done != 0;
    return *has_run ? 0 : db_execute(db, "DELETE FROM run; DELETE FROM run_languages", err);
}

int store_create_in_steps(struct db **out, bool *has_run, const char *path, struct err *err)
{
    scoped(db) *db = NULL;
    if (db_open_in_steps(&db, path, err) != 0 || begin_or_go_on(db, has_run, path, err) != 0 ||
        db_trust_rows(db, err) != 0)
        return ERR;
    db_on_work(db, NULL, NULL);
    *out = hand_over(db);
    return 0;
}

int store_commit(struct db *db, struct err *err)
{
    return db_execute(db, "COMMIT; BEGIN EXCLUSIVE", err);
}

static int add_run_languages(struct db *db, const struct run_row *row, struct err *err)
{
    for (size_t i = 0; i < row->n_languages; i++) {
        const struct run_language *language = &row->languages[i];
        if (db_change(db, err,
                      "INSERT OR IGNORE INTO run_languages VALUES (?, (SELECT count(*) + 1 "
                      "FROM run_languages), ?, ?, ?)",
                      "ttti", language->name, language->grammar, language->grammar_version,
                      language->grammar_abi) != 0)
            return ERR;
    }
    return 0;
}

int store_add_run(struct db *db, const struct run_row *row, struct err *err)
{
    scoped(str) languages = {0};
    for (size_t i = 0; i < row->n_languages; i++)
        str_print(&languages, "%s%s", i ? "," : "", row->languages[i].name);
    if (db_change(db, err,
                  "INSERT INTO run VALUES (NULL, ?, ?, ?, nullif(?, 0), ?, ?, ?, ?, ?, ?, ?, ?, "
                  "coalesce(?, ''), ?, ?, ?, ?, ?, ?)",
                  "tttiiiiiitttttttttt", row->tool_version, row->pairing, row->failing,
                  row->max_tokens, row->max_bytes, row->max_pairs, row->shard, row->n_shards,
                  row->n_listed, row->listing_sha256, row->problem_list_sha256, row->source,
                  row->source_options, str_text(&languages), row->metadata, row->dataset,
                  row->metadata_sha256, row->prefix, row->files) != 0)
        return ERR;
    return add_run_languages(db, row, err);
}

int store_add_problem(struct db *db, const struct problem_row *row, struct err *err)
{
    if (db_change(db, err, "INSERT INTO problems VALUES (?, 1, ?, ?)", "ttt", row->problem_id,
                  row->name, row->contest) != 0)
        return ERR;
    return db_change(db, err, "INSERT INTO problem_runs VALUES (?, 1, ?, ?, ?, ?)", "ttiii",
                     row->problem_id, row->metadata_sha256, row->n_rows, row->n_unusable,
                     row->n_other_languages);
}

int store_add_problem_language(struct db *db, const struct problem_language_row *row,
                               struct err *err)
{
    return db_change(db, err, "INSERT INTO problem_languages VALUES (?, 1, ?, ?, ?, ?, ?, ?)",
                     "ttiiiii", row->key.problem_id, row->key.language, row->n_submissions,
                     row->n_histories, row->n_pairs, row->n_fixes, row->n_compared);
}

int store_add_identical_problem(struct db *db, int64_t cluster, const char *problem_id,
                                struct err *err)
{
    return db_change(db, err, "INSERT INTO identical_problems VALUES (1, ?, ?)", "it", cluster,
                     problem_id);
}

int store_add_problem_description(struct db *db, const char *problem_id, const char *sha256,
                                  struct err *err)
{
    return db_change(db, err, "INSERT INTO problem_descriptions VALUES (?, ?)", "tt", problem_id,
                     sha256);
}

static int store_add_source(struct db *db, const char *language, const struct source_row *source,
                            struct err *err)
{
    return db_change(db, err,
                     "INSERT INTO sources (language, sha256, n_bytes, n_tokens, code) "
                     "VALUES (?, ?, ?, ?, ?) ON CONFLICT (language, sha256) DO NOTHING",
                     "ttiib", language, source->sha256, (int64_t)source->n_bytes, source->n_tokens,
                     source->code, source->n_bytes);
}

static int store_add_submission(struct db *db, const struct submission_row *row, const char *sha256,
                                int64_t *key, struct err *err)
{
    int status = db_change(
        db, err,
        "INSERT INTO submissions (problem_id, submission_id, user_id, date, language, "
        "original_language, status, judged, encoding, source_key) VALUES (?1, ?2, ?3, ?4, ?5, ?6, "
        "?7, ?8, coalesce(?9, 'utf-8'), "
        "(SELECT source_key FROM sources WHERE language = ?5 AND sha256 = ?10))",
        "tttitttttt", row->problem_id, row->submission_id, row->user_id, row->date, row->language,
        row->original_language, row->status, verdict_name(row->status), row->encoding, sha256);
    *key = db_last_id(db);
    return status;
}

int store_add_program(struct db *db, const struct submission_row *row,
                      const struct source_row *source, int64_t *key, struct err *err)
{
    return store_add_source(db, row->language, source, err) == 0
               ? store_add_submission(db, row, source->sha256, key, err)
               : ERR;
}

/* For db_change(): the value and the letter of a column, and the arguments. */
#define VALUE             FIX_COLUMN_VALUE
#define OPTIONAL(name)    ", nullif(?, 0)"
#define TEXT_TYPE(name)   "t"
#define BYTES_TYPE(name)  "b"
#define NUMBER_TYPE(name) "i"
#define ITSELF(name)      , own.name
#define BYTES_OF(name)    , own.name, own.name##_length
#define BUGGY_OF(name)    , own.buggy_place.name
#define FIXED_OF(name)    , own.fixed_place.name

int store_add_fix(struct db *db, const struct fix_row *row, struct err *err)
{
    struct fix_row own = *row;
    if (!own.origin)
        own.origin = "real";
    if (!own.region)
        own.region = "code";
    return db_change(
        db, err,
        "INSERT INTO fixes (buggy_submission_key, fixed_submission_key" FIX_COLUMN_NAMES
        ") VALUES (?, ?" FIX_COLUMNS(VALUE, VALUE, VALUE, OPTIONAL, VALUE, VALUE) ")",
        "ii" FIX_COLUMNS(TEXT_TYPE, BYTES_TYPE, NUMBER_TYPE, NUMBER_TYPE, NUMBER_TYPE, NUMBER_TYPE),
        own.buggy, own.fixed FIX_COLUMNS(ITSELF, BYTES_OF, ITSELF, ITSELF, BUGGY_OF, FIXED_OF));
}

int store_add_input_error(struct db *db, const struct input_error_row *row, struct err *err)
{
    return db_change(db, err,
                     "INSERT INTO input_errors (run_key, kind, file, line, detail, problem_id) "
                     "VALUES (1, ?, ?, nullif(?, 0), ?, ?)",
                     "ttitt", row->kind, row->file, row->line, row->detail, row->problem_id);
}

int store_add_problem_reject(struct db *db, const struct problem_language *key, const char *reason,
                             const char *status, int64_t n_pairs, struct err *err)
{
    return db_change(db, err, "INSERT INTO problem_rejects VALUES (?, 1, ?, ?, ?, ?)", "tttti",
                     key->problem_id, key->language, reason, status, n_pairs);
}

int store_add_problem_status(struct db *db, const struct problem_language *key, const char *status,
                             const char *class, int64_t n_submissions, struct err *err)
{
    return db_change(db, err, "INSERT INTO problem_statuses VALUES (?, 1, ?, ?, ?, ?)", "tttti",
                     key->problem_id, key->language, status, class, n_submissions);
}

int store_add_problem_history_size(struct db *db, const struct problem_language *key,
                                   int64_t n_submissions, int64_t n_histories, struct err *err)
{
    return db_change(db, err, "INSERT INTO problem_history_sizes VALUES (?, 1, ?, ?, ?)", "ttii",
                     key->problem_id, key->language, n_submissions, n_histories);
}

int store_add_repository(struct db *db, const struct repository_row *row, struct err *err)
{
    return db_change(db, err, "INSERT INTO repositories VALUES (?, ?, ?, ?, ?)", "tttti",
                     row->problem_id, row->path, row->url, row->license, row->is_shallow);
}

int store_add_root_commit(struct db *db, const char *problem_id, const char *commit_id,
                          struct err *err)
{
    return db_change(db, err, "INSERT OR IGNORE INTO root_commits VALUES (?, ?)", "tt", problem_id,
                     commit_id);
}

int store_add_commit_count(struct db *db, const char *problem_id, const char *name, int64_t n,
                           struct err *err)
{
    return db_change(db, err, "INSERT INTO commit_counts VALUES (?, 1, ?, ?)", "tti", problem_id,
                     name, n);
}

int store_add_commit(struct db *db, const struct commit_row *row, struct err *err)
{
    return db_change(db, err,
                     "INSERT OR IGNORE INTO commits (problem_id, commit_id, parent_id, author_id, "
                     "author_date, commit_date, subject, keyword, sweep_size, n_pairs) "
                     "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                     "ttttiittii", row->problem_id, row->commit_id, row->parent_id, row->author_id,
                     row->author_date, row->commit_date, row->subject, row->keyword,
                     row->sweep_size, row->n_pairs);
}

int store_add_file_version(struct db *db, const char *problem_id,
                           const struct file_version_row *row, struct err *err)
{
    return db_change(db, err,
                     "INSERT INTO file_versions VALUES (?, (SELECT commit_key FROM commits "
                     "WHERE problem_id = ? AND commit_id = ?), ?, ?, ?, ?, ?)",
                     "ittttitt", row->submission_key, problem_id, row->commit_id, row->path,
                     row->blob_id, row->is_test, row->license, row->license_evidence);
}

static const char sums[] = {
#include "db/sums.sql.inc"
};

int store_sum_up(struct db *db, struct err *err)
{
    return db_execute(db, sums, err);
}

/* Computes the hash of the lines of all metadata files that could be read, problem_list.csv first.
 */
static int fingerprint(struct db *db, int64_t run_key, char hex[SHA256_HEX_SIZE], struct err *err)
{
    scoped(db_statement) *lines =
        db_query(db, err,
                 "SELECT problem_list_sha256 || '  problem_list.csv' || char(10) FROM run "
                 "WHERE run_key = ?1 AND problem_list_sha256 IS NOT NULL UNION ALL "
                 "SELECT * FROM (SELECT metadata_sha256 || '  ' || problem_id || '.csv' || "
                 "char(10) FROM problem_runs WHERE run_key = ?1 AND metadata_sha256 IS NOT NULL "
                 "ORDER BY problem_id)",
                 "i", run_key);
    struct sha256 *sha256 = sha256_new();
    int status;
    while ((status = db_step(lines, err)) == 1) {
        const char *line = db_text(lines, 0);
        sha256_add(sha256, line, db_text_length(lines, 0));
    }
    sha256_finish(sha256, hex);
    return status;
}

int store_finish_run(struct db *db, int64_t run_key, const char *dataset, const char *metadata,
                     struct err *err)
{
    char hex[SHA256_HEX_SIZE];
    if (fingerprint(db, run_key, hex, err) != 0)
        return ERR;
    return db_change(db, err,
                     "UPDATE run SET dataset = ?, metadata = ?, metadata_sha256 = ? "
                     "WHERE run_key = ?",
                     "ttti", dataset, metadata, hex, run_key);
}

int store_finish(struct db *db, struct err *err)
{
    int status = db_execute(db, "COMMIT", err);
    db_close(db);
    return status;
}
