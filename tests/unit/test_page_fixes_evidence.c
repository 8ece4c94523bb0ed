/* The evidence on the report page: of the listed fixes, cut, and unable to end its element. */
#include "report/page_fixes.h"
#include "tests/support/jsonl.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct stored_fix fixes[] = {
    {.buggy = "«a»\n", .fixed = "«b»\n"},
    {.buggy = "«c»\n", .fixed = "«d»\n"},
    {.buggy = "«e»\n", .fixed = "«f»\n"},
    {.buggy = "«g»\n", .fixed = "«h»\n"},
};

/* Submissions are numbered 1, 2 for the first fix, 3, 4 for the second, and so on. */
static const char executed[] =
    "INSERT INTO tests VALUES ('p00001', 'sample', 'given', '1' || char(10), 'x'), "
    "('p00001', 'found-1', 'found', '2', NULL);"
    "INSERT INTO test_runs VALUES (1, 'sample', 'wrong', '', 'y'), "
    "(5, 'found-1', 'runtime_error', 'KeyError: 3', '');"
    "INSERT INTO verdicts VALUES (1, 'reproduced', 'sample', '', NULL, 0, 0), "
    "(2, 'unsupported', NULL, 'Python 2', NULL, 0, 0), "
    "(3, 'proven', 'found-1', 'KeyError: 3', 'strict', 4, 9), "
    "(4, 'weak_tests', NULL, '', NULL, 2, 40);";

/* The written text of a changed store of these fixes, to be freed. */
static char *written(const char *change, int64_t n, const char *taken)
{
    db_close(stored_fixes("evidence.db", fixes, N_ITEMS(fixes)));
    store_changed("evidence.db", executed);
    scoped(db) *db = changed_store("evidence.db", change);
    struct page_options options = {.filters = taken};
    if (taken)
        stored_filter(db, taken);
    FILE *out = text_stream();
    assert_done(page_fixes_write_evidence(out, db, n, &options, &err));
    return text_written(out);
}

#define FIRST(number)                                                                   \
    "{\"fix\":" number ",\"detail\":[\"\",0],\"test\":\"sample\",\"is_found\":false,"   \
    "\"jurors\":0,\"outcome\":\"wrong\",\"input\":[\"1\\n\",0],\"expected\":[\"x\",0]," \
    "\"output\":[\"y\",0]}"
#define SECOND(number) "{\"fix\":" number ",\"detail\":[\"Python 2\",0]}"
#define THIRD(number)                                                                            \
    "{\"fix\":" number ",\"detail\":[\"KeyError: 3\",0],\"test\":\"found-1\",\"is_found\":true," \
    "\"jurors\":4,\"outcome\":\"runtime_error\",\"input\":[\"2\",0],\"expected\":null,"          \
    "\"output\":[\"\",0]}"

TEST(page_evidence__is_of_the_first_listed_fixes)
{
    static const struct {
        int64_t n;
        const char *taken, *json;
    } cases[] = {
        {0, NULL, "[]"},
        {1, NULL, "[\n" FIRST("0") "]"},
        {2, NULL, "[\n" FIRST("0") ",\n" SECOND("1") "]"},
        {9, NULL, "[\n" FIRST("0") ",\n" SECOND("1") ",\n" THIRD("2") "]"},
        {9, "(3)", "[\n" THIRD("0") "]"},
        {2, "(2), (3)", "[\n" SECOND("0") ",\n" THIRD("1") "]"},
        {9, "(4)", "[]"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped_memory char *text = written("", cases[i].n, cases[i].taken);
        assert_string_equal(text, cases[i].json);
    }
}

TEST(page_evidence__takes_any_text)
{
    static const char *const texts[] = {
        "'</script><script>alert(1)</script><!--<img src=x onerror=alert(1)>&'",
        "char(8232, 8233, 8238, 8294, 27, 10, 13, 127, 155)",
        "CAST(x'61ff6200c3' AS TEXT)",
        "'\"\\u003c' || replace(hex(zeroblob(40000)), '0', '<')",
    };
    for (size_t i = 0; i < N_ITEMS(texts); i++) {
        const char *change = printed(
            "PRAGMA ignore_check_constraints = ON; CREATE TABLE hostile AS SELECT %s AS text; "
            "UPDATE tests SET input = text, expected = text FROM hostile; "
            "UPDATE test_runs SET detail = text, output = text, outcome = text FROM hostile; "
            "UPDATE verdicts SET detail = text FROM hostile",
            texts[i]);
        scoped_memory char *text = written(change, 9, NULL);
        assert_null(strpbrk(text, "<>&\r"));
        assert_null(strstr(text, "\u2028"));
        assert_null(strstr(text, "\u2029"));
        if (!strstr(text, "\\u0000")) /* which our reader does not take */
            json_free(json_of(text));
    }
}

TEST(page_evidence__passes_errors_on)
{
    struct page_options options = {0};
    db_close(stored_fixes("bad.db", fixes, N_ITEMS(fixes)));
    scoped(db) *db = changed_store("bad.db", "DROP VIEW bug_evidence");
    FILE *out = text_stream();
    assert_error_with(page_fixes_write_evidence(out, db, 1, &options, &err), "no such table");
    free(text_written(out));
}

TEST(page_evidence__is_cut)
{
    scoped_memory char *text =
        written("UPDATE tests SET input = replace(hex(zeroblob(1001)), '0', 'é'), "
                "expected = replace(hex(zeroblob(1000)), '0', 'é')",
                1, NULL);
    scoped(json) *rows = json_of(text);
    const struct json *row = json_item(rows, 0);
    const struct json *input = json_get(row, "input"), *expected = json_get(row, "expected");
    assert_int_equal(strlen(json_text(json_item(input, 0))), PAGE_MAX_EVIDENCE * strlen("é"));
    assert_int_equal(json_int(json_item(input, 1), -1), 2);
    assert_int_equal(strlen(json_text(json_item(expected, 0))), PAGE_MAX_EVIDENCE * strlen("é"));
    assert_int_equal(json_int(json_item(expected, 1), -1), 0);
}
