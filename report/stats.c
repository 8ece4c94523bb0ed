/* Each table is one query, described in a list; its rows become objects, and the published figures
 * are put beside them by key. */
#include "report/stats.h"

#include "db/query_table.h"
#include "db/store.h"
#include "report/stats_mutants.h"
#include "report/thesis.h"

#include <stdlib.h>
#include <string.h>

/* A table, with the published figures that stand beside it (NULL: there are none). */
struct stats_table {
    struct query_table query;
    void (*add_published)(struct json *row, bool is_known);
    bool is_of_run; /* and not of single fixes */
};

#define WITHIN "fixes within " THESIS_MAX_TOKENS_TEXT " tokens"

static void set_published(struct json *row, const char *key, bool is_known, double number)
{
    if (is_known)
        json_set_double(row, key, number);
    else
        json_set_text(row, key, NULL);
}

/* Two decimals, as the store's views give them. */
static double percent(int64_t part, int64_t whole)
{
    return (double)(int64_t)(10000.0 * (double)part / (double)whole + 0.5) / 100;
}

static void add_published_category(struct json *row, bool is_known)
{
    static const struct thesis_category none;
    const struct thesis_category *found =
        thesis_category_find(json_text(json_get(row, "category")));
    const struct thesis_category *known = found ? found : &none;
    is_known = is_known && found;
    set_published(row, "thesis_n", is_known, (double)known->n_fixes);
    set_published(row, "thesis_percent", is_known, percent(known->n_fixes, thesis.n_fixes));
    set_published(row, "github_n", is_known, (double)known->n_github);
    set_published(row, "github_percent", is_known, percent(known->n_github, thesis.n_github));
}

static void add_published_history_size(struct json *row, bool is_known)
{
    /* "1" to "20" and "21+" */
    const char *submissions = json_text(json_get(row, "submissions"));
    int size = submissions ? (int)strtol(submissions, NULL, 10) : 0;
    is_known = is_known && size >= 1 && size <= THESIS_N_HISTORY_SIZES;
    set_published(row, "thesis_n", is_known,
                  is_known ? (double)thesis.n_histories_of_size[size - 1] : 0);
}

static void add_published_total(struct json *row, bool is_known)
{
    const struct {
        const char *name;
        int64_t n;
    } known[] = {
        {"files", thesis.n_files},
        {"histories", thesis.n_histories},
        {"pairs", thesis.n_pairs},
        {WITHIN, thesis.n_fixes},
    };
    size_t i = 0, n = sizeof known / sizeof *known;
    while (i < n && strcmp(json_text(json_get(row, "name")), known[i].name) != 0)
        i++;
    set_published(row, "thesis_n", is_known && i < n, i < n ? (double)known[i].n : 0);
}

static const struct stats_table tables[] = {
    {{.name = "run",
      .sql =
          "SELECT tool_version, language, grammar, grammar_version, grammar_abi, pairing, "
          "failing, max_tokens, max_bytes, max_pairs, shard, n_shards, dataset, metadata_sha256 FROM run",
      .keys = {"tool_version", "language", "grammar", "grammar_version", "grammar_abi", "pairing",
               "failing", "max_tokens", "max_bytes", "max_pairs", "shard", "n_shards", "dataset",
               "metadata_sha256"},
      .is_single = true},
     NULL,
     false},
    {{.name = "origins",
      .sql = "SELECT origin, count(*) FROM counted_fixes GROUP BY origin ORDER BY origin",
      .keys = {"origin", "n"}},
     NULL,
     false},
    {{.name = "totals",
      .sql = "SELECT 'files', n FROM counts WHERE name = 'submissions' "
             "UNION ALL SELECT name, n FROM counts WHERE name = 'histories' "
             "UNION ALL SELECT name, n FROM counts WHERE name = 'pairs' "
             "UNION ALL SELECT 'fixes', count(*) FROM counted_fixes "
             "JOIN categories USING (category) WHERE is_bug "
             "UNION ALL SELECT '" WITHIN "', count(*) FROM counted_fixes "
             "JOIN categories USING (category) "
             "WHERE is_bug AND n_tokens <= " THESIS_MAX_TOKENS_SQL,
      .keys = {"name", "n"}},
     add_published_total,
     false},
    {{.name = "categories",
      .sql = "SELECT b.category, b.n, b.percent, " STATS_WITHIN " FROM bug_types b "
             "JOIN categories c USING (category) ORDER BY position",
      .keys = {"category", "n", "percent", "within_n", "within_percent"}},
     add_published_category,
     false},
    {{.name = "submissions_per_history",
      .sql = "SELECT * FROM submissions_per_history",
      .keys = {"submissions", "n"}},
     add_published_history_size,
     true},
    {{.name = "funnel", .sql = "SELECT * FROM funnel", .keys = {"name", "n"}}, NULL, true},
    {{.name = "rejects",
      .sql = "SELECT * FROM rejects ORDER BY reason, status",
      .keys = {"reason", "status", "n"}},
     NULL,
     true},
    {{.name = "statuses",
      .sql = "SELECT * FROM statuses ORDER BY n_submissions DESC, status",
      .keys = {"status", "class", "n"}},
     NULL,
     true},
    {{.name = "status_transitions",
      .sql = "SELECT * FROM status_transitions",
      .keys = {"category", "buggy_status", "fixed_status", "n"}},
     NULL,
     false},
    {{.name = "edits",
      .sql = "SELECT * FROM frequent_edits LIMIT ?",
      .keys = {"category", "edit", "before", "after", "n"},
      .has_limit = true},
     NULL,
     false},
    {{.name = "patterns", .sql = "SELECT * FROM patterns", .keys = {"pattern", "n", "percent"}},
     NULL,
     false},
    {{.name = "roles",
      .sql = "SELECT role, category, count(*) AS n FROM counted_fixes "
             "WHERE role IS NOT NULL GROUP BY role, category ORDER BY n DESC, role, category",
      .keys = {"role", "category", "n"}},
     NULL,
     false},
    {{.name = "input_errors",
      .sql = "SELECT kind, count(*) AS n FROM input_errors GROUP BY kind ORDER BY kind",
      .keys = {"kind", "n"}},
     NULL,
     true},
};

