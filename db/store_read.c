/* Opens an existing database. Nothing in the file is trusted before the file has been identified.
 */
#include "db/store.h"

#include "base/file.h"
#include "base/str.h"
#include "db/schema.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    if (db_get_int(db, &application_id, "PRAGMA application_id", err) != 0 ||
        db_get_int(db, &version, "PRAGMA user_version", err) != 0)
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

/* Names in a temporary view are looked up among temporary ones first. So the views of the database
 * see other temporary views instead of its tables after they are created again as temporary views.
 */
static int shadow_view(void *context, const char *sql, struct err *err)
{
    scoped(str) create = {0};
    str_print(&create, "CREATE TEMP VIEW IF NOT EXISTS %s", sql);
    return db_execute(context, str_text(&create), err);
}

/* A row of a table p that has one of these columns is of the viewed language if the condition
 * holds. The first column that a table has decides. */
static const struct {
    const char *column, *condition;
} of_language[] = {
    {"language", "language IN temp.viewed_languages"},
    {"fix_key", "fix_key IN temp.chosen_fixes"},
    {"fix_key_a", "fix_key_a IN temp.chosen_fixes"},
    {"submission_key", "(SELECT language FROM main.submissions s WHERE s.submission_key = "
                       "p.submission_key) IN temp.viewed_languages"},
};

static const char views_of_sums[] = {
#include "db/one_language.sql.inc"
};

/* Temporary tables and views are changes, too, and query_only would refuse them. */
static int allow_views(struct db *db, int64_t *is_read_only, struct err *err)
{
    if (db_get_int(db, is_read_only, "PRAGMA query_only", err) != 0)
        return ERR;
    return db_execute(db, "PRAGMA query_only = OFF", err);
}

static int finish_views(struct db *db, int64_t is_read_only, struct err *err)
{
    if (schema_each_view(shadow_view, db, err) != 0)
        return ERR;
    return is_read_only ? db_execute(db, "PRAGMA query_only = ON", err) : 0;
}

/* Creates a view of each table with this column, unless it has one. */
static int view_tables(struct db *db, const char *column, const char *condition, struct err *err)
{
    scoped(str) sql = {0};
    scoped(db_statement) *tables =
        db_query(db, err,
                 "SELECT t.name FROM main.sqlite_master t JOIN pragma_table_info(t.name) c "
                 "WHERE t.type = 'table' AND c.name = ?",
                 "t", column);
    int status;
    while ((status = db_step(tables, err)) == 1)
        str_print(&sql, "CREATE TEMP VIEW IF NOT EXISTS %s AS SELECT * FROM main.%s p WHERE %s;",
                  db_text(tables, 0), db_text(tables, 0), condition);
    return status == 0 ? db_execute(db, str_text(&sql), err) : ERR;
}

/* Replaces the chosen fixes by those with the keys. */
static int choose(struct db *db, const int64_t *fix_keys, size_t n, struct err *err)
{
    if (db_execute(db,
                   "CREATE TEMP TABLE IF NOT EXISTS chosen_fixes (fix_key INTEGER PRIMARY KEY); "
                   "DELETE FROM temp.chosen_fixes",
                   err) != 0)
        return ERR;
    for (size_t i = 0; i < n; i++)
        if (db_change(db, err, "INSERT INTO temp.chosen_fixes VALUES (?)", "i", fix_keys[i]) != 0)
            return ERR;
    return 0;
}

/* Chooses the fixes in a language. */
static int choose_language(struct db *db, const char *language, struct err *err)
{
    if (choose(db, NULL, 0, err) != 0 ||
        db_execute(db,
                   "CREATE TEMP TABLE IF NOT EXISTS viewed_languages (name TEXT PRIMARY KEY); "
                   "DELETE FROM temp.viewed_languages",
                   err) != 0 ||
        db_change(db, err, "INSERT INTO temp.viewed_languages VALUES (?)", "t", language) != 0)
        return ERR;
    return db_execute(db,
                      "INSERT INTO temp.chosen_fixes SELECT fix_key FROM main.fixes JOIN "
                      "main.submissions ON submission_key = buggy_submission_key WHERE language IN "
                      "temp.viewed_languages",
                      err);
}

int store_view_language(struct db *db, const char *language, struct err *err)
{
    int64_t is_read_only;
    int has_others =
        db_change(db, err, "SELECT 1 FROM main.run_languages WHERE language <> ?", "t", language);
    if (has_others != 1)
        return has_others;
    if (allow_views(db, &is_read_only, err) != 0 || choose_language(db, language, err) != 0 ||
        db_execute(db, views_of_sums, err) != 0)
        return ERR;
    for (size_t i = 0; i < sizeof of_language / sizeof *of_language; i++)
        if (view_tables(db, of_language[i].column, of_language[i].condition, err) != 0)
            return ERR;
    return finish_views(db, is_read_only, err);
}

