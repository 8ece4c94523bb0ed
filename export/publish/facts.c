/* Which items were written is known only here, so they become a temporary table, and SQLite counts.
 */
#include "export/publish/facts.h"

#include "db/query_table.h"
#include "db/store.h"
#include "fixes/fix_filter.h"

static const char tables[] = {
#include "export/publish/facts.sql.inc"
};
static const char duplicates[] = {
#include "export/publish/duplicates.sql.inc"
};

static const char make_written[] =
    "PRAGMA query_only = OFF;" /* temporary tables are changes, too */
    "DROP TABLE IF EXISTS temp.written; DROP TABLE IF EXISTS temp.published;"
    "CREATE TEMP TABLE written (row_key INTEGER PRIMARY KEY, fix_key, split, is_clean)";

static const char make_published[] =
    "CREATE TEMP TABLE published AS SELECT row_key, w.split, is_clean, f.category, f.origin, "
    "f.edit, f.parses, b.problem_id, b.user_id, coalesce(b.status, '') AS status, b.language, "
    "b.original_language, coalesce(p.contest, '') AS contest, b.date AS buggy_date, "
    "a.date AS fixed_date, b.encoding <> 'utf-8' AS buggy_is_encoded, "
    "a.encoding <> 'utf-8' AS fixed_is_encoded, "
    "EXISTS (SELECT 1 FROM repositories r WHERE r.problem_id = a.problem_id) AS is_of_git, "
    "(a.date <> 0 OR a.status IS NOT NULL) AS is_dated, " /* of a pair, 0 is unknown */
    "coalesce(" FIX_FILTER_FILE_LICENSE ", '') AS license "
    "FROM temp.written w CROSS JOIN fixes f USING (fix_key) "
    "JOIN submissions b ON b.submission_key = f.buggy_submission_key "
    "JOIN submissions a ON a.submission_key = f.fixed_submission_key "
    "JOIN problems p ON p.problem_id = b.problem_id";

static int list_written(struct db *db, const struct fix_item *items, size_t n, struct err *err)
{
    if (db_execute(db, make_written, err) != 0)
        return ERR;
    scoped(db_statement) *s = db_query(
        db, err, "INSERT INTO temp.written (fix_key, split, is_clean) VALUES (?, ?, ?)", NULL);
    for (size_t i = 0; i < n; i++)
        if (db_run(s, err, "iti", items[i].fix_key, split_names[items[i].values[BY_SPLIT]],
                   (int64_t)items[i].is_clean) != 0)
            return ERR;
    return s ? db_execute(db, make_published, err) : ERR;
}

static int count_only(struct db *db, const struct fix_item *items, size_t n, struct err *err)
{
    scoped_memory int64_t *fix_keys = mem_alloc(n, sizeof *fix_keys);
    size_t n_fixes = 0;
    for (size_t i = 0; i < n; i++)
        if (!items[i].is_clean)
            fix_keys[n_fixes++] = items[i].fix_key;
    return store_count_only(db, fix_keys, n_fixes, err);
}

static int add_duplicates(struct json *facts, struct db *db, struct err *err)
{
    int64_t n_runs;
    if (db_get_int(db, &n_runs, "SELECT count(*) FROM dedup_run", err) != 0)
        return ERR;
    struct json *counts = n_runs ? json_object() : NULL;
    json_add(facts, J_VALUE("duplicates", counts));
    return counts ? query_tables_collect(counts, db, duplicates, 0, err) : 0;
}

int facts_collect(struct json **out, struct db *db, const struct fix_item *items, size_t n,
                  struct err *err)
{
    scoped(json) *facts = json_object();
    int64_t is_read_only;
    *out = NULL;
    if (db_get_int(db, &is_read_only, "PRAGMA query_only", err) != 0 ||
        list_written(db, items, n, err) != 0 ||
        (is_read_only && db_execute(db, "PRAGMA query_only = ON", err) != 0) ||
        query_tables_collect(facts, db, tables, 0, err) != 0 ||
        count_only(db, items, n, err) != 0 || add_duplicates(facts, db, err) != 0)
        return ERR;
    *out = hand_over(facts);
    return 0;
}
