/* The tables of a store with several sources: CodeNet and git side by side, and what is known of
 * the repositories. */
#include "report/stats.h"
#include "tests/support/jsonl.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct stored_fix fixes[] = {
    {.buggy = "«a»\n", .fixed = "«b»\n"},
    {.buggy = "x «+» y\n", .fixed = "x «-» y\n", .category = "binary_operator"},
    {.buggy = "«c»\n", .fixed = "«d»\n"},
    {.buggy = "«e»\n", .fixed = "«f»\n"},
    {.buggy = "x «<» y\n", .fixed = "x «<=» y\n", .category = "comparison_operator"},
    {.buggy = "x.«g»\n", .fixed = "x.«h»\n", .category = "other"},
};

/* Makes the last four fixes those of a second run, of a git repository. */
static const char second_run[] =
    "INSERT INTO run SELECT 2, tool_version, 'all', failing, max_tokens, max_bytes, max_pairs, 1, "
    "1, 1, '89ab', NULL, 'git', '', languages, NULL, 'repositories', 'cdef', NULL, NULL "
    "FROM run;"
    "INSERT INTO problems VALUES ('a/b', 2, NULL, NULL);"
    "INSERT INTO problem_runs VALUES ('a/b', 2, NULL, 0, 0, 0);"
    "INSERT INTO problem_languages VALUES ('a/b', 2, 'python', 80, 40, 40, 4, 80);"
    "UPDATE problem_languages SET n_pairs = 7 WHERE problem_id = 'p00001';"
    "INSERT INTO repositories VALUES ('a/b', 'a/b.git', 'https://github.com/a/b', NULL, 0);"
    "INSERT INTO commit_counts SELECT 'a/b', 2, value ->> 0, value ->> 1 FROM json_each("
    "'[[\"commits\",1003],[\"merge\",2],[\"root\",1],[\"no_keyword\",940],[\"used\",40],"
    "[\"symlink\",5],[\"revert\",10]]');"
    "UPDATE submissions SET problem_id = 'a/b', status = NULL WHERE submission_key > 4;"
    "INSERT INTO commits SELECT fix_key, 'a/b', printf('%040x', fix_key), 'p', 'u', 1, 2, 'Fix', "
    "iif(fix_key = 6, NULL, 'fix'), fix_key * fix_key - 8, 1 FROM fixes WHERE fix_key > 2;"
    "INSERT INTO file_versions SELECT fixed_submission_key, fix_key, 'a.py', 'b', fix_key = 3, "
    "iif(fix_key > 4, NULL, 'MIT'), iif(fix_key > 4, NULL, 'tag') FROM fixes WHERE fix_key > 2;"
    "UPDATE fixes SET region = 'version' WHERE fix_key = 5;"
    "UPDATE fixes SET function = '' WHERE fix_key IN (3, 4);";

/* The tables of a changed store of these fixes. */
static struct json *stats_of(const char *change)
{
    static const char *const tables[] = {
        "sources", "source_categories", "repositories", "commits", "keywords", "sweeps",
        "places",  "licenses",          "contests",     NULL};
    struct json *stats;
    db_close(stored_fixes("sources.db", fixes, N_ITEMS(fixes)));
    scoped(db) *db = changed_store("sources.db", change);
    assert_done(stats_collect(&stats, db, &(struct stats_request){.tables = tables}, &err));
    return stats;
}

TEST(stats_sources__has_the_sources_side_by_side)
{
    scoped(json) *stats = stats_of(second_run);
    assert_json_has(
        stats,
        "{sources: [{source: codenet, problems: 1, pairs: 7, fixes: 2, six: 2},"
        " {source: git, dataset: repositories, problems: 1, pairs: 40, fixes: 4, six: 3}],"
        " source_categories: ["
        "{category: variable_misuse, codenet: 1, codenet_percent: 50, rows: null,"
        " git: 2, git_percent: 66.67, thesis_n: 14874, thesis_percent: 39.33,"
        " github_n: 11228, github_percent: 32.45},"
        "{category: binary_operator, codenet: 1, git: 0, git_percent: 0, github_percent: 6.46},"
        "{category: comparison_operator, codenet: 0, git: 1, git_percent: 33.33},"
        "{category: logical_operator, git: 0, github_n: 3137, github_percent: 9.07},"
        "{category: assignment_operator}, {category: literal},"
        "{category: type, git: 0, git_percent: null, github_n: null},"
        "{category: other, git: 1, git_percent: null, github_n: null, github_percent: null}]}");
}

