/* Each table is one query in a list. The rows of its result become objects, and published figures
 * are added to them by key. In the tables with mutants, rows are in the order of the real fixes;
 * rows that only mutants have come after them. */
#include "report/verify_report.h"
#include "report/source_report.h"
#include "report/source_words.h"
#include "report/stats.h"

#include "db/store.h"

#include <stdlib.h>
#include <string.h>

/* Whether a fix's unit, a program or the part of a large file, is within the thesis's limit. */
#define IS_SHORT "coalesce(part_n_tokens, n_tokens) <= " THESIS_MAX_TOKENS_SQL

/* For a row of the table categories `c`: the number of its counted fixes within the thesis's limit,
 * and their share of the six categories. */
#define WITHIN_LIMIT                                                                  \
    "(SELECT count(*) FROM counted_fixes f WHERE f.category = c.category "            \
    "AND " IS_SHORT "), "                                                             \
    "CASE WHEN c.in_thesis THEN round(100.0 * (SELECT count(*) FROM counted_fixes f " \
    "WHERE f.category = c.category AND " IS_SHORT ") / nullif("                       \
    "(SELECT count(*) FROM counted_fixes JOIN categories USING (category) "           \
    "WHERE in_thesis AND " IS_SHORT "), 0), 2) END"

#define OF_RUN                                                                \
    "SELECT name, n FROM run_totals WHERE name = 'problems' "                 \
    "UNION ALL SELECT 'files', n FROM run_totals WHERE name = 'submissions' " \
    "UNION ALL SELECT name, n FROM run_totals WHERE name = 'histories' "      \
    "UNION ALL SELECT name, n FROM run_totals WHERE name = 'pairs' "
#define WITHIN "fixes within " THESIS_MAX_TOKENS_TEXT " tokens"

#define REAL    "sum(origin = 'real')"
#define MUTANTS "sum(origin = 'mutant')"
#define PERCENT(these, origin) \
    "round(100.0 * " these " / (SELECT count(*) FROM fixes WHERE origin = '" origin "'), 2)"
#define OF_BOTH "FROM fixes WHERE origin IN ('real', 'mutant') "

static const struct query_table mutant_tables[] = {
    {.name = "totals",
     .sql =
         OF_RUN "UNION ALL SELECT 'fixes', count(*) FROM fixes JOIN categories USING (category) "
                "WHERE in_thesis AND origin = 'real' "
                "UNION ALL SELECT '" WITHIN "', count(*) FROM fixes "
                "JOIN categories USING (category) WHERE in_thesis AND origin = 'real' "
                "AND " IS_SHORT " "
                "UNION ALL SELECT 'mutants', count(*) FROM fixes JOIN categories USING (category) "
                "WHERE in_thesis AND origin = 'mutant'",
     .keys = {"name", "n"}},
    {.name = "categories",
     .sql = "SELECT b.category, b.n_fixes, b.percent, " WITHIN_LIMIT
            ", m.n_fixes, m.percent FROM bug_types b "
            "JOIN mutant_types m USING (category) JOIN categories c USING (category) "
            "ORDER BY sort_order",
     .keys = {"category", "n", "percent", "within_n", "within_percent", "mutant_n",
              "mutant_percent"}},
    {.name = "edits",
     .sql = "SELECT category, edit, before, after, " REAL " AS n, " MUTANTS " AS mutant_n " OF_BOTH
            "GROUP BY category, edit, before, after "
            "ORDER BY n DESC, mutant_n DESC, category, before, after LIMIT ?",
     .keys = {"category", "edit", "before", "after", "n", "mutant_n"},
     .has_limit = true},
    {.name = "patterns",
     .sql = "SELECT pattern, " REAL
            " AS n, " PERCENT(REAL, "real") ", " MUTANTS " AS mutant_n, " PERCENT(
                MUTANTS, "mutant") " " OF_BOTH
                                   "GROUP BY pattern ORDER BY n DESC, mutant_n DESC, pattern",
     .keys = {"pattern", "n", "percent", "mutant_n", "mutant_percent"}},
    {.name = "roles",
     .sql = "SELECT role, category, " REAL " AS n, " MUTANTS " AS mutant_n " OF_BOTH
            "AND role IS NOT NULL GROUP BY role, category "
            "ORDER BY n DESC, mutant_n DESC, role, category",
     .keys = {"role", "category", "n", "mutant_n"}},
};

