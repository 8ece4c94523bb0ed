/* The tables are the queries of SQL files, which see the published figures as views. */
#include "report/source_report.h"
#include "report/stats.h"
#include "report/stored_reports.h"

#include "db/query_table.h"
#include "db/store.h"

#include <string.h>

static const char tables[] = {
#include "report/sql/stats.sql.inc"
};
static const char mutant_tables[] = {
#include "report/sql/stats_mutants.sql.inc"
};

static const char thesis_views[] = {
#include "report/sql/thesis.sql.inc"
};

/* All tables, in the order in which the help lists them: those of stats.sql, then those that other
 * files make. */
static const char *const all_tables[] = {
    "origins",
    "totals",
    "per_problem",
    "categories",
    "regions",
    "test_split",
    "submissions_per_history",
    "funnel",
    "rejects",
    "statuses",
    "status_transitions",
    "edits",
    "patterns",
    "roles",
    "readings",
    "input_errors",
    "languages",
    "sources",
    "source_categories",
    "repositories",
    "commits",
    "keywords",
    "sweeps",
    "places",
    "licenses",
    "contests",
    "verdicts",
    "verdict_categories",
    "levels",
    "unsupported",
    "runtimes",
    NULL,
};

/* Those that count things of the whole run, not single fixes. */
static const char *const tables_of_run[] = {
    "per_problem", "submissions_per_history", "funnel", "rejects", "statuses", "input_errors",
    NULL};

const char *stats_table_name(int number)
{
    return all_tables[number];
}

/* Whether a table is collected. Other tables and texts depend on the first ones. */
static bool is_wanted(const char *name, const struct stats_choice *choice)
{
    static const char *const always[] = {"run", "runs", "origins", "categories", NULL};
    return !choice->tables || text_is_one_of(name, choice->tables) || text_is_one_of(name, always);
}

static int collect(struct json *stats, struct db *db, const struct stats_choice *choice,
                   struct err *err)
{
    bool is_chosen = choice->selection != NULL;
    int64_t has_mutants = 0; /* and real fixes */
    if (!is_chosen && db_get_int(db, &has_mutants,
                                 "SELECT EXISTS (SELECT 1 FROM fixes WHERE origin = 'mutant') "
                                 "AND EXISTS (SELECT 1 FROM fixes WHERE origin = 'real')",
                                 err) != 0)
        return ERR;
    scoped(str) found = {0};
    for (const char *rest = tables; query_table_next(&found, &rest);) {
        const char *name = str_text(&found);
        bool is_other = has_mutants && query_table_exists(mutant_tables, name);
        if ((is_chosen && text_is_one_of(name, tables_of_run)) || !is_wanted(name, choice))
            continue;
        if (query_table_collect(stats, db, is_other ? mutant_tables : tables, name, choice->n_edits,
                                err) != 0)
            return ERR;
    }
    return 0;
}

/* Removes the rows of a table whose `key` is in the list. */
static void drop_rows(struct json *stats, const char *table, const char *key,
                      const char *const *values)
{
    scoped(json) *all = json_take(stats, table);
    if (!all)
        return;
    struct json *rows = json_array();
    json_each(row, all) {
        const char *const *value = values;
        while (*value && strcmp(json_text_at(row, key), *value) != 0)
            value++;
        if (!*value)
            json_push(rows, json_copy(row));
    }
    json_set(stats, table, rows);
}

static int count_only(struct db *db, const struct fix_selection *selection, struct err *err)
{
    size_t n = selection->items.n;
    scoped_memory int64_t *fix_keys = mem_alloc(n, sizeof *fix_keys);
    for (size_t i = 0; i < n; i++)
        fix_keys[i] = selection->items.items[i].fix_key;
    return store_count_only(db, fix_keys, n, err);
}

/* Removes what does not count the chosen fixes. */
static void drop_others(struct json *stats)
{
    drop_rows(stats, "totals", "name",
              (const char *const[]){"problems", "files", "histories", "pairs", "mutants", NULL});
    drop_rows(stats, "readings", "question", (const char *const[]){"syntax errors", NULL});
    for (size_t i = 0; i < json_count(json_get(stats, "languages")); i++)
        for (const char *const *key =
                 (const char *const[]){"submissions", "histories", "pairs", NULL};
             *key; key++)
            json_free(json_take(json_own_item(stats, "languages", i), *key));
}

/* Temporary views are changes, too, and query_only would refuse them. */
static int make_views(struct db *db, struct err *err)
{
    int64_t is_read_only;
    if (db_get_int(db, &is_read_only, "PRAGMA query_only", err) != 0 ||
        db_execute(db, "PRAGMA query_only = OFF", err) != 0 ||
        db_execute(db, thesis_views, err) != 0)
        return ERR;
    return is_read_only ? db_execute(db, "PRAGMA query_only = ON", err) : 0;
}

int stats_collect(struct json **out, struct db *db, const struct stats_choice *choice,
                  struct err *err)
{
    struct json *stats = *out = json_object();
    bool is_chosen = choice->selection != NULL;
    if ((is_chosen && count_only(db, choice->selection, err) != 0) || make_views(db, err) != 0 ||
        collect(stats, db, choice, err) != 0)
        return ERR;
    if (is_chosen) {
        drop_others(stats);
        json_set_text(stats, "filters", choice->filters);
        return 0;
    }
    if (source_report_collect(stats, db, choice->tables, err) != 0)
        return ERR;
    return verify_report_collect(stats, db, choice->tables, err);
}