TEST(stats_sources__has_what_is_known_of_git)
{
    scoped(json) *stats = stats_of(second_run);
    assert_json_has(stats,
                    "{repositories: [{repository: a/b, url: 'https://github.com/a/b',"
                    " commits: 1003, with_one_parent: 1000, used: 40, pairs: 40, fixes: 4,"
                    " per_thousand: 4}],"
                    " commits: [{name: commits, n: 1003}, {name: merge, n: 2}, {name: root},"
                    " {name: revert, n: 10}, {name: no_keyword, n: 940},"
                    " {name: used, n: 40}, {name: symlink, n: 5}],"
                    " keywords: [{keyword: fix, n: 3}, {keyword: '', n: 1}],"
                    " sweeps: [{size: '1', n: 1}, {size: '6-20', n: 2}, {size: '21+', n: 1}],"
                    " places: [{place: 'in a function', n: 2, percent: 50},"
                    " {place: 'in a test', n: 1, percent: 25},"
                    " {place: 'in a function, not in a test', n: 1, percent: 25}],"
                    " licenses: [{license: MIT, n: 2}, {license: unknown, n: 2}]}");
}

/* The thesis's figures are of one language, and of a store without git its own tables have them. */
TEST(stats_sources__compares_only_python_of_git_with_the_thesis)
{
    static const char *const changes[] = {
        "UPDATE submissions SET language = 'cpp' WHERE submission_key > 10",
        "UPDATE run SET source = 'rows' WHERE run_key = 2",
        "DELETE FROM fixes WHERE fix_key > 2",
    };
    for (size_t i = 0; i < N_ITEMS(changes); i++) {
        scoped(json) *stats =
            stats_of(printed("INSERT INTO run_languages VALUES ('cpp', 2, 'g', '1', 14); %s %s",
                             second_run, changes[i]));
        json_each(row, json_get(stats, "source_categories")) {
            assert_null(json_text_at(row, "thesis_n"));
            assert_int_equal(json_int(json_get(row, "thesis_n"), -1), -1);
            assert_int_equal(json_int(json_get(row, "github_percent"), -1), -1);
        }
        assert_true(json_count(json_get(stats, "source_categories")) > 6);
    }
}

TEST(stats_sources__is_only_of_several_sources_or_of_git)
{
    static const struct {
        const char *change;
        size_t n_tables;
    } cases[] = {
        {"", 0},
        {"UPDATE run SET source = 'rows'", 0},
        {"INSERT INTO run SELECT 2, tool_version, pairing, failing, max_tokens, max_bytes, "
         "max_pairs, shard, n_shards, n_listed, listing_sha256, problem_list_sha256, 'rows', '', "
         "languages, NULL, 'x', '', NULL, NULL FROM run",
         2},
        {second_run, 9},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(json) *stats = stats_of(cases[i].change);
        size_t n = 0;
        json_each(table, stats)
            n += json_is_array(table);
        assert_int_equal(n, 3 + cases[i].n_tables); /* runs, origins and categories always are */
    }
}

TEST(stats_sources__is_printed_without_columns_of_missing_sources)
{
    scoped(json) *stats = stats_of(second_run);
    FILE *out = text_stream();
    stats_print(stats, (const char *const[]){"source_categories", "licenses", NULL}, false, out);
    scoped_memory char *text = text_written(out);
    assert_contains(text, "CodeNet        git        taken         thesis           GitHub");
    assert_contains(text, "\nFixes by licence of the file\n  licence  fixes\n  MIT          2\n");
    assert_null(strstr(text, "rows"));
}

TEST(stats_sources__passes_errors_on)
{
    static const char *const views[] = {"counted_fixes", "problem_totals"};
    for (size_t i = 0; i < N_ITEMS(views); i++) {
        scoped(json) *stats = NULL;
        db_close(stored_fixes("bad.db", fixes, N_ITEMS(fixes)));
        scoped(db) *db = changed_store("bad.db", printed("%s DROP VIEW %s", second_run, views[i]));
        assert_error_with(stats_collect(&stats, db, &(struct stats_request){0}, &err),
                          "no such table");
    }
}
