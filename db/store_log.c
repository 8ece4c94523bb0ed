#include "db/store_log.h"

#include "base/str.h"
#include "db/fix_names.h"

#include <string.h>

/* Of the whole file, also if it is viewed as a database of one language. */
static const char listing[] =
    "SELECT " FIX_ID ", bs.sha256, "
    "fs.sha256, b.user_id, b.status, b.date, a.date, b.original_language, "
    "CASE f.origin WHEN 'real' THEN '' ELSE f.origin || ' ' END || f.edit, f.category, "
    "f.pattern, f.role, f.before, f.after, f.start_byte, f.end_byte, f.line, f.column, "
    "f.token_index, f.n_tokens, f.repair_in_program, f.dialect, m.split, m.is_duplicate, "
    "m.is_conflicting, m.is_excluded "
    "FROM main.fixes f JOIN main.submissions b ON b.submission_key = f.buggy_submission_key "
    "JOIN main.submissions a ON a.submission_key = f.fixed_submission_key "
    "JOIN main.sources bs ON bs.source_key = b.source_key JOIN main.sources fs ON fs.source_key = "
    "a.source_key "
    "JOIN main.fix_marks m USING (fix_key) ORDER BY f.fix_key";

int store_fingerprint(char hex[SHA256_HEX_SIZE], struct db *db, struct err *err)
{
    return db_hash_rows(hex, db, listing, err);
}

int store_add_step(struct db *db, const char *command, const char *options, bool changes,
                   struct err *err)
{
    static const char change[] =
        "INSERT OR REPLACE INTO steps VALUES ("
        "(SELECT coalesce(max(step_key), 0) FROM steps) + NOT EXISTS ("
        "SELECT 1 FROM steps WHERE command = ?1 AND ?1 IN ('dedup', 'mutate', 'split', 'verify') "
        "AND step_key = (SELECT max(step_key) FROM steps)), ?1, ?2, 1)";
    static const char look[] =
        "INSERT INTO steps (command, options, changes) SELECT ?1, ?2, 0 WHERE NOT EXISTS ("
        "SELECT 1 FROM steps WHERE command = ?1 AND options = ?2 AND NOT changes AND step_key > "
        "(SELECT coalesce(max(step_key), 0) FROM steps WHERE changes))";
    return db_change(db, err, changes ? change : look, "tt", command,
                     options + strspn(options, " "));
}

int store_copy_steps(struct db *to, struct db *from, struct err *err)
{
    scoped(db_statement) *select = db_query(
        from, err, "SELECT step_key, command, options, changes FROM steps ORDER BY step_key", NULL);
    scoped(db_statement) *insert = db_query(to, err, "INSERT INTO steps VALUES (?, ?, ?, ?)", NULL);
    return db_copy_rows(insert, select, err);
}

static const char results[] = {
#include "db/checks.sql.inc"
};

int store_add_checks(struct db *db, const char *report, const char *fingerprint, struct err *err)
{
    scoped(str) sql = {0};
    str_print(&sql, "INSERT OR REPLACE INTO checks %s", results);
    return db_change(db, err, str_text(&sql), "tt", report, fingerprint);
}

int store_has_checks(struct db *db, const char *report, const char *fingerprint, struct err *err)
{
    scoped(str) sql = {0};
    str_print(&sql, "SELECT 1 WHERE NOT EXISTS (%s EXCEPT SELECT * FROM checks)", results);
    return db_change(db, err, str_text(&sql), "tt", report, fingerprint);
}
