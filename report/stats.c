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

/* What is special in a table. */
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

static const struct stats_table special_tables[] = {
    {"totals", .add_published = add_published_total, .is_of_contests = true},
    {"per_problem", add_published_mean, .is_of_run = true, .is_of_contests = true},
    {"categories", .add_published = thesis_set_category},
    {"test_split", .add_published = add_published_test},
    {"submissions_per_history", .add_published = add_published_history_size, .is_of_run = true},
    {"funnel", .is_of_run = true},
    {"rejects", .is_of_run = true},
    {"statuses", .is_of_run = true},
    {"readings", .add_published = add_published_reading},
    {"input_errors", .is_of_run = true},
    {0}, /* all others */
};

static const struct stats_table *find_table(const char *name)
{
    const struct stats_table *table = special_tables;
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

static int collect(struct json *stats, struct db *db, int n_edits, bool is_chosen, struct err *err)
{
    bool is_thesis = false;
    int64_t has_mutants = 0; /* and real fixes */
    if (!is_chosen && db_get_int(db, &has_mutants,
                                 "SELECT EXISTS (SELECT 1 FROM fixes WHERE origin = 'mutant') "
                                 "AND EXISTS (SELECT 1 FROM fixes WHERE origin = 'real')",
                                 err) != 0)
        return ERR;
    scoped(str) name = {0};
    for (const char *rest = tables; query_table_next(&name, &rest);) {
        if (is_chosen && find_table(str_text(&name))->is_of_run)
            continue;
        if (add_table(stats, db, str_text(&name), is_thesis, has_mutants, n_edits, err) != 0)
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

int stats_collect(struct json **out, struct db *db, int n_edits, struct err *err)
{
    struct json *stats = *out = json_object();
    if (collect(stats, db, n_edits, false, err) != 0 || source_report_collect(stats, db, err) != 0)
        return ERR;
    return verify_report_collect(stats, db, err);
}

static int choose(struct db *db, const struct fix_selection *selection, struct err *err)
{
    size_t n = selection->items.n;
    scoped_memory int64_t *fix_keys = mem_alloc(n, sizeof *fix_keys);
    for (size_t i = 0; i < n; i++)
        fix_keys[i] = selection->items.items[i].fix_key;
    return store_count_only(db, fix_keys, n, err);
}

int stats_collect_chosen(struct json **out, struct db *db, int n_edits,
                         const struct fix_selection *selection, const char *filters,
                         struct err *err)
{
    struct json *stats = *out = json_object();
    if (choose(db, selection, err) != 0 || collect(stats, db, n_edits, true, err) != 0)
        return ERR;
    /* They do not count the chosen fixes. */
    drop_rows(stats, "totals", "name",
              (const char *const[]){"problems", "files", "histories", "pairs", "mutants", NULL});
    drop_rows(stats, "readings", "question", (const char *const[]){"syntax errors", NULL});
    for (size_t i = 0; i < json_count(json_get(stats, "languages")); i++)
        for (const char *const *key =
                 (const char *const[]){"submissions", "histories", "pairs", NULL};
             *key; key++)
            json_free(json_take(json_own_item(stats, "languages", i), *key));
    json_set_text(stats, "filters", filters);
    return 0;
}
