/* The data of the report page is one valid JSON value for any database: the columns of all
 * fixes, and the programs of the first ones. */
#include "report/page.h"
#include "base/json.h"
#include "tests/support/stores.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

static const struct stored_fix fixes[] = {
    {.buggy = "«a»\n", .fixed = "«b»\n"},
    {.buggy = "é «+» y", .fixed = "x «-» y"},
    {.buggy = "if «»a:", .fixed = "if «not »a:"},
};

/* A store of these fixes, changed, and open. */
static struct db *store_of(const char *name, const char *change)
{
    db_close(stored_fixes(name, fixes, N_ITEMS(fixes)));
    return changed_store(name, change);
}

/* The data in the page, to be freed. */
static char *written(struct db *db, const struct page_options *options, struct page_counts *counts)
{
    static const char start[] = "id=\"data\">";
    FILE *out = text_stream();
    assert_done(page_write(out, db, options, counts, &err));
    scoped_memory char *page = text_written(out);
    const char *data = strstr(page, start) + strlen(start);
    return strndup(data, (size_t)(strstr(data, "</script>") - data));
}

TEST(page_data__has_what_is_documented)
{
    static const char *const keys[] = {"version",    "database", "stats",  "words",       "edits",
                                       "examples",   "tokens",   "place",  "months",      "steps",
                                       "problems",   "groups",   "checks", "fingerprint", "leakage",
                                       "n_excluded", "language", "fixes",  "samples"};
    struct page_options options = {.database = "a \"b\"</script>.db", .n_with_programs = 2};
    struct page_counts counts;
    scoped(db) *db = store_of("data.db", "");
    scoped_memory char *text = written(db, &options, &counts);
    scoped(json) *data = json_of(text);
    assert_int_equal(json_count(data), N_ITEMS(keys));
    for (size_t i = 0; i < N_ITEMS(keys); i++)
        assert_string_equal(json_name(json_item(data, i)), keys[i]);
    assert_json_has(data, "{version: '" TOKFIX_VERSION "', database: 'a \"b\"</script>.db',"
                          " language: {name: Python}, fixes: {n: 3}, samples: [{}, {}]}");
    assert_int_equal(counts.n_fixes, 3);
    assert_int_equal(counts.n_listed, 3);
    assert_int_equal(counts.n_with_programs, 2);
}

static const char verified[] =
    "INSERT INTO verify_run VALUES (1, 'real', 'codenet', 'x', NULL, 'fixes', '7', 'strict', 40, "
    "2, 10, 2, 1, '');"
    "INSERT INTO verify_runtimes VALUES ('Python 3', 1, 'python', 'Python 3.11.2');"
    "INSERT INTO verify_problems VALUES ('p00001', 'python', 1, '', 2000, 'Lines', 4, 3);"
    "INSERT INTO control_pairs SELECT 'p00001', 'python', value, 's1', 's2', "
    "iif(value = 1, 'strict', NULL), NULL FROM json_each('[1,2,3,4,5,6,7,8,9]');"
    "INSERT INTO tests VALUES ('p00001', 'sample', 'given', '1', '2');"
    "INSERT INTO test_runs VALUES (5, 'sample', 'wrong', '', '3');"
    "INSERT INTO verdicts VALUES (1, 'unsupported', NULL, 'Python 2', NULL, 0, 0), "
    "(3, 'reproduced', 'sample', '', NULL, 0, 0);";

TEST(page_data__has_what_execution_has_shown)
{
    struct page_options options = {.database = "x", .n_with_programs = 9};
    struct page_counts counts;
    scoped(db) *db = store_of("verified.db", verified);
    scoped_memory char *text = written(db, &options, &counts);
    scoped(json) *data = json_of(text);
    assert_json_has(data, "{stats: {verify: {n_fixes: 2, n_shown: 1}, control: {n_proofs: 1}},"
                          " fixes: {execution: [0, -1, 1]},"
                          " evidence: [{fix: 0, detail: ['Python 2', 0]},"
                          " {fix: 2, output: ['3', 0]}]}");
    assert_null(json_get(data, "filters"));
}

