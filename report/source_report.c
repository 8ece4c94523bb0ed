/* Each table is the result of one query. */
#include "report/source_report.h"

#include "base/array.h"
#include "db/query_table.h"
#include "report/tabular.h"
#include "report/source_words.h"
#include "report/thesis.h"

#include <math.h>

/* A fix and the run, the commit and the file that it is from. */
#define OF_FIXES                                                     \
    "FROM counted_fixes f JOIN submissions s ON s.submission_key = " \
    "f.buggy_submission_key JOIN problems USING (problem_id) JOIN run USING (run_key) "
#define OF_GIT                                                         \
    "FROM counted_fixes f JOIN file_versions v ON v.submission_key = " \
    "f.fixed_submission_key JOIN commits c USING (commit_key) WHERE f.origin = 'real' "

/* The number of fixes of a source in a category, and its share; NULL: not a source of the store. */
#define OF_SOURCE(SOURCE)                                                                       \
    "CASE WHEN '" SOURCE                                                                        \
    "' IN (SELECT source FROM run) THEN count(*) FILTER (WHERE source = '" SOURCE               \
    "') END, CASE WHEN c.in_thesis THEN round(100.0 * count(*) FILTER (WHERE source = '" SOURCE \
    "') / nullif((SELECT count(*) FROM fixes_of WHERE source = '" SOURCE                        \
    "' AND is_of_six), 0), 2) END"

#define CODENET OF_SOURCE("codenet")
#define ROWS    OF_SOURCE("rows")
#define GIT     OF_SOURCE("git")
static const char by_source[] =
    "WITH fixes_of AS (SELECT category, source, in_thesis AS is_of_six " OF_FIXES
    "JOIN categories USING (category)) SELECT c.category, " CODENET ", " ROWS ", " GIT
    " FROM categories c LEFT JOIN fixes_of o ON o.category = c.category GROUP BY c.category "
    "ORDER BY c.sort_order";

/* The first counts of the funnel, of all sources but git. */
static const char of_contests[] =
    "WITH own AS (SELECT problem_id, n_rows, n_unusable, n_other_languages FROM problems "
    "JOIN run USING (run_key) WHERE source <> 'git'), "
    "mined AS (SELECT total(n_submissions) AS n, total(n_compared) AS n_compared FROM own "
    "JOIN problem_languages USING (problem_id)), "
    "counts (name, n) AS (SELECT 'metadata_rows', total(n_rows) FROM own "
    "UNION ALL SELECT 'rows_unusable', total(n_unusable) FROM own "
    "UNION ALL SELECT 'rows_other_languages', total(n_other_languages) FROM own "
    "UNION ALL SELECT 'submissions', n FROM mined "
    "UNION ALL SELECT 'submissions_' || c.column1, (SELECT total(n_submissions) FROM own "
    "JOIN problem_statuses USING (problem_id) WHERE class = c.column1) "
    "FROM (VALUES ('accepted'), ('failing'), ('undecided')) c "
    "UNION ALL SELECT 'submissions_compared', n_compared FROM mined) "
    "SELECT name, CAST(n AS INTEGER) FROM counts";

