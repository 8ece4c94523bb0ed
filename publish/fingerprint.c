/* See fingerprint.h. */
#include "publish/fingerprint.h"

#include <string.h>

static const char listing[] =
    "SELECT b.problem_id || '-' || b.submission_id || '-' || a.submission_id, bs.sha256, "
    "fs.sha256, b.user_id, b.status, b.date, a.date, b.original_language, "
    "CASE f.origin WHEN 'real' THEN '' ELSE f.origin || ' ' END || f.edit, f.category, "
    "f.pattern, f.role, f.before, f.after, f.start_byte, f.end_byte, f.line, f.column, "
    "f.token_index, f.n_tokens, f.repair_in_program, f.dialect, m.split, m.is_duplicate, "
    "m.is_conflicting, m.is_excluded "
    "FROM fixes f JOIN submissions b ON b.submission_key = f.buggy "
    "JOIN submissions a ON a.submission_key = f.fixed "
    "JOIN sources bs ON bs.source_id = b.source_id JOIN sources fs ON fs.source_id = a.source_id "
    "JOIN fix_marks m USING (fix_id) ORDER BY f.fix_id";
enum { N_COLUMNS = 26 };

int fingerprint_store(char hex[SHA256_HEX_SIZE], struct db *db, struct err *err)
{
    struct db_statement *s;
    int status;
    if (db_prepare(&s, db, listing, err) != 0)
        return ERR;
    struct sha256 *sum = sha256_new();
    while ((status = db_step(s, err)) == 1)
        for (int i = 0; i < N_COLUMNS; i++) {
            const char *text = db_text(s, i);
            sha256_add(sum, text, strlen(text) + 1);
        }
    sha256_finish(sum, hex);
    db_finish(s);
    return status;
}
