/* The report page has its parts in the right places, and its policy names its script. */
#include "base/hash.h"
#include "base/mem.h"
#include "report/page.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct stored_fix fixes[] = {
    {.buggy = "«a»\n", .fixed = "«b»\n"},
    {.buggy = "'</script>' «+» y", .fixed = "'</script>' «-» y"},
};

/* The page of a store of these fixes, to be freed. */
static char *page_named(const char *database)
{
    scoped(db) *db = stored_fixes("page.db", fixes, N_ITEMS(fixes));
    struct page_options options = {.database = database, .n_with_programs = 10};
    struct page_counts counts;
    FILE *out = text_stream();
    assert_done(page_write(out, db, &options, &counts, &err));
    assert_int_equal(counts.n_with_programs, 2);
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
    scoped_memory char *page = page_named("some.db");
    for (size_t i = 0; i < N_ITEMS(placeholders); i++)
        assert_int_equal(count(page, placeholders[i]), 0);
    for (size_t i = 0; i < N_ITEMS(parts); i++)
        assert_int_equal(count(page, parts[i]), 1);
    assert_int_equal(count(page, "<script"), 2);
    assert_int_equal(count(page, "</script"), 2);
    assert_int_equal(count(page, "<style"), 1);
}

/* A browser hashes the text between the tags; an end of a line that is no LF it would change. */
TEST(page__names_its_script_in_the_policy)
{
    char *page = page_named("some.db"), base64[SHA256_BASE64_SIZE];
    scoped_memory char *script = between(page, "<script>", "</script>");
    scoped_memory char *hash = between(page, "script-src 'sha256-", "';");
    sha256_base64(script, strlen(script), base64);
    assert_string_equal(hash, base64);
    assert_null(strchr(script, '\r'));
    assert_null(strstr(script, "<!--"));
    assert_true(strlen(script) > 400000);
    free(page);
}

TEST(page__loads_nothing)
{
    scoped_memory char *page = page_named("some.db");
    scoped_memory char *policy = between(page, "content=\"", "\">");
    scoped_memory char *hash = between(policy, "sha256-", "'");
    const char *expected =
        printed("default-src 'none'; script-src 'sha256-%s'; style-src 'unsafe-inline'; "
                "img-src data:; base-uri 'none'; form-action 'none'",
                hash);
    assert_string_equal(policy, expected);
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
        scoped_memory char *page = page_named(cases[i].given);
        scoped_memory char *title = between(page, "<title>tokfix report of ", "</title>");
        assert_string_equal(title, cases[i].expected);
        assert_int_equal(count(page, "<script"), 2);
    }
}