/* Whether there are mutants beside real fixes. */
static int has_mutants(bool *has, struct db *db, struct err *err)
{
    int64_t n;
    int status = db_get_int(db, &n,
                            "SELECT EXISTS (SELECT 1 FROM fixes WHERE origin = 'mutant') "
                            "AND EXISTS (SELECT 1 FROM fixes WHERE origin = 'real')",
                            err);
    *has = status == 0 && n;
    return status;
}

static int add_table(struct json *stats, struct db *db, const struct stats_table *table,
                     bool is_thesis, bool with_mutants, int64_t limit, struct err *err)
{
    const struct query_table *query = with_mutants ? stats_mutants_table(table->query.name) : NULL;
    if (query_table_collect(stats, db, query ? query : &table->query, limit, err) != 0)
        return ERR;
    size_t n_rows = json_count(json_get(stats, table->query.name));
    for (size_t i = 0; table->add_published && i < n_rows; i++)
        table->add_published(json_own_item(stats, table->query.name, i), is_thesis);
    return 0;
}

static int collect(struct json *stats, struct db *db, int n_edits, bool is_chosen, struct err *err)
{
    bool is_thesis = false, with_mutants = false;
    int status = is_chosen ? 0 : has_mutants(&with_mutants, db, err);
    for (size_t i = 0; i < sizeof tables / sizeof *tables && status == 0; i++) {
        if (is_chosen && tables[i].is_of_run)
            continue;
        status = add_table(stats, db, &tables[i], is_thesis, with_mutants, n_edits, err);
        const char *language = json_text(json_get(json_get(stats, "run"), "language"));
        is_thesis = language && strcmp(language, thesis.language) == 0;
    }
    return status;
}

int stats_collect(struct json **out, struct db *db, int n_edits, struct err *err)
{
    struct json *stats = json_object();
    if (collect(stats, db, n_edits, false, err) != 0) {
        json_free(stats);
        return ERR;
    }
    *out = stats;
    return 0;
}

static int choose(struct db *db, const struct export_selection *selection, struct err *err)
{
    size_t n = selection->items.n;
    int64_t *fix_ids = mem_alloc(n, sizeof *fix_ids);
    for (size_t i = 0; i < n; i++)
        fix_ids[i] = selection->items.items[i].fix_id;
    int status = store_count_only(db, fix_ids, n, err);
    free(fix_ids);
    return status;
}

/* Takes out what is not of fixes. */
static void keep_totals_of_fixes(struct json *stats)
{
    struct json *all = json_take(stats, "totals"), *totals = json_array();
    for (const struct json *row = json_first(all); row; row = json_next(row))
        if (strncmp(json_text(json_get(row, "name")), "fixes", 5) == 0)
            json_push(totals, json_copy(row));
    json_set(stats, "totals", totals);
    json_free(all);
}

int stats_collect_chosen(struct json **out, struct db *db, int n_edits,
                         const struct export_selection *selection, const char *filters,
                         struct err *err)
{
    struct json *stats = json_object();
    if (choose(db, selection, err) != 0 || collect(stats, db, n_edits, true, err) != 0) {
        json_free(stats);
        return ERR;
    }
    keep_totals_of_fixes(stats);
    json_set_text(stats, "filters", filters);
    *out = stats;
    return 0;
}