const struct query_table *stats_mutants_table(const char *name)
{
    for (size_t i = 0; i < sizeof mutant_tables / sizeof *mutant_tables; i++)
        if (strcmp(mutant_tables[i].name, name) == 0)
            return &mutant_tables[i];
    return NULL;
}

/* A table, and the function that adds published figures to a row (NULL: there are none). */
struct stats_table {
    struct query_table query;
    void (*add_published)(struct json *row, bool is_known);
    bool is_of_run;      /* counts things of the whole run, not single fixes */
    bool is_of_contests; /* the published figures count submissions */
};

/* Adds the figure of one category, or of all six. */
static void add_published_reading(struct json *row, bool is_known)
{
    const char *category = json_text_at(row, "category");
    const struct thesis_category *found = thesis_category_find(category);
    bool is_six = category && strcmp(category, "six") == 0;
    double n = found ? (double)found->n_fixes : (double)thesis.n_fixes;
    thesis_set(row, "thesis_n", is_known && (found || is_six), n);
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
        {"problems", thesis.n_problems},   {"files", thesis.n_files},
        {"histories", thesis.n_histories}, {"pairs", thesis.n_pairs},
        {WITHIN, thesis.n_fixes},
    };
    size_t i = 0, n = sizeof known / sizeof *known;
    while (i < n && strcmp(json_text_at(row, "name"), known[i].name) != 0)
        i++;
    thesis_set(row, "thesis_n", is_known && i < n, i < n ? (double)known[i].n : 0);
}

/* What the thesis leaves open: the readings of each question, and the categories that they change.
 * `six` means the six categories together, `all` these and other. The counts of the last two
 * questions are sums over the run. If --max-pairs dropped pairs, only the run's own reading of
 * "failing" is known, because the other reading would have dropped different pairs. */
