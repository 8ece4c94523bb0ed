/* The tables are the queries of an SQL file. Published figures are added to their rows by key. */
#include "report/stored_reports.h"
#include "report/source_report.h"
#include "report/stats.h"

#include "db/query_table.h"
#include "db/store.h"

#include <stdlib.h>
#include <string.h>

static const char tables[] = {
#include "report/sql/stats.sql.inc"
};
static const char mutant_tables[] = {
#include "report/sql/stats_mutants.sql.inc"
};

struct stats_table {
    const char *name;
    void (*add_published)(struct json *row, bool is_known); /* published figures, to a row */
    bool is_of_run;      /* counts things of the whole run, not single fixes */
    bool is_of_contests; /* the published figures count submissions */
};

/* Adds the figure of the category, if it is one. */
static void add_published_reading(struct json *row, bool is_known)
{
    const struct thesis_category *found = thesis_category_find(json_text_at(row, "category"));
    thesis_set(row, "thesis_n", is_known && found, found ? (double)found->n_fixes : 0);
}

static void add_published_test(struct json *row, bool is_known)
{
    const char *category = json_text_at(row, "category");
    const struct thesis_category *found = thesis_category_find(category);
    int64_t n = found ? found->n_test : thesis.n_test;
    thesis_set_share(row, "thesis_n", "thesis_percent", is_known, n, thesis.n_test);
}

static void add_published_mean(struct json *row, bool is_known)
{
    const char *name = json_text_at(row, "name");
    int64_t n = strcmp(name, "files") == 0       ? thesis.n_files
                : strcmp(name, "histories") == 0 ? thesis.n_histories
                                                 : thesis.n_pairs;
    thesis_set(row, "thesis_n", is_known, thesis_mean(n, thesis.n_problems));
}

static void add_published_history_size(struct json *row, bool is_known)
{
    /* "1" to "20" and "21+" */
    const char *submissions = json_text_at(row, "submissions");
    int size = submissions ? (int)strtol(submissions, NULL, 10) : 0;
    is_known = is_known && size >= 1 && size <= THESIS_N_HISTORY_SIZES;
    thesis_set_share(row, "thesis_n", "thesis_percent", is_known,
                     is_known ? thesis.n_histories_of_size[size - 1] : 0, thesis.n_histories);
}

static void add_published_total(struct json *row, bool is_known)
{
    const struct {
        const char *name;
        int64_t n;
    } known[] = {
        {"problems", thesis.n_problems},
        {"files", thesis.n_files},
        {"histories", thesis.n_histories},
        {"pairs", thesis.n_pairs},
        {"fixes within " THESIS_MAX_TOKENS_TEXT " tokens", thesis.n_fixes},
    };
    size_t i = 0, n = sizeof known / sizeof *known;
    while (i < n && strcmp(json_text_at(row, "name"), known[i].name) != 0)
        i++;
    thesis_set(row, "thesis_n", is_known && i < n, i < n ? (double)known[i].n : 0);
}

/* All tables, in the order in which the help lists them: those of stats.sql, then those that other
 * files make. */
static const struct stats_table all_tables[] = {
    {.name = "origins"},
    {.name = "totals", .add_published = add_published_total, .is_of_contests = true},
    {.name = "per_problem",
     .add_published = add_published_mean,
     .is_of_run = true,
     .is_of_contests = true},
    {.name = "categories", .add_published = thesis_set_category},
    {.name = "regions"},
    {.name = "test_split", .add_published = add_published_test},
    {.name = "submissions_per_history",
     .add_published = add_published_history_size,
     .is_of_run = true},
    {.name = "funnel", .is_of_run = true},
    {.name = "rejects", .is_of_run = true},
    {.name = "statuses", .is_of_run = true},
    {.name = "status_transitions"},
    {.name = "edits"},
    {.name = "patterns"},
    {.name = "roles"},
    {.name = "readings", .add_published = add_published_reading},
    {.name = "input_errors", .is_of_run = true},
    {.name = "languages"},
    {.name = "sources"},
    {.name = "source_categories"},
    {.name = "repositories"},
    {.name = "commits"},
    {.name = "keywords"},
    {.name = "sweeps"},
    {.name = "sweep_kinds"},
    {.name = "places"},
    {.name = "licenses"},
    {.name = "contests"},
    {.name = "verdicts"},
    {.name = "verdict_categories"},
    {.name = "levels"},
    {.name = "unsupported"},
    {.name = "runtimes"},
    {0}, /* run, runs */
};

const char *stats_table_name(int number)
{
    return all_tables[number].name;
}

static const struct stats_table *find_table(const char *name)
{
    const struct stats_table *table = all_tables;
    while (table->name && strcmp(table->name, name) != 0)
        table++;
    return table;
}

static int add_table(struct json *stats, struct db *db, const char *name, bool is_thesis,
                     bool with_mutants, int64_t limit, struct err *err)
{
    const struct stats_table *table = find_table(name);
    bool is_other = with_mutants && query_table_exists(mutant_tables, name);
    if (query_table_collect(stats, db, is_other ? mutant_tables : tables, name, limit, err) != 0)
        return ERR;
    size_t n_rows = json_count(json_get(stats, name));
    bool is_known = is_thesis && !(table->is_of_contests && !source_word(stats, "verdict"));
    for (size_t i = 0; table->add_published && i < n_rows; i++)
        table->add_published(json_own_item(stats, name, i), is_known);
    return 0;
}

/* Whether a table is collected. Other tables and texts depend on the first ones. */
static bool is_wanted(const char *name, const struct stats_choice *choice)
{
    static const char *const always[] = {"run", "runs", "origins", "categories", NULL};
    return !choice->tables || text_is_one_of(name, choice->tables) || text_is_one_of(name, always);
}

static int add_users(struct json *stats, struct db *db, struct err *err)
{
    int64_t n_users;
    if (db_get_int(db, &n_users,
                   "SELECT count(DISTINCT nullif(user_id, '')) FROM counted_fixes "
                   "JOIN submissions ON submission_key = buggy_submission_key",
                   err) != 0)
        return ERR;
    json_set_int(stats, "n_users", n_users);
    return 0;
}

static int collect(struct json *stats, struct db *db, const struct stats_choice *choice,
                   struct err *err)
{
    bool is_thesis = false, is_chosen = choice->selection != NULL;
    int64_t has_mutants = 0; /* and real fixes */
    if (!is_chosen && db_get_int(db, &has_mutants,
                                 "SELECT EXISTS (SELECT 1 FROM fixes WHERE origin = 'mutant') "
                                 "AND EXISTS (SELECT 1 FROM fixes WHERE origin = 'real')",
                                 err) != 0)
        return ERR;
    if (choice->tables == stats_screen_tables && add_users(stats, db, err) != 0)
        return ERR;
    scoped(str) name = {0};
    for (const char *rest = tables; query_table_next(&name, &rest);) {
        if ((is_chosen && find_table(str_text(&name))->is_of_run) ||
            !is_wanted(str_text(&name), choice))
            continue;
        if (add_table(stats, db, str_text(&name), is_thesis, has_mutants, choice->n_edits, err) !=
            0)
            return ERR;
        const char *language = json_text_at(json_get(stats, "run"), "language");
        is_thesis = language && strcmp(language, thesis.language) == 0;
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

int stats_collect(struct json **out, struct db *db, const struct stats_choice *choice,
                  struct err *err)
{
    struct json *stats = *out = json_object();
    bool is_chosen = choice->selection != NULL;
    if ((is_chosen && count_only(db, choice->selection, err) != 0) ||
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
