/* The page of any database has its parts, a policy that lets only its script run, and data that is
 * one valid JSON value and cannot end its element. What it shows is compared with the database in
 * oracle/test_report_page.c and in browsers. */
#include "base/hash.h"
#include "base/json.h"
#include "base/mem.h"
#include "report/page.h"
#include "tests/support/jsonl.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct made_fix fixes[] = {
    {"p00001", "u", "a\n", "b\n", false},
    {"p00001", "u", "é + '</script>'", "é - '</script>' # x", false},
    {"p00001", "u", "if a: pass", "if b: pass", false},
};

/* The page of a store of these fixes after a change, to be freed. */
static char *page_of(const char *change, const struct page_options *options)
{
    struct page_counts counts;
    made_store("page.db", fixes, N_ITEMS(fixes));
    scoped(db) *db = changed_store("page.db", change);
    FILE *out = text_stream();
    assert_done(page_write(out, db, options, &counts, &err));
    assert_int_equal(counts.n_with_programs,
                     options->n_with_programs < 3 ? options->n_with_programs : 3);
    return text_written(out);
}

static size_t count(const char *text, const char *part)
{
    size_t n = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        n++;
    return n;
}

/* What stands between two texts, to be freed. */
static char *between(const char *page, const char *start, const char *end)
{
    const char *from = strstr(page, start);
    assert_non_null(from);
    from += strlen(start);
    const char *to = strstr(from, end);
    assert_non_null(to);
    return mem_copy_text(from, (size_t)(to - from));
}

TEST(page__holds_every_part_once)
{
    static const char *const placeholders[] = {"@CSP@",      "@TITLE@",  "@STYLE@",
                                               "@LICENSES@", "@SCRIPT@", "@DATA@"};
    static const char *const parts[] = {
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ",
        "<meta charset=\"utf-8\">",
        "<title>tokfix report of some.db</title>",
        "<script type=\"application/json\" id=\"data\">{\"report\":[{\"version\":",
        "\n\"programs\":[",
        "// https://d3js.org/d3-array/ v3",
        "// @observablehq/plot v0.6.17 ",
        "@observablehq/plot\n\nCopyright 2020-",
        "\nd3-ease\n\nCopyright 2010-",
        " Mike Bostock\nCopyright 2001 Robert Penner\nAll rights reserved.\n",
        "\ninterval-tree-1d\n",
        "Prism.languages.python={",
        "\nprismjs\n\nMIT LICENSE\n\nCopyright (c) 2012 Lea Verou\n",
    };
    scoped_memory char *page =
        page_of("", &(struct page_options){.database = "some.db", .n_with_programs = 9});
    for (size_t i = 0; i < N_ITEMS(placeholders); i++)
        assert_int_equal(count(page, placeholders[i]), 0);
    for (size_t i = 0; i < N_ITEMS(parts); i++)
        assert_int_equal(count(page, parts[i]), 1);
    assert_int_equal(count(page, "<script"), 2);
    assert_int_equal(count(page, "</script"), 2);
    assert_int_equal(count(page, "<style"), 1);
}

/* A browser hashes the text between the tags; an end of a line that is no LF it would change. */
TEST(page__loads_nothing_and_runs_its_script_alone)
{
    scoped_memory char *page = page_of("", &(struct page_options){.database = "x"});
    scoped_memory char *script = between(page, "<script>", "</script>");
    scoped_memory char *policy = between(page, "content=\"", "\">");
    char base64[SHA256_BASE64_SIZE];
    sha256_base64(script, strlen(script), base64);
    const char *expected =
        printed("default-src 'none'; script-src 'sha256-%s'; style-src 'unsafe-inline'; "
                "img-src data:; base-uri 'none'; form-action 'none'",
                base64);
    assert_string_equal(policy, expected);
    assert_null(strchr(script, '\r'));
    assert_null(strstr(script, "<!--"));
    assert_int_equal(count(page, " src=\"http"), 0);
    assert_int_equal(count(page, "<link"), 0);
}