static const char readings[] =
    "WITH real AS (SELECT category, in_thesis, in_scope, " IS_SHORT
    " AS is_short, before_kind IN (SELECT name FROM names) AND after_kind IN "
    "(SELECT name FROM names) AS has_names, "
    "coalesce(before_kind = 'string', 0) OR coalesce(after_kind = 'string', 0) AS has_string, "
    "category = 'comparison_operator' AND (before, after) IN "
    "(VALUES ('in', 'not in'), ('not in', 'in')) AS adds_to_in, "
    "category = 'comparison_operator' AND (before, after) IN "
    "(VALUES ('is', 'is not'), ('is not', 'is')) AS adds_to_is "
    "FROM counted_fixes JOIN categories USING (category) WHERE origin = 'real'), "
    "names (name) AS (VALUES ('variable'), ('function'), ('attribute'), ('keyword_argument'), "
    "('parameter'), ('import'), ('type'), ('definition')), "
    "readings (sort_order, question, reading, category, ours) AS (VALUES "
    "(1, 'variables', 'bare names', 'variable_misuse', 1), "
    "(2, 'variables', 'all identifiers', 'variable_misuse', 0), "
    "(3, 'variables', 'names in scope', 'variable_misuse', 0), "
    "(4, 'literals', 'with strings', 'literal', 1), "
    "(5, 'literals', 'without strings', 'literal', 0), "
    "(6, 'in, not in', 'comparison', 'comparison_operator', 1), "
    "(7, 'in, not in', 'comparison', 'logical_operator', 1), "
    "(8, 'in, not in', 'logical', 'comparison_operator', 0), "
    "(9, 'in, not in', 'logical', 'logical_operator', 0), "
    "(10, 'is, is not', 'comparison', 'comparison_operator', 1), "
    "(11, 'is, is not', 'comparison', 'logical_operator', 1), "
    "(12, 'is, is not', 'logical', 'comparison_operator', 0), "
    "(13, 'is, is not', 'logical', 'logical_operator', 0)), "
    "run_sums AS (SELECT failing = 'all' AS fails_all, coalesce(sum(n_pairs), 0) AS pairs, "
    "coalesce(sum(n_undecided_pairs), 0) AS undecided_pairs, "
    "coalesce(sum(n_undecided_fixes), 0) AS undecided, "
    "(SELECT coalesce(sum(n_pairs), 0) FROM rejects WHERE reason = 'syntax_error') AS unparsed, "
    "(SELECT count(*) FROM real) AS fixes, "
    "(SELECT count(*) FROM real WHERE in_thesis) AS bugs, "
    "EXISTS (SELECT 1 FROM rejects WHERE reason = 'too_many_pairs') AS is_cut "
    "FROM run LEFT JOIN problems USING (run_key) LEFT JOIN problem_languages USING (problem_id)), "
    "counted AS (SELECT sort_order, question, reading, r.category AS category, ours, "
    "count(f.category) AS n, count(CASE WHEN is_short THEN 1 END) AS within, NULL AS pairs "
    "FROM readings r LEFT JOIN real f ON CASE sort_order WHEN 2 THEN has_names "
    "WHEN 3 THEN in_scope WHEN 5 THEN f.category = r.category AND NOT has_string "
    "WHEN 8 THEN f.category = r.category AND NOT adds_to_in "
    "WHEN 9 THEN f.category = r.category OR adds_to_in "
    "WHEN 12 THEN f.category = r.category AND NOT adds_to_is "
    "WHEN 13 THEN f.category = r.category OR adds_to_is "
    "ELSE f.category = r.category END GROUP BY sort_order "
    "UNION ALL SELECT 14, 'failing', 'eight verdicts', 'six', NOT fails_all, "
    "CASE WHEN NOT fails_all THEN bugs WHEN NOT is_cut THEN bugs - undecided END, NULL, "
    "pairs - fails_all * undecided_pairs FROM run_sums "
    "UNION ALL SELECT 15, 'failing', 'all but Accepted', 'six', fails_all, "
    "CASE WHEN fails_all THEN bugs WHEN NOT is_cut THEN bugs + undecided END, NULL, "
    "pairs + (NOT fails_all) * undecided_pairs FROM run_sums "
    "UNION ALL SELECT 16, 'syntax errors', 'rejected', 'all', 1, fixes, NULL, NULL FROM run_sums "
    "UNION ALL SELECT 17, 'syntax errors', 'as tokens', 'all', 0, fixes + unparsed, NULL, NULL "
    "FROM run_sums) "
    "SELECT question, reading, category, ours, n, within, pairs FROM counted "
    "WHERE (SELECT count(*) = 0 OR sum(origin = 'real') > 0 FROM counted_fixes) "
    "ORDER BY sort_order";

static const char of_languages[] =
    "WITH counted AS (SELECT language, category, parses FROM counted_fixes "
    "JOIN submissions ON submission_key = buggy_submission_key) "
    "SELECT language, grammar, grammar_version, "
    "(SELECT n FROM run_counts c WHERE name = 'submissions' AND c.language = l.language), "
    "(SELECT n FROM run_counts c WHERE name = 'histories' AND c.language = l.language), "
    "(SELECT n FROM run_counts c WHERE name = 'pairs' AND c.language = l.language), "
    "count(category), count(*) FILTER (WHERE in_thesis), "
    "count(*) FILTER (WHERE category = 'variable_misuse'), "
    "count(*) FILTER (WHERE category = 'binary_operator'), "
    "count(*) FILTER (WHERE category = 'comparison_operator'), "
    "count(*) FILTER (WHERE category = 'logical_operator'), "
    "count(*) FILTER (WHERE category = 'assignment_operator'), "
    "count(*) FILTER (WHERE category = 'literal'), "
    "count(*) FILTER (WHERE category = 'type'), "
    "count(*) FILTER (WHERE category = 'other'), "
    "coalesce(sum(parses), 0), round(100.0 * sum(parses) / count(category), 2) "
    "FROM run_languages l LEFT JOIN counted USING (language) "
    "LEFT JOIN categories USING (category) GROUP BY language ORDER BY l.sort_order";