static const struct query_table tables[] = {
    {.name = "sources",
     .sql =
         "SELECT source, dataset, (SELECT count(*) FROM problems p WHERE p.run_key = r.run_key), "
         "(SELECT coalesce(sum(n_pairs), 0) FROM problems p JOIN problem_languages "
         "USING (problem_id) WHERE p.run_key = r.run_key), "
         "(SELECT count(*) " OF_FIXES "WHERE run.run_key = r.run_key), "
         "(SELECT count(*) " OF_FIXES "JOIN categories USING (category) "
         "WHERE run.run_key = r.run_key AND in_thesis) FROM run r ORDER BY run_key",
     .keys = {"source", "dataset", "problems", "pairs", "fixes", "six"}},
    {.name = "source_categories",
     .sql = by_source,
     .keys = {"category", "codenet", "codenet_percent", "rows", "rows_percent", "git",
              "git_percent"}},
    {.name = "repositories",
     .sql = "WITH counts AS (SELECT problem_id, max(n) FILTER (WHERE name = 'commits') AS commits, "
            "max(n) FILTER (WHERE name = 'used') AS used, max(n) FILTER (WHERE name = 'commits') - "
            "sum(n) FILTER (WHERE name IN ('merge', 'root', 'shallow_boundary')) AS plain "
            "FROM commit_counts GROUP BY problem_id) "
            "SELECT problem_id, url, commits, plain, used, t.n_pairs, t.n_fixes, "
            "round(1000.0 * t.n_fixes / nullif(plain, 0), 1) FROM repositories r "
            "JOIN counts USING (problem_id) JOIN problem_totals t USING (problem_id) "
            "ORDER BY problem_id",
     .keys = {"repository", "url", "commits", "with_one_parent", "used", "pairs", "fixes",
              "per_thousand"}},
    {.name = "commits",
     .sql = "WITH names (sort_order, name) AS (VALUES (1, 'commits'), (2, 'merge'), (3, 'root'), "
            "(4, 'shallow_boundary'), (5, 'revert'), (6, 'no_keyword'), (7, 'damaged'), "
            "(8, 'no_file'), (9, 'too_many_files'), (10, 'used'), (11, 'symlink'), "
            "(12, 'submodule')) "
            "SELECT name, sum(n) FROM names JOIN commit_counts USING (name) GROUP BY name "
            "ORDER BY sort_order",
     .keys = {"name", "n"}},
    {.name = "keywords",
     .sql = "SELECT coalesce(keyword, '') AS word, count(*) AS n " OF_GIT
            "GROUP BY word ORDER BY n DESC, word",
     .keys = {"keyword", "n"}},
    {.name = "sweeps",
     .sql = "WITH sizes AS (SELECT CASE WHEN sweep_size = 1 THEN 1 WHEN sweep_size <= 5 THEN 2 "
            "WHEN sweep_size <= 20 THEN 3 ELSE 4 END AS size " OF_GIT
            ") SELECT CASE size WHEN 1 THEN '1' WHEN 2 THEN '2-5' WHEN 3 THEN '6-20' ELSE '21+' "
            "END, count(*) FROM sizes GROUP BY size ORDER BY size",
     .keys = {"size", "n"}},
    {.name = "places",
     .sql = "WITH git AS (SELECT f.function IS NOT NULL AS in_function, is_test, "
            "f.function_end_line " OF_GIT
            "), names (sort_order, name, n) AS (VALUES (1, 'in a function', (SELECT "
            "coalesce(sum(in_function), 0) FROM git)), (2, 'in a test', "
            "(SELECT coalesce(sum(is_test), 0) FROM git)), (3, 'in a function, not in a test', "
            "(SELECT count(*) FROM git WHERE in_function AND NOT is_test))) "
            "SELECT name, n, round(100.0 * n / nullif((SELECT count(*) FROM git), 0), 2) "
            "FROM names ORDER BY sort_order",
     .keys = {"place", "n", "percent"}},
    {.name = "licenses",
     .sql = "SELECT coalesce(license, 'unknown') AS license, count(*) AS n " OF_GIT
            "GROUP BY 1 ORDER BY n DESC, 1",
     .keys = {"license", "n"}},
    {.name = "contests", .sql = of_contests, .keys = {"name", "n"}}, /* the last one */
};
enum { N_TABLES = sizeof tables / sizeof *tables };

/* Adds the thesis's table 4, which counts fixes in one language. */
static int add_published(struct json *out, struct db *db, struct err *err)
{
    static const char in_language[] =
        "SELECT min(s.language = ?) AS is_same " OF_FIXES "WHERE source = 'git' HAVING is_same";
    int is_known = db_change(db, err, in_language, "t", thesis.language);
    for (size_t i = 0; i < json_count(json_get(out, "source_categories")); i++)
        thesis_set_category(json_own_item(out, "source_categories", i), is_known == 1);
    return is_known < 0 ? ERR : 0;
}

int source_report_collect(struct json *out, struct db *db, struct err *err)
{
    int64_t has_report, has_git, has_contests;
    if (db_get_int(db, &has_report, "SELECT count(*) > 1 OR max(source = 'git') FROM run", err) !=
            0 ||
        db_get_int(db, &has_git, "SELECT EXISTS (SELECT 1 FROM repositories)", err) != 0 ||
        db_get_int(db, &has_contests, "SELECT coalesce(max(source <> 'git'), 0) FROM run", err) !=
            0)
        return ERR;
    size_t n = !has_report ? 0 : !has_git ? 2 : has_contests ? N_TABLES : N_TABLES - 1;
    if (query_tables_collect(out, db, tables, n, 0, err) != 0)
        return ERR;
    return n ? add_published(out, db, err) : 0;
}

