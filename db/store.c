/* Writes a database, and opens one that exists. Nothing in a file is trusted before the file has
 * been identified. */
#include "db/store.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/verdicts.h"
#include "db/schema.h"
#include "db/store_log.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Creating ---- */

static int read_identity(struct db *db, int64_t *application_id, int64_t *version, struct err *err)
{
    return db_get_int(db, application_id, "PRAGMA application_id", err) == 0
               ? db_get_int(db, version, "PRAGMA user_version", err)
               : ERR;
}

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
        read_identity(db, &application_id, &version, err) != 0)
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

int store_finish(struct db *db, struct err *err)
{
    int status = db_execute(db, "COMMIT", err);
    db_close(db);
    return status;
}

/* ---- Opening ---- */

/* Appends the command lines that made a database of another version. Returns whether it has any. */
static bool add_commands(struct str *out, struct db *db)
{
    static const char older[] = {
#include "db/older.sql.inc"
    };
    scoped(db_statement) *s = db_query(db, NULL, older, NULL);
    if (!s)
        s = db_query(db, NULL, "SELECT 0, 0, 0, line FROM main.steps ORDER BY step_key", NULL);
    while (db_step(s, NULL) == 1) {
        const char *rest = db_text(s, 3);
        scoped(str) word = {0};
        str_add_text(out, out->length ? " && " : "");
        if (!db_int(s, 2))
            str_add_text(out, rest);
        for (const char *gap = ""; db_int(s, 2) && word_list_next(&word, &rest); gap = " ") {
            str_add_text(out, gap);
            shell_add_word(out, str_text(&word));
        }
    }
    return out->length > 0;
}

/* Says with which commands the database can be made again. */
static int refuse_version(struct db *db, int64_t version, const char *path, struct err *err)
{
    scoped(str) commands = {0};
    bool is_told =
        add_commands(&commands, db) && commands.length + strlen(path) + 256 < sizeof err->message;
    return err_set(err,
                   "'%s' has schema version %" PRId64 ", and this tokfix reads version %d; "
                   "%s, or use the tokfix that made it%s%s",
                   path, version, schema_version,
                   is_told ? "make it again in the folder of the dataset"
                           : "mine the dataset again, with the options in the tables run and steps",
                   is_told ? ": " : "", is_told ? str_text(&commands) : "");
}

static int check(struct db *db, const char *path, struct err *err)
{
    int64_t application_id, version, n_runs, n_finished;
    if (read_identity(db, &application_id, &version, err) != 0)
        return ERR;
    if (application_id != schema_application_id)
        return err_set(err, "'%s' is not a tokfix database; tokfix mine makes one", path);
    if (version != schema_version)
        return refuse_version(db, version, path, err);
    if (schema_check(db, NULL, path, err) != 0 ||
        db_get_int(db, &n_runs, "SELECT count(*) FROM run", err) != 0 ||
        db_get_int(db, &n_finished, "SELECT count(metadata_sha256) FROM run", err) != 0)
        return ERR;
    if (n_finished && n_finished == n_runs)
        return 0;
    return err_set(err,
                   n_runs == 1
                       ? "'%s' contains an unfinished run; finish it with tokfix mine --resume"
                       : "'%s' contains no finished run; mine the dataset again",
                   path);
}

/* By kind of file that is not a database: what it is, and the command that reads it. */
static const char *const what_else[] = {
    [FILE_KIND_OTHER] = NULL,
    [FILE_KIND_DATABASE] = NULL,
    [FILE_KIND_FOLDER] = "is a folder, not a database; tokfix mine makes a database from a dataset",
    [FILE_KIND_ARCHIVE] =
        "is compressed or an archive, not a database; tokfix mine makes a database "
        "from an archive of CodeNet",
    [FILE_KIND_EMPTY] = "is empty, not a database; tokfix mine makes one",
    [FILE_KIND_JSON] = "contains JSON, not a database; give the database of tokfix mine",
    [FILE_KIND_TEXT] = "is text, not a database; give the database of tokfix mine (tokfix diff "
                       "compares two programs)",
};