static const struct stats_table tables[] = {
    {.query = {.name = "run",
               .sql =
                   "SELECT tool_version, language, grammar, grammar_version, grammar_abi, pairing, "
                   "failing, max_tokens, max_bytes, max_pairs, shard, n_shards, "
                   "(SELECT group_concat(dataset, ' + ') FROM (SELECT dataset FROM run "
                   "ORDER BY run_key)), metadata_sha256 FROM run_details",
               .keys = {"tool_version", "language", "grammar", "grammar_version", "grammar_abi",
                        "pairing", "failing", "max_tokens", "max_bytes", "max_pairs", "shard",
                        "n_shards", "dataset", "metadata_sha256"},
               .is_single = true}},
    {.query = {.name = "runs",
               .sql = "SELECT dataset, source, nullif(source_options, ''), tool_version, "
                      "iif(source = 'git', NULL, pairing), iif(source = 'git', NULL, failing), "
                      "max_tokens, max_bytes, iif(source = 'git', NULL, max_pairs), shard, "
                      "n_shards, metadata_sha256 FROM run ORDER BY run_key",
               .keys = {"dataset", "source", "options", "tool_version", "pairing", "failing",
                        "max_tokens", "max_bytes", "max_pairs", "shard", "n_shards",
                        "metadata_sha256"}}},
    {.query = {.name = "origins",
               .sql = "SELECT origin, count(*) FROM counted_fixes GROUP BY origin ORDER BY origin",
               .keys = {"origin", "n"}}},
    {.query = {.name = "totals",
               .sql = OF_RUN "UNION ALL SELECT 'fixes', count(*) FROM counted_fixes "
                             "JOIN categories USING (category) WHERE in_thesis "
                             "UNION ALL SELECT '" WITHIN "', count(*) FROM counted_fixes "
                             "JOIN categories USING (category) "
                             "WHERE in_thesis AND " IS_SHORT,
               .keys = {"name", "n"}},
     .add_published = add_published_total,
     .is_of_contests = true},
    {.query =
         {.name = "per_problem",
          .sql =
              "SELECT CASE name WHEN 'submissions' THEN 'files' ELSE name END, round(1.0 * n / "
              "nullif((SELECT n FROM run_totals WHERE name = 'problems'), 0), 2) FROM run_totals "
              "WHERE name IN ('submissions', 'histories', 'pairs') ORDER BY sort_order",
          .keys = {"name", "n"}},
     .add_published = add_published_mean,
     .is_of_run = true,
     .is_of_contests = true},
    {.query = {.name = "categories",
               .sql = "SELECT b.category, b.n_fixes, b.percent, " WITHIN_LIMIT " FROM bug_types b "
                      "JOIN categories c USING (category) ORDER BY sort_order",
               .keys = {"category", "n", "percent", "within_n", "within_percent"}},
     .add_published = thesis_set_category},
    {.query =
         {.name = "test_split",
          .sql =
              "WITH test AS (SELECT category, NOT (is_excluded OR is_duplicate OR is_conflicting) "
              "AS is_left FROM counted_fixes JOIN fix_marks USING (fix_key) WHERE split = 'test'), "
              "sizes AS (SELECT sort_order, category, count(is_left) AS n, "
              "coalesce(sum(is_left), 0) AS n_left FROM categories LEFT JOIN test USING (category) "
              "WHERE in_thesis "
              "AND EXISTS (SELECT 1 FROM counted_fixes JOIN splits USING (fix_key)) "
              "GROUP BY category UNION ALL SELECT 9, 'six', count(*), coalesce(sum(is_left), 0) "
              "FROM test JOIN categories USING (category) WHERE in_thesis "
              "HAVING EXISTS (SELECT 1 FROM counted_fixes JOIN splits USING (fix_key))) "
              "SELECT category, n, round(100.0 * n / nullif(max(n) OVER (), 0), 2), n_left "
              "FROM sizes ORDER BY sort_order",
          .keys = {"category", "n", "percent", "n_left"}},
     .add_published = add_published_test},
    {.query = {.name = "submissions_per_history",
               .sql = "SELECT * FROM submissions_per_history",
               .keys = {"submissions", "n", "percent"}},
     .add_published = add_published_history_size,
     .is_of_run = true},
    {.query = {.name = "funnel", .sql = "SELECT * FROM funnel", .keys = {"name", "n"}},
     .is_of_run = true},
    {.query = {.name = "rejects",
               .sql = "SELECT reason, status, sum(n_pairs) FROM rejects GROUP BY reason, status "
                      "ORDER BY reason, status",
               .keys = {"reason", "status", "n"}},
     .is_of_run = true},
    {.query = {.name = "statuses",
               .sql = "SELECT status, max(class), sum(n_submissions) AS n FROM statuses "
                      "GROUP BY status ORDER BY n DESC, status",
               .keys = {"status", "class", "n"}},
     .is_of_run = true},
    {.query =
         {.name = "status_transitions",
          .sql = "SELECT category, coalesce(buggy_status, ''), coalesce(fixed_status, ''), n_fixes "
                 "FROM status_transitions",
          .keys = {"category", "buggy_status", "fixed_status", "n"}}},
    {.query = {.name = "edits",
               .sql = "SELECT * FROM frequent_edits LIMIT ?",
               .keys = {"category", "edit", "before", "after", "n"},
               .has_limit = true}},
    {.query = {.name = "patterns",
               .sql = "SELECT * FROM patterns",
               .keys = {"pattern", "n", "percent"}}},
    {.query = {.name = "roles",
               .sql =
                   "SELECT role, category, count(*) AS n FROM counted_fixes "
                   "WHERE role IS NOT NULL GROUP BY role, category ORDER BY n DESC, role, category",
               .keys = {"role", "category", "n"}}},
    {.query = {.name = "readings",
               .sql = readings,
               .keys = {"question", "reading", "category", "ours", "n", "within_n", "pairs"}},
     .add_published = add_published_reading},
    {.query = {.name = "input_errors",
               .sql = "SELECT kind, count(*) AS n FROM input_errors GROUP BY kind ORDER BY kind",
               .keys = {"kind", "n"}},
     .is_of_run = true},
    {.query = {.name = "languages",
               .sql = of_languages,
               .keys = {"language", "grammar", "grammar_version", "submissions", "histories",
                        "pairs", "fixes", "six", "variable_misuse", "binary_operator",
                        "comparison_operator", "logical_operator", "assignment_operator", "literal",
                        "type", "other", "parses", "parses_percent"}}},
};