TEST(page__takes_databases_of_any_name)
{
    static const struct text_case cases[] = {
        {"</title><script>x&amp;.db", "&lt;/title&gt;&lt;script&gt;x&amp;amp;.db"},
        {"a\xff\x1b[31m\u202e\n.db", "a\\xff\\x1b[31m\\u202e\\n.db"},
        {"変数 \"'.db", "変数 \"'.db"},
        {"", ""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped_memory char *page = page_of("", &(struct page_options){.database = cases[i].given});
        scoped_memory char *title = between(page, "<title>tokfix report of ", "</title>");
        assert_string_equal(title, cases[i].expected);
        assert_int_equal(count(page, "<script"), 2);
    }
}

/* The data of the page of a changed store. */
static struct json *data_of(const char *change, const struct page_options *options)
{
    scoped_memory char *page = page_of(change, options);
    scoped_memory char *data = between(page, "id=\"data\">", "</script>");
    return json_of(data);
}

/* Long tokens that begin alike are different edits. */
TEST(page__counts_edits_before_it_cuts_tokens)
{
    scoped(json) *data =
        data_of("UPDATE fixes SET category = 'literal', edit = 'replace', after = 'x', "
                "before = replace(hex(zeroblob(60)), '0', 'a') || (fix_key % 2)",
                &(struct page_options){.database = "x"});
    json_each(chart, json_get(data, "charts"))
        if (strcmp(json_text_at(chart, "id"), "edits") == 0)
            assert_int_equal(json_int(json_at(chart, "rows.0.2"), 0), 2);
    int64_t first = json_int(json_at(data, "fixes.0.3"), 0);
    assert_int_equal(json_int(json_at(data, "fixes.2.3"), 0), first);
    assert_int_not_equal(json_int(json_at(data, "fixes.1.3"), 0), first);
}

TEST(page__cuts_long_programs_around_the_token)
{
    scoped(json) *data =
        data_of("UPDATE sources SET code = replace(hex(zeroblob(12000)), '00', "
                "'a' || char(10)) || code || replace(hex(zeroblob(12000)), '00', "
                "char(10) || 'b'); UPDATE fixes SET start_byte = start_byte + "
                "24000, end_byte = end_byte + 24000, fixed_start_byte = "
                "fixed_start_byte + 24000, fixed_end_byte = fixed_end_byte + 24000",
                &(struct page_options){.database = "x", .n_with_programs = 1});
    const struct json *program = json_item(json_get(data, "programs"), 0);
    assert_int_equal(strlen(json_text(json_item(program, 0))), 10000);
    assert_string_equal(json_text(json_item(program, 1)), "a");
    assert_int_equal(strlen(json_text(json_item(program, 2))), 10000);
    assert_int_equal(json_int(json_item(program, 4), 0), 3);
}

static const char verified[] =
    "INSERT INTO verify_run VALUES (1, 'real', 'folders', 'x', NULL, 'fixes', '7', 'strict', 40, "
    "2, 1, '');"
    "INSERT INTO verify_runtimes VALUES ('Python 3', 1, 'python', 'Python 3.11.2');"
    "INSERT INTO verify_problems VALUES ('p00001', 'python', 1, '', 2000, 'Lines', 4);"
    "INSERT INTO control_pairs SELECT 'p00001', 'python', value, 's1', 's2', "
    "iif(value = 1, 'strict', NULL), NULL FROM json_each('[1,2,3,4,5,6,7,8,9]');"
    "INSERT INTO tests VALUES ('p00001', 'sample', 'given', '1', '2');"
    "INSERT INTO test_runs VALUES (5, 'sample', 'wrong', '', '3');"
    "INSERT INTO verdicts VALUES (1, 'unsupported', NULL, 'Python 2', NULL, 0, 0), "
    "(3, 'reproduced', 'sample', '', NULL, 0, 0);";

TEST(page__has_what_execution_has_shown)
{
    scoped(json) *data =
        data_of(verified, &(struct page_options){.database = "x", .n_with_programs = 9});
    assert_json_has(
        data, "{evidence: [[2, '', sample, null, wrong, ['1', 0], ['2', 0], ['3', 0]],"
              " [0, 'Python 2', null, null, null, [null, null], [null, null], [null, null]]]}");
    json_each(chart, json_get(data, "charts")) {
        if (strcmp(json_text_at(chart, "id"), "execution") != 0)
            continue;
        assert_contains(json_text_at(chart, "sentence"), "executed 2 fixes and has shown 1 bug:");
        assert_contains(json_text_at(chart, "sentence"), "1 of 9 pairs");
        return;
    }
    fail_msg("no chart of executions");
}

/* Hostile texts wherever a store has some. What others refer to is changed alone. */
TEST(page__cannot_be_left)
{
    static const char *const places[] = {
        "run SET dataset",
        "run SET tool_version",
        "run SET pairing",
        "run SET metadata_sha256",
        "problems SET name",
        "problems SET contest",
        "submissions SET user_id",
        "submissions SET original_language",
        "submissions SET status",
        "sources SET code",
        "fixes SET pattern",
        "fixes SET role",
        "fixes SET before",
        "fixes SET after",
        "set_exclusions SET reason",
        "set_exclusions SET evidence",
        "set_splits SET split",
        "split_sets SET seed",
        "split_sets SET grouped_by",
        "dedup_run SET preset",
        "rejects SET status",
        "run_counts SET name",
        "input_errors SET kind",
        "verify_run SET seed",
        "verify_run SET tests_name",
        "verify_run SET origins",
        "verify_runtimes SET version",
        "verdicts SET detail",
        NULL,
    };
    static const char *const keys[] = {
        "run_languages SET language", "problems SET problem_id", "submissions SET problem_id",
        "fixes SET dialect",          "categories SET category", "fixes SET category",
        "statuses SET status",        "verdicts SET verdict",
    };
    static const char *const texts[] = {
        "'</script><script>alert(1)</script><!--<img src=x onerror=alert(1)>&'",
        "char(8232, 8233, 8238, 8294, 27, 10, 13, 127, 155)",
        "CAST(x'61ff6200c3' AS TEXT)",
        "'\"\\u003c' || replace(hex(zeroblob(20000)), '0', '<')",
    };
    for (size_t i = 0; i < N_ITEMS(texts) + N_ITEMS(keys); i++) {
        scoped(str) change = {0};
        str_print(&change, "%s%s",
                  "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF;"
                  "INSERT INTO exclusions VALUES (1, 'benchmark', 'x');"
                  "INSERT INTO splits VALUES (1, 'train', 1);" MADE_RUN
                  "'seed', '7', 3, 0, 1, 'problem', 0);"
                  "INSERT INTO dedup_run VALUES (1, 'allamanis', 1, .8, .7, 20, 1, 1);"
                  "INSERT INTO statuses VALUES ('python', 'Accepted', 'accepted', 1);"
                  "INSERT INTO rejects VALUES ('python', 'identical', 'x', 1);"
                  "INSERT INTO run_counts VALUES (1, 'files', '', 1);"
                  "INSERT INTO input_errors VALUES (1, 1, 'x', 'y', 1, 'z', NULL);",
                  verified);
        for (const char *const *place = places; i < N_ITEMS(texts) && *place; place++)
            str_print(&change, "UPDATE OR IGNORE %s = %s;", *place, texts[i]);
        if (i >= N_ITEMS(texts))
            str_print(&change, "UPDATE OR IGNORE %s = %s;", keys[i - N_ITEMS(texts)], texts[0]);
        scoped_memory char *page =
            page_of(str_text(&change), &(struct page_options){.database = "x"});
        scoped_memory char *text = between(page, "id=\"data\">", "</script>");
        assert_null(strpbrk(text, "<>&\r"));
        if (i == 0)
            assert_true(count(text, "onerror=alert(1)") > 20);
        if (i != 2) /* a browser reads U+FFFD for bytes that are not UTF-8 */
            json_free(json_of(text));
    }
}