/* Opens and checks the database, in the transaction that `begin` starts. */
static int open_with(struct db **out, const char *path,
                     int (*open)(struct db **out, const char *path, struct err *err),
                     const char *begin, struct err *err)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return err_set(err, "cannot open the database '%s': %s; tokfix mine makes one", path,
                       strerror(errno));
    if (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))
        return err_set(err, "'%s' is not a regular file", path);
    const char *other = what_else[file_kind_at(path)];
    if (other)
        return err_set(err, "'%s' %s", path, other);
    scoped(db) *db = NULL;
    if (open(&db, path, err) != 0 || db_execute(db, begin, err) != 0 || check(db, path, err) != 0)
        return ERR;
    *out = hand_over(db);
    return 0;
}

int store_open(struct db **out, const char *path, struct err *err)
{
    return open_with(out, path, db_open_readonly, "BEGIN", err);
}

int store_open_update(struct db **out, const char *path, struct err *err)
{
    scoped(db) *db = NULL;
    if (open_with(&db, path, db_open_update, "", err) != 0 || db_trust_rows(db, err) != 0)
        return ERR;
    *out = hand_over(db);
    return 0;
}

/* Offset of the application ID in an SQLite header: four bytes, big-endian
 * (sqlite.org/fileformat.html). */
enum { APPLICATION_ID = 68 };

static bool is_store(const struct file_start *start)
{
    uint32_t id = 0;
    for (size_t i = APPLICATION_ID; i < APPLICATION_ID + 4; i++)
        id = id << 8 | (unsigned char)start->bytes[i];
    return start->kind == FILE_KIND_DATABASE && id == schema_application_id;
}

int replacing_is_safe(const char *path, bool by_database, struct err *err)
{
    struct file_start start;
    if (access(path, F_OK) != 0)
        return 0;
    if (file_start_read(&start, path, err) != 0)
        return ERR;
    if (!start.length || (by_database ? is_store(&start) : start.kind != FILE_KIND_DATABASE))
        return 0;
    return err_set(err, "'%s' is %s, so it is not replaced; name another file with -o", path,
                   by_database ? "not a tokfix database" : "a database");
}

/* ---- Runs ---- */

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

static const char *text_or_null(struct db_statement *s, int column, struct arena *arena)
{
    return db_type(s, column) == DB_NULL ? NULL : db_copy_text(s, column, arena);
}

/* Of the languages in the database, reads those of the run. */
static int read_run_languages(struct db *db, struct run_row *row, const char *names,
                              struct arena *arena, struct err *err)
{
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT language, grammar, grammar_version, grammar_abi FROM run_languages "
                 "WHERE instr(',' || ? || ',', ',' || language || ',') ORDER BY sort_order",
                 "t", names);
    int status;
    while ((status = db_step(s, err)) == 1) {
        if (row->n_languages == MAX_RUN_LANGUAGES)
            return err_set(err, "the database has more than %d languages", MAX_RUN_LANGUAGES);
        row->languages[row->n_languages++] =
            (struct run_language){db_copy_text(s, 0, arena), db_copy_text(s, 1, arena),
                                  db_copy_text(s, 2, arena), db_int(s, 3)};
    }
    return status;
}

int store_read_runs(struct db *db, struct run_row **list, size_t *n, struct arena *arena,
                    struct err *err)
{
    int64_t n_runs;
    if (db_get_int(db, &n_runs, "SELECT min(count(*), 10000) FROM run", err) != 0)
        return ERR;
    scoped(db_statement) *s = db_query(
        db, err,
        "SELECT tool_version, pairing, failing, max_tokens, max_bytes, max_pairs, shard, "
        "n_shards, n_listed, listing_sha256, problem_list_sha256, dataset, metadata_sha256, "
        "metadata, source, source_options, languages, run_key, prefix, files FROM run "
        "ORDER BY run_key LIMIT 10000",
        NULL);
    int status;
    *n = 0;
    *list = arena_alloc(arena, (size_t)n_runs, sizeof **list);
    while ((status = db_step(s, err)) == 1) {
        struct run_row *row = &(*list)[(*n)++];
        *row = (struct run_row){
            .tool_version = db_copy_text(s, 0, arena),
            .pairing = db_copy_text(s, 1, arena),
            .failing = db_copy_text(s, 2, arena),
            .max_tokens = db_int(s, 3),
            .max_bytes = db_int(s, 4),
            .max_pairs = db_int(s, 5),
            .shard = db_int(s, 6),
            .n_shards = db_int(s, 7),
            .n_listed = db_int(s, 8),
            .listing_sha256 = db_copy_text(s, 9, arena),
            .problem_list_sha256 = text_or_null(s, 10, arena),
            .dataset = text_or_null(s, 11, arena),
            .metadata_sha256 = text_or_null(s, 12, arena),
            .metadata = text_or_null(s, 13, arena),
            .source = db_copy_text(s, 14, arena),
            .source_options = db_copy_text(s, 15, arena),
            .run_key = db_int(s, 17),
            .prefix = text_or_null(s, 18, arena),
            .files = text_or_null(s, 19, arena),
        };
        if (read_run_languages(db, row, db_text(s, 16), arena, err) != 0)
            return ERR;
    }
    return status;
}

