/* Which items were written is known only here, so they become a temporary table, and SQLite counts.
 */
#include "export/publish/facts.h"

#include "base/template.h"
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
    "coalesce((SELECT license FROM fix_files o WHERE o.fix_key = f.fix_key), '') AS license "
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

/* Appends the queries with the columns of the splits or folds. */
static int add_queries(struct str *out, unsigned parts, struct err *err)
{
    scoped(str) totals = {0}, names = {0};
    for (int split = 0; split < N_PARTS; split++) {
        const char *name = split_names[split];
        if (parts >> split & 1) {
            str_print(&names, "%s%s", names.length ? ", " : "", name);
            str_print(&totals, "%stotal(split = '%s') AS %s", totals.length ? ", " : "", name,
                      name);
        }
    }
    scoped(json) *values =
        json_make(J_TEXT("totals", str_text(&totals)), J_TEXT("names", str_text(&names)));
    return template_add(out, "facts.sql", tables, values, NULL, err);
}

int facts_collect(struct json **out, struct db *db, unsigned parts, const struct fix_item *items,
                  size_t n, struct err *err)
{
    scoped(json) *facts = json_object();
    scoped(str) queries = {0};
    int64_t is_read_only;
    *out = NULL;
    if (db_get_int(db, &is_read_only, "PRAGMA query_only", err) != 0 ||
        add_queries(&queries, parts, err) != 0 || list_written(db, items, n, err) != 0 ||
        (is_read_only && db_execute(db, "PRAGMA query_only = ON", err) != 0) ||
        query_tables_collect(facts, db, str_text(&queries), 0, err) != 0 ||
        count_only(db, items, n, err) != 0 || add_duplicates(facts, db, err) != 0)
        return ERR;
    *out = hand_over(facts);
    return 0;
}

static void push_left_out(struct json *list, int64_t n, const char *reason)
{
    if (!n)
        return;
    json_push(list, json_make(J_INT("n", n), J_TEXT("reason", reason)));
}

/* Adds the fixes that a default leaves out by kinds to the list of all, and as a fact. */
static void add_kinds(struct json *facts, struct json *list, const struct fix_account *account,
                      enum fix_filter_number number, const char *fact, const char *reason)
{
    scoped(json) *counts = fix_account_kinds(account, number);
    int64_t n = json_int(json_get(counts, "n"), 0);
    push_left_out(list, n, reason);
    if (n)
        json_set(facts, fact, hand_over(counts));
}

void facts_add_left_out(struct json *facts, const struct fix_account *account,
                        const struct export_counts *counts)
{
    static const char *const marks[N_FIX_MARKS] = {"exact duplicates of an earlier fix",
                                                   "another fix of the same buggy program exists",
                                                   "marked as excluded"};
    struct json *list = json_array();
    push_left_out(list, account->n[FATE_FILTER + FILTER_LICENSE],
                  "under other or unknown licences");
    push_left_out(list, account->n_other, "in category other");
    add_kinds(facts, list, account, FILTER_REGION, "regions_left_out",
              "by the region of the changed token (see Mining)");
    add_kinds(facts, list, account, FILTER_SWEEP, "sweeps_left_out",
              "by the kind of their commit (see Mining)");
    for (int mark = 0; mark < N_FIX_MARKS; mark++)
        push_left_out(list, account->n_marked[mark], marks[mark]);
    push_left_out(list, account->n[FATE_NO_SPLIT], "in no split");
    for (size_t i = 0; i < counts->left_out.n; i++)
        push_left_out(list, counts->left_out.items[i].n, counts->left_out.items[i].reason);
    json_set(facts, "left_out", list);
}