/* A repository, and its place among all. */
struct ranked {
    const struct json *row;
    double n_fixes;
    size_t place;
};

static int compare_ranked(const void *a, const void *b)
{
    const struct ranked *one = a, *other = b;
    int by_fixes = COMPARE(other->n_fixes, one->n_fixes);
    return by_fixes ? by_fixes : COMPARE(one->place, other->place);
}

/* The sum of the rows from `first` on. */
static struct json *sum_of(const struct ranked *rows, size_t first, size_t n)
{
    static const char *const keys[] = {"commits", "with_one_parent", "used", "pairs", "fixes"};
    struct json *sum = json_object();
    double per_thousand = NAN;
    json_add(sum, J_TEXT("repository", NULL), J_TEXT("url", NULL));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        double total = 0;
        for (size_t at = first; at < n; at++)
            total += json_number_at(rows[at].row, keys[i]);
        json_set_int(sum, keys[i], (int64_t)total);
    }
    if (json_number_at(sum, "with_one_parent") > 0)
        per_thousand = 1000 * json_number_at(sum, "fixes") / json_number_at(sum, "with_one_parent");
    json_set_double(sum, "per_thousand", per_thousand);
    json_set_int(sum, "others", (int64_t)(n - first));
    return sum;
}

struct json *source_report_first_repositories(const struct json *repositories)
{
    struct json *first = json_array();
    ARRAY(struct ranked) all = {0};
    json_each(row, repositories)
        array_push(&all, (struct ranked){row, json_number_at(row, "fixes"), all.n});
    array_sort(&all, compare_ranked);
    size_t n = all.n > SOURCE_REPORT_REPOSITORIES ? SOURCE_REPORT_REPOSITORIES - 1 : all.n;
    for (size_t i = 0; i < n; i++)
        json_push(first, json_copy(all.items[i].row));
    if (n < all.n)
        json_push(first, sum_of(all.items, n, all.n));
    array_release(&all);
    return first;
}

static void print_repositories(const struct json *report, FILE *out)
{
    scoped(json) *shown = json_object();
    scoped(str) name = {0};
    json_set(shown, "repositories",
             source_report_first_repositories(json_get(report, "repositories")));
    size_t n = json_count(json_get(shown, "repositories"));
    if (!n)
        return;
    struct json *last = json_own_item(shown, "repositories", n - 1);
    if (json_get(last, "others")) {
        str_print(&name, "%.0f others", json_number_at(last, "others"));
        json_free(json_take(last, "repository"));
        json_set_text(last, "repository", str_text(&name));
    }
    tabular_print_list(
        shown, "repositories", "Repositories (of 1,000: fixes of 1,000 commits with one parent)",
        "t repository, n commits, n used, n pairs, n fixes, m per_thousand=of 1,000", out);
}

void source_report_print(const struct json *report, FILE *out)
{
    static const char *const shown[][3] = {
        {"source_categories", "Fixes by source and category (percentages of the six)",
         "t category=, n? codenet=CodeNet, p? codenet_percent/codenet=, n? rows, "
         "p? rows_percent/rows=, n? git, p? git_percent/git=, n? thesis_n=thesis, "
         "p? thesis_percent/thesis_n=, n? github_n=GitHub, p? github_percent/github_n="},
        {"commits", "Commits", "t name=, n n="},
        {"keywords", "Fixes by keyword of the commit", "t keyword, n n=fixes"},
        {"sweeps", "Fixes by number of files that the commit changes", "t size=files, n n=fixes"},
        {"places", "Fixes by place", "t place=, n n=fixes, p percent/n="},
        {"licenses", "Fixes by licence of the file", "t license=licence, n n=fixes"},
    };
    scoped(str) columns = {0};
    str_print(&columns, "t source, t dataset, n problems=%s, n pairs, n fixes, n six=in the six",
              source_word(report, "problems"));
    if (json_count(json_get(report, "sources")))
        tabular_print_list(report, "sources", "Sources", str_text(&columns), out);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        if (i == 1)
            print_repositories(report, out);
        if (json_count(json_get(report, shown[i][0])))
            tabular_print_list(report, shown[i][0], shown[i][1], shown[i][2], out);
    }
}
