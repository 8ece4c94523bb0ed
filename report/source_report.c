/* One table has all words. The tables are the queries of SQL files. */
#include "report/source_report.h"

#include "base/mem.h"
#include "db/query_table.h"
#include "report/report_text.h"
#include "report/tabular.h"
#include "report/thesis.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum kind { OF_CONTESTS, OF_GIT, OF_BOTH, OF_PAIRS, N_KINDS };

/* What has no word is not in the sources. */
static const struct {
    const char *key, *words[N_KINDS];
} words_of[] = {
    {"of", {"contests", "git", "both", "pairs"}},
    {"problem", {"problem", "repository", "problem or repository", "problem"}},
    {"problems", {"problems", "repositories", "problems and repositories", "problems"}},
    {"submission", {"submission", "file version", "version", "program"}},
    {"submissions", {"submissions", "file versions", "versions", "programs"}},
    {"files", {"files", "file versions", "versions", "programs"}},
    {"history", {"history", NULL, "history", NULL}},
    {"histories", {"histories", NULL, "histories", NULL}},
    {"users", {"users", "authors", "users and authors", "users"}},
    {"verdict", {"verdict", NULL, "verdict", NULL}},
    /* of the funnel */
    {"problems_without_submissions",
     {"problems_without_submissions", "repositories without pairs", "of these without versions",
      "problems without pairs"}},
    {"metadata_rows", {"metadata_rows", NULL, "rows and commits", "rows"}},
    {"rows_unusable", {"rows_unusable", NULL, "rows_unusable", "rows_unusable"}},
    {"rows_other_languages",
     {"rows_other_languages", NULL, "rows_other_languages", "rows_other_languages"}},
    {"submissions_accepted", {"submissions_accepted", NULL, "submissions_accepted", NULL}},
    {"submissions_failing", {"submissions_failing", NULL, "submissions_failing", NULL}},
    {"submissions_undecided", {"submissions_undecided", NULL, "submissions_undecided", NULL}},
    {"submissions_compared",
     {"submissions_compared", NULL, "versions compared", "programs compared"}},
};
enum { N_WORDS = sizeof words_of / sizeof *words_of };

static enum kind kind_of(const struct json *stats)
{
    size_t n = 0, n_git = 0, n_pairs = 0;
    json_each(run, json_get(stats, "runs")) {
        const char *source = json_text_at(run, "source");
        n_git += source && strcmp(source, "git") == 0;
        n_pairs += source && strcmp(source, "pairs") == 0;
        n++;
    }
    if (n && n_pairs == n)
        return OF_PAIRS;
    return !n_git ? OF_CONTESTS : n_git == n ? OF_GIT : OF_BOTH;
}

const char *source_word(const struct json *stats, const char *key)
{
    for (size_t i = 0; i < N_WORDS; i++)
        if (strcmp(words_of[i].key, key) == 0)
            return words_of[i].words[kind_of(stats)];
    return key;
}

struct json *source_words(const struct json *stats)
{
    struct json *words = json_object();
    enum kind kind = kind_of(stats);
    for (size_t i = 0; i < N_WORDS; i++)
        json_set_text(words, words_of[i].key, words_of[i].words[kind]);
    return words;
}

struct json *source_words_name(const struct json *stats, const struct json *rows)
{
    struct json *named = json_array();
    json_each(row, rows) {
        const char *word = source_word(stats, json_text_at(row, "name"));
        if (!word)
            continue;
        struct json *copy = json_copy(row);
        json_free(json_take(copy, "name"));
        json_set_text(copy, "name", word);
        json_push(named, copy);
    }
    return named;
}

static const char sources[] = {
#include "report/sql/sources.sql.inc"
};
static const char git[] = {
#include "report/sql/git.sql.inc"
};
static const char contests[] = {
#include "report/sql/contests.sql.inc"
};

/* Adds the thesis's table 4, which counts fixes in one language. */
static int add_published(struct json *out, struct db *db, struct err *err)
{
    static const char in_language[] =
        "SELECT min(s.language = ?) AS is_same FROM counted_fixes f JOIN submissions s "
        "ON s.submission_key = f.buggy_submission_key JOIN problems USING (problem_id) "
        "JOIN run USING (run_key) WHERE source = 'git' HAVING is_same";
    int is_known = db_change(db, err, in_language, "t", thesis.language);
    for (size_t i = 0; i < json_count(json_get(out, "source_categories")); i++)
        thesis_set_category(json_own_item(out, "source_categories", i), is_known == 1);
    return is_known < 0 ? ERR : 0;
}

int source_report_collect(struct json *out, struct db *db, const char *const *tables,
                          struct err *err)
{
    int64_t has_report, has_git, is_mixed;
    if (db_get_int(db, &has_report, "SELECT count(*) > 1 OR max(source = 'git') FROM run", err) !=
            0 ||
        db_get_int(db, &has_git, "SELECT EXISTS (SELECT 1 FROM repositories)", err) != 0 ||
        db_get_int(db, &is_mixed, "SELECT count(DISTINCT source IN ('git', 'pairs')) > 1 FROM run",
                   err) != 0)
        return ERR;
    if (!has_report)
        return 0;
    if (query_tables_collect_named(out, db, sources, tables, 0, err) != 0 ||
        (has_git && query_tables_collect_named(out, db, git, tables, 0, err) != 0) ||
        (is_mixed && query_tables_collect_named(out, db, contests, tables, 0, err) != 0))
        return ERR;
    return json_get(out, "source_categories") ? add_published(out, db, err) : 0;
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

static const char sources_text[] = {
#include "report/text/sources.txt.inc"
};

void source_report_print(const struct json *report, const char *const *tables, FILE *out)
{
    struct json *first = json_make(J_VALUE(
        "repositories", source_report_first_repositories(json_get(report, "repositories"))));
    scoped(json) *more =
        json_make(J_VALUE("words", source_words(report)),
                  J_BOOL("leaves_out", tabular_differs(json_get(report, "source_categories"), "git",
                                                       "git_taken")),
                  J_VALUE("first", first));
    size_t n = json_count(json_get(first, "repositories"));
    struct json *last = n ? json_own_item(first, "repositories", n - 1) : NULL;
    if (last && json_get(last, "others")) {
        scoped(str) name = {0};
        str_print(&name, "%.0f others", json_number_at(last, "others"));
        json_free(json_take(last, "repository"));
        json_set_text(last, "repository", str_text(&name));
    }
    report_text_print_tables(sources_text, report, more, tables, out);
}
