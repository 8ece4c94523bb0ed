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

int store_add_step(struct db *db, const struct step *step, struct err *err)
{
    static const char change[] =
        "INSERT OR REPLACE INTO steps VALUES ("
        "(SELECT coalesce(max(step_key), 0) FROM steps) + NOT EXISTS ("
        "SELECT 1 FROM steps WHERE step_key = (SELECT max(step_key) FROM steps) AND command = ?1 "
        "AND (?1 IN ('dedup', 'mutate', 'verify') OR (?1 = 'split' AND (options = ?2 "
        "OR (?4 AND split_set = ?3))))), ?1, ?2, 1, ?3)";
    static const char look[] =
        "INSERT INTO steps SELECT NULL, ?1, ?2, 0, ?3 WHERE NOT EXISTS ("
        "SELECT 1 FROM steps WHERE command = ?1 AND options = ?2 AND NOT changes AND step_key > "
        "(SELECT coalesce(max(step_key), 0) FROM steps WHERE changes))";
    const char *options = step->options + strspn(step->options, " ");
    return step->is_look ? db_change(db, err, look, "ttt", step->command, options, step->split_set)
                         : db_change(db, err, change, "ttti", step->command, options,
                                     step->split_set, (int64_t)step->is_replacing);
}

int store_copy_steps(struct db *to, struct db *from, struct err *err)
{
    scoped(db_statement) *select =
        db_query(from, err,
                 "SELECT step_key, command, options, changes, split_set FROM steps "
                 "ORDER BY step_key",
                 NULL);
    scoped(db_statement) *insert =
        db_query(to, err, "INSERT INTO steps VALUES (?, ?, ?, ?, ?)", NULL);
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