int store_view_split_set(struct db *db, const char *name, struct err *err)
{
    int64_t is_read_only;
    int is_chosen =
        db_change(db, err, "SELECT 1 FROM chosen_split_set WHERE split_set = ?", "t", name);
    if (is_chosen != 0)
        return is_chosen < 0 ? ERR : 0;
    if (allow_views(db, &is_read_only, err) != 0 ||
        db_execute(db,
                   "CREATE TEMP TABLE IF NOT EXISTS viewed_split_set (split_set TEXT); "
                   "DELETE FROM temp.viewed_split_set; DROP VIEW IF EXISTS temp.chosen_split_set; "
                   "CREATE TEMP VIEW chosen_split_set AS "
                   "SELECT split_set FROM temp.viewed_split_set",
                   err) != 0 ||
        db_change(db, err, "INSERT INTO temp.viewed_split_set VALUES (?)", "t", name) != 0)
        return ERR;
    return finish_views(db, is_read_only, err);
}

int store_choose_split_set(struct db *db, const char *path, const char *name, bool needs,
                           struct err *err)
{
    const char *wanted = name ? name : SPLIT_SET_DEFAULT;
    scoped(str) names = {0};
    bool is_there = false;
    int status;
    scoped(db_statement) *s =
        db_query(db, err, "SELECT split_set FROM split_sets ORDER BY split_set", NULL);
    while ((status = db_step(s, err)) == 1) {
        is_there = is_there || strcmp(db_text(s, 0), wanted) == 0;
        str_print(&names, "%s%s", names.length ? ", " : "", db_text(s, 0));
    }
    if (status < 0)
        return ERR;
    if (!is_there && name && !names.length)
        return err_set(err,
                       "'%s' has no split sets; make this one with: tokfix split --split-set %s",
                       path, name);
    if (!is_there && (name || (needs && names.length)))
        return err_set(err, "'%s' has no split set '%s'%s; choose one with --split-set: %s", path,
                       wanted, *wanted ? "" : " (the name is empty)", str_text(&names));
    return store_view_split_set(db, wanted, err);
}

int store_read_parts(unsigned *parts, struct db *db, struct err *err)
{
    int64_t n_folds;
    if (db_get_int(db, &n_folds, "SELECT coalesce((SELECT n_folds FROM split_run), -1)", err) != 0)
        return ERR;
    *parts = n_folds < 0 ? 0 : split_parts(n_folds);
    return 0;
}

int store_check_part(unsigned parts, const char *name, struct err *err)
{
    int split = split_find(name), last = SPLIT_FOLDS;
    if (split == NO_SPLIT || parts >> split & 1)
        return 0;
    while (parts >> (last + 1))
        last++;
    return err_set(err, "the split set has no split '%s'; it has %s%s", name,
                   parts >> SPLIT_FOLDS ? "fold1 to " : "train, validation and test",
                   parts >> SPLIT_FOLDS ? split_names[last] : "");
}

int store_count_only(struct db *db, const int64_t *fix_keys, size_t n, struct err *err)
{
    int64_t is_read_only;
    if (allow_views(db, &is_read_only, err) != 0 || choose(db, fix_keys, n, err) != 0 ||
        db_execute(db,
                   "DROP VIEW IF EXISTS temp.counted_fixes; CREATE TEMP VIEW counted_fixes AS "
                   "SELECT f.* FROM main.fixes f JOIN temp.chosen_fixes USING (fix_key)",
                   err) != 0)
        return ERR;
    return finish_views(db, is_read_only, err);
}

/* The order of users by their first submission. Ids of submissions distinguish equal dates. */
static const char number_users[] =
    "INSERT INTO temp.shown_users SELECT '', '' UNION ALL "
    "SELECT user_id, printf('u%04d', row_number() OVER (ORDER BY "
    "date, problem_id, submission_id)) FROM (SELECT *, row_number() OVER (PARTITION BY user_id "
    "ORDER BY date, problem_id, submission_id) AS place FROM main.submissions WHERE user_id <> '') "
    "WHERE place = 1";

static int hash_users(struct db *db, const char *salt, struct err *err)
{
    scoped(db_statement) *users =
        db_query(db, err, "SELECT DISTINCT user_id FROM main.submissions", NULL);
    int status = 0;
    while (status == 0 && (status = db_step(users, err)) == 1) {
        char hex[SHA256_HEX_SIZE];
        struct sha256 *sum = sha256_new();
        sha256_add(sum, salt, strlen(salt) + 1);
        sha256_add(sum, db_text(users, 0), strlen(db_text(users, 0)));
        sha256_finish(sum, hex);
        status = db_change(db, err, "INSERT INTO temp.shown_users VALUES (?, substr(?, 1, 16))",
                           "tt", db_text(users, 0), *db_text(users, 0) ? hex : "");
    }
    return status;
}

int store_rename_users(struct db *db, const char *salt, struct err *err)
{
    int64_t is_read_only;
    if (allow_views(db, &is_read_only, err) != 0 ||
        db_execute(db,
                   "CREATE TEMP TABLE shown_users (user_id TEXT PRIMARY KEY, shown TEXT NOT NULL)",
                   err) != 0 ||
        (salt ? hash_users(db, salt, err) : db_execute(db, number_users, err)) != 0)
        return ERR;
    return is_read_only ? db_execute(db, "PRAGMA query_only = ON", err) : 0;
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