int store_read_run(struct db *db, struct run_row *row, struct arena *arena, struct err *err)
{
    struct run_row *list;
    size_t n;
    if (store_read_runs(db, &list, &n, arena, err) != 0)
        return ERR;
    if (n)
        *row = list[0];
    return n != 0;
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

/* ---- Rows ---- */

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

/* ---- Command lines and checks ---- */

/* Of the whole file, also if it is viewed as a database of one language. */
static const char listing[] =
    "SELECT " FIX_ID ", bs.sha256, "
    "fs.sha256, b.user_id, b.status, b.date, a.date, b.original_language, "
    "CASE f.origin WHEN 'real' THEN '' ELSE f.origin || ' ' END || f.edit, f.category, "
    "f.pattern, f.role, f.before, f.after, f.start_byte, f.end_byte, f.line, f.column, "
    "f.token_index, f.n_tokens, f.repair_in_program, f.dialect, "
    "(SELECT group_concat(split_set || ' ' || split) FROM (SELECT split_set, split "
    "FROM main.set_splits WHERE fix_key = f.fix_key ORDER BY split_set)), "
    "m.is_duplicate, m.is_conflicting, "
    "(SELECT group_concat('in ' || split_set) FROM (SELECT DISTINCT split_set "
    "FROM main.set_exclusions WHERE fix_key = f.fix_key ORDER BY split_set)) "
    "FROM main.fixes f JOIN main.submissions b ON b.submission_key = f.buggy_submission_key "
    "JOIN main.submissions a ON a.submission_key = f.fixed_submission_key "
    "JOIN main.sources bs ON bs.source_key = b.source_key JOIN main.sources fs ON fs.source_key = "
    "a.source_key "
    "JOIN main.fix_marks m USING (fix_key) ORDER BY f.fix_key";

int store_fingerprint(char hex[SHA256_HEX_SIZE], struct db *db, struct err *err)
{
    return db_hash_rows(hex, db, listing, err);
}

int store_add_step(struct db *db, const char *words, const char *output, struct err *err)
{
    scoped(str) name = {0}, word = {0};
    if (output) {
        file_add_name(&name, output);
        shell_add_path(&word, str_text(&name));
    }
    return db_change(db, err,
                     "INSERT INTO steps (words, output) SELECT ?1, ?2 WHERE ?1 IS NOT "
                     "(SELECT words FROM steps ORDER BY step_key DESC LIMIT 1)",
                     "tt", words, output ? str_text(&word) : NULL);
}

int store_copy_steps(struct db *to, struct db *from, struct err *err)
{
    scoped(db_statement) *select =
        db_query(from, err, "SELECT step_key, words, output FROM steps ORDER BY step_key", NULL);
    scoped(db_statement) *insert = db_query(to, err, "INSERT INTO steps VALUES (?, ?, ?)", NULL);
    return db_copy_rows(insert, select, err);
}

static const char results[] = {
#include "db/checks.sql.inc"
};

int store_add_checks(struct db *db, const char *report, const char *fingerprint, struct err *err)
{
    scoped(str) sql = {0};
    str_print(&sql, "INSERT OR REPLACE INTO set_checks %s", results);
    return db_change(db, err, str_text(&sql), "tt", report, fingerprint);
}

int store_has_checks(struct db *db, const char *report, const char *fingerprint, struct err *err)
{
    scoped(str) sql = {0};
    str_print(&sql, "SELECT 1 WHERE NOT EXISTS (%s EXCEPT SELECT * FROM set_checks)", results);
    return db_change(db, err, str_text(&sql), "tt", report, fingerprint);
}