static int add_table(struct json *stats, struct db *db, const struct stats_table *table,
                     bool is_thesis, bool with_mutants, int64_t limit, struct err *err)
{
    const struct query_table *query = with_mutants ? stats_mutants_table(table->query.name) : NULL;
    if (query_table_collect(stats, db, query ? query : &table->query, limit, err) != 0)
        return ERR;
    size_t n_rows = json_count(json_get(stats, table->query.name));
    bool is_known = is_thesis && !(table->is_of_contests && source_words_are_of_git(stats));
    for (size_t i = 0; table->add_published && i < n_rows; i++)
        table->add_published(json_own_item(stats, table->query.name, i), is_known);
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
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        if (is_chosen && tables[i].is_of_run)
            continue;
        if (add_table(stats, db, &tables[i], is_thesis, has_mutants, n_edits, err) != 0)
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
    if (source_words_are_of_git(stats)) /* no verdicts */
        drop_rows(stats, "readings", "question", (const char *const[]){"failing", NULL});
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
    /* They do not count fixes. */
    drop_rows(stats, "totals", "name",
              (const char *const[]){"problems", "files", "histories", "pairs", NULL});
    drop_rows(stats, "readings", "question",
              (const char *const[]){"failing", "syntax errors", NULL});
    for (size_t i = 0; i < json_count(json_get(stats, "languages")); i++)
        for (const char *const *key =
                 (const char *const[]){"submissions", "histories", "pairs", NULL};
             *key; key++)
            json_free(json_take(json_own_item(stats, "languages", i), *key));
    json_set_text(stats, "filters", filters);
    return 0;
}