TEST(page_data__has_where_fixes_of_git_come_from)
{
    struct page_options options = {.database = "x", .n_with_programs = 9};
    struct page_counts counts;
    scoped(db) *db = store_of(
        "git.db",
        printed(
            "%s UPDATE run SET source = 'git'; UPDATE fixes SET function = NULL WHERE fix_key = 2; "
            "UPDATE fixes SET function = '' WHERE fix_key = 3; "
            "DELETE FROM file_versions WHERE submission_key < 3",
            stored_git));
    scoped_memory char *text = written(db, &options, &counts);
    scoped(json) *data = json_of(text);
    assert_json_has(data, "{stats: {repositories: [], licenses: [{license: MIT, n: 2}]},"
                          " fixes: {status: [-1, -1, -1], commit: [-1, 0, 1], path: [-1, 0, 0],"
                          " function: [0, -1, 1], paths: ['src/a.py'], functions: [f, '']}}");
    assert_string_equal(json_text(json_at(data, "fixes.commits.1")), printed("%040x", 3));
}

/* The list has fewer fixes, and the numbers are those of all. */
TEST(page_data__lists_the_fixes_that_the_filters_take)
{
    struct page_options options = {
        .database = "x", .n_with_programs = 9, .filters = "--split train"};
    struct page_counts counts;
    scoped(db) *db = store_of("listed.db", verified);
    stored_filter(db, "(2), (3)");
    scoped_memory char *text = written(db, &options, &counts);
    scoped(json) *data = json_of(text);
    assert_json_has(data, "{filters: '--split train', stats: {verify: {n_fixes: 2}},"
                          " fixes: {n: 3, listed: 2}, samples: [{}, {}],"
                          " evidence: [{fix: 1, test: sample}]}");
    assert_int_equal(counts.n_with_programs, 2);
}

TEST(page_data__has_each_of_several_languages)
{
    struct page_options options = {.database = "x", .n_with_programs = 9};
    struct page_counts counts;
    scoped(db) *db = store_of(
        "languages.db", "INSERT INTO run_languages VALUES ('cpp', 2, 'tree-sitter-cpp', '4.5', 14);"
                        "INSERT INTO problem_languages SELECT problem_id, 1, 'cpp', 2, 1, 1, 1, 2 "
                        "FROM submissions LIMIT 1;"
                        "UPDATE submissions SET language = 'cpp' WHERE submission_key IN "
                        "(SELECT buggy_submission_key FROM fixes WHERE fix_key = 1 UNION "
                        "SELECT fixed_submission_key FROM fixes WHERE fix_key = 1);");
    scoped_memory char *text = written(db, &options, &counts);
    scoped(json) *data = json_of(text);
    assert_int_equal(counts.n_listed, 3);
    assert_json_has(data, "{fixes: {n: 3, languages: [cpp, python], language: [0, 1, 1]},"
                          " languages: [{key: python, examples: [{fix: 2, n: 1}],"
                          " language: {name: Python, added: [not]}},"
                          " {key: cpp, examples: [{fix: 0, n: 1}],"
                          " language: {name: C++, added: ['!', not]}}]}");
    assert_string_equal(json_text(json_at(data, "languages.1.stats.run.language")), "cpp");
    assert_int_equal(json_count(json_at(data, "languages.1")), 16);
}

TEST(page_data__has_as_many_samples_as_are_asked_for)
{
    scoped(db) *db = store_of("samples.db", "");
    for (int64_t n = 0; n <= 5; n++) {
        struct page_options options = {.database = "x", .n_with_programs = n};
        struct page_counts counts;
        scoped_memory char *text = written(db, &options, &counts);
        scoped(json) *data = json_of(text);
        assert_int_equal(counts.n_with_programs, n < 3 ? n : 3);
        assert_int_equal(json_count(json_get(data, "samples")), counts.n_with_programs);
    }
}

