/* Opens an existing database. Nothing in the file is trusted before the file has been identified.
 */
#include "db/store.h"

#include "base/file_kind.h"
#include "base/str.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

const char *const store_origins[] = {"real", "mutant", "rewrite", NULL};
const char *const split_names[] = {"train", "validation", "test", "none", NULL};

int split_find(const char *name)
{
    int stratum = split_stratum(name);
    return stratum == STRATUM_NONE ? NO_SPLIT : stratum;
}

int split_stratum(const char *name)
{
    int number = 0;
    while (number < STRATUM_NONE && !(name && strcmp(split_names[number], name) == 0))
        number++;
    return number;
}

static int check(struct db *db, const char *path, struct err *err)
{
    int64_t application_id, version, n_runs, n_finished;
    if (db_get_int(db, &application_id, "PRAGMA application_id", err) != 0 ||
        db_get_int(db, &version, "PRAGMA user_version", err) != 0)
        return ERR;
    if (application_id != STORE_APPLICATION_ID)
        return err_set(err, "'%s' is not a tokfix database; tokfix mine makes one", path);
    if (version != STORE_SCHEMA_VERSION)
        return err_set(err,
                       "'%s' has schema version %" PRId64 ", and this tokfix reads version %d; "
                       "mine the dataset again, or use the tokfix that made it",
                       path, version, STORE_SCHEMA_VERSION);
    if (db_get_int(db, &n_runs, "SELECT count(*) FROM run", err) != 0 ||
        db_get_int(db, &n_finished, "SELECT count(metadata_sha256) FROM run", err) != 0)
        return ERR;
    if (n_finished == 1)
        return 0;
    return err_set(err,
                   n_runs == 1
                       ? "'%s' contains an unfinished run; finish it with tokfix mine --resume"
                       : "'%s' contains no finished run; mine the dataset again",
                   path);
}

static const char *text_or_null(struct db_statement *s, int column)
{
    return db_type(s, column) == DB_NULL ? NULL : db_text(s, column);
}

int store_read_run(struct db *db, struct run_row *row, struct db_statement **statement,
                   struct err *err)
{
    struct db_statement *s = *statement = db_query(
        db, err,
        "SELECT tool_version, language, grammar, grammar_version, grammar_abi, pairing, "
        "failing, max_tokens, max_bytes, max_pairs, shard, n_shards, n_listed, listing_sha256, "
        "problem_list_sha256, dataset, metadata_sha256, metadata, source FROM run",
        NULL);
    int status = db_step(s, err);
    if (status != 1)
        return status;
    *row = (struct run_row){
        .tool_version = db_text(s, 0),
        .language = db_text(s, 1),
        .grammar = db_text(s, 2),
        .grammar_version = db_text(s, 3),
        .grammar_abi = db_int(s, 4),
        .pairing = db_text(s, 5),
        .failing = db_text(s, 6),
        .max_tokens = db_int(s, 7),
        .max_bytes = db_int(s, 8),
        .max_pairs = db_int(s, 9),
        .shard = db_int(s, 10),
        .n_shards = db_int(s, 11),
        .n_listed = db_int(s, 12),
        .listing_sha256 = db_text(s, 13),
        .problem_list_sha256 = text_or_null(s, 14),
        .dataset = text_or_null(s, 15),
        .metadata_sha256 = text_or_null(s, 16),
        .metadata = text_or_null(s, 17),
        .source = db_text(s, 18),
    };
    return 1;
}

/* By kind of file that is not a database: what it is, and the command that reads it. */
static const char *const what_else[] = {
    [FILE_KIND_OTHER] = NULL,
    [FILE_KIND_DATABASE] = NULL,
    [FILE_KIND_FOLDER] =
        "is a folder, not a database; tokfix mine makes a database from a dataset, and "
        "tokfix validate checks a published folder",
    [FILE_KIND_ARCHIVE] =
        "is compressed or an archive, not a database; tokfix mine makes a database "
        "from an archive of CodeNet",
    [FILE_KIND_EMPTY] = "is empty, not a database; tokfix mine makes one",
    [FILE_KIND_JSON] = "contains JSON, not a database; tokfix validate checks exported rows",
    [FILE_KIND_TEXT] = "is text, not a database; tokfix diff compares two "
                       "programs, and tokfix tokens prints the tokens of one",
};

static int open_with(struct db **out, const char *path,
                     int (*open)(struct db **out, const char *path, struct err *err),
                     struct err *err)
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
    if (open(&db, path, err) != 0 || check(db, path, err) != 0)
        return ERR;
    *out = hand_over(db);
    return 0;
}

int store_open(struct db **out, const char *path, struct err *err)
{
    scoped(db) *db = NULL;
    if (open_with(&db, path, db_open_readonly, err) != 0 || db_execute(db, "BEGIN", err) != 0)
        return ERR;
    *out = hand_over(db);
    return 0;
}

int store_open_update(struct db **out, const char *path, struct err *err)
{
    return open_with(out, path, db_open_update, err);
}

/* Names in a temporary view are looked up among temporary ones first. So the views of the database
 * count only the chosen fixes after they are created again as temporary views. */
static int shadow_views(struct db *db, struct err *err)
{
    scoped(str) sql = {0};
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT substr(sql, length('CREATE VIEW ') + 1) FROM main.sqlite_master "
                 "WHERE type = 'view' AND name <> 'counted_fixes'",
                 NULL);
    int status;
    str_add_text(&sql, "CREATE TEMP VIEW IF NOT EXISTS counted_fixes AS "
                       "SELECT f.* FROM main.fixes f JOIN temp.chosen_fixes USING (fix_key);");
    while ((status = db_step(s, err)) == 1)
        str_print(&sql, "CREATE TEMP VIEW IF NOT EXISTS %s;", db_text(s, 0));
    return status == 0 ? db_execute(db, str_text(&sql), err) : ERR;
}

int store_count_only(struct db *db, const int64_t *fix_keys, size_t n, struct err *err)
{
    /* Temporary tables are changes, too, and query_only would refuse them. */
    if (db_execute(db,
                   "PRAGMA query_only = OFF; PRAGMA temp_store = MEMORY; "
                   "CREATE TEMP TABLE IF NOT EXISTS chosen_fixes "
                   "(fix_key INTEGER PRIMARY KEY); DELETE FROM temp.chosen_fixes",
                   err) != 0)
        return ERR;
    scoped(db_statement) *s = db_query(db, err, "INSERT INTO temp.chosen_fixes VALUES (?)", NULL);
    for (size_t i = 0; i < n; i++)
        if (db_run(s, err, "i", fix_keys[i]) != 0)
            return ERR;
    return s && shadow_views(db, err) == 0 ? db_execute(db, "PRAGMA query_only = ON", err) : ERR;
}
