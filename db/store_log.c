#include "db/store_log.h"

#include "base/file.h"
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