/* Hostile texts wherever a store has some. */
#define HOSTILE "'</script><script>alert(1)</script><!--<img src=x onerror=alert(1)>&'"
TEST(page_data__cannot_be_left)
{
    static const char *const places[] = {
        "run SET dataset",
        "run_languages SET language",
        "run SET tool_version",
        "run SET pairing",
        "run SET metadata_sha256",
        "problems SET name",
        "problems SET contest",
        "problems SET problem_id",
        "submissions SET user_id",
        "submissions SET original_language",
        "submissions SET status",
        "submissions SET problem_id",
        "sources SET code",
        "fixes SET pattern",
        "fixes SET role",
        "fixes SET before",
        "fixes SET after",
        "fixes SET dialect",
        "categories SET category",
        "fixes SET category",
        "set_exclusions SET reason",
        "set_exclusions SET evidence",
        "set_splits SET split",
        "split_sets SET seed",
        "split_sets SET grouped_by",
        "dedup_run SET preset",
        "statuses SET status",
        "rejects SET status",
        "run_counts SET name",
        "input_errors SET kind",
        "verify_run SET seed",
        "verify_run SET tests_name",
        "verify_run SET origins",
        "verify_runtimes SET version",
        "verdicts SET verdict",
        "verdicts SET detail",
    };
    static const char *const texts[] = {
        HOSTILE,
        "char(8232, 8233, 8238, 8294, 27, 10, 13, 127, 155)",
        "CAST(x'61ff6200c3' AS TEXT)",
        "'\"\\u003c' || replace(hex(zeroblob(20000)), '0', '<')",
    };
    for (size_t p = 0; p < N_ITEMS(places); p++)
        for (size_t t = 0; t < N_ITEMS(texts); t++) {
            struct page_options options = {.database = "x"};
            struct page_counts counts;
            const char *change =
                printed("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF;"
                        "INSERT INTO exclusions VALUES (1, 'benchmark', 'x');"
                        "INSERT INTO splits VALUES (1, 'train', 1);" MADE_RUN
                        "'seed', '7', 3, 0, 1, 'problem', 0);"
                        "INSERT INTO dedup_run VALUES (1, 'allamanis', 1, .8, .7, 20, 0, 1, 1);"
                        "INSERT INTO statuses VALUES ('python', 'Accepted', 'accepted', 1);"
                        "INSERT INTO rejects VALUES ('python', 'identical', 'x', 1);"
                        "INSERT INTO run_counts VALUES (1, 'files', '', 1);"
                        "INSERT INTO input_errors VALUES (1, 1, 'x', 'y', 1, 'z', NULL);"
                        "%s UPDATE OR IGNORE %s = %s",
                        verified, places[p], texts[t]);
            scoped(db) *db = store_of("hostile.db", change);
            scoped_memory char *text = written(db, &options, &counts);
            assert_null(strpbrk(text, "<>&\r"));
            assert_null(strstr(text, "\u2028"));
            assert_null(strstr(text, "\u2029"));
            if (!strstr(text, "\\u0000")) /* which our reader does not take */
                json_free(json_of(text));
            assert_true(strlen(text) < 30000);
        }
}

TEST(page_data__passes_errors_on)
{
    static const struct text_case cases[] = {
        {"DROP VIEW bug_types", "no such table"},
        {"DROP VIEW fix_marks", "no such table"},
        {"DROP TABLE set_exclusions", "no such table"},
        {"DELETE FROM submissions", "lacks its programs"},
        {"UPDATE fixes SET end_byte = 99 WHERE fix_key = 3", "is outside its program"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct page_options options = {.database = "x", .n_with_programs = 10};
        struct page_counts counts;
        scoped(str) change = {0};
        str_print(&change, "PRAGMA foreign_keys = OFF; %s", cases[i].given);
        scoped(db) *db = store_of("bad.db", str_text(&change));
        FILE *out = text_stream();
        assert_error_with(page_write(out, db, &options, &counts, &err), cases[i].expected);
        free(text_written(out));
    }
}
