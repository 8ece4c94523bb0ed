/* The columns of the report page are the rows of the store. */
#include "report/page_data.h"
#include "base/json.h"
#include "tests/support/stores.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

static const struct stored_fix fixes[] = {
    {.buggy = "«a»", .fixed = "«b»", .role = "variable", .pattern = "CHANGE_IDENTIFIER_USED"},
    {.buggy = "x\ny «+» y", .fixed = "x «-» y", .category = "binary_operator"},
    {.buggy = "if «»a:", .fixed = "if «not» a:", .category = "other", .status = "Runtime Error"},
    {.buggy = "«c»(1)", .fixed = "«d»(1)", .role = "function"},
};

/* A store of these fixes, changed, and open. */
static struct db *store_of(const char *name, const char *change)
{
    db_close(stored_fixes(name, fixes, N_ITEMS(fixes)));
    return changed_store(name, change);
}

/* What is written, in a static buffer. */
static const char *written(struct db *db, struct page_counts *counts)
{
    static char *text;
    FILE *out = text_stream();
    assert_done(page_data_write_columns(out, db, counts, &err));
    free(text);
    text = text_written(out);
    return text;
}

TEST(page_columns__are_the_rows_of_the_store)
{
    scoped(db) *db = store_of(
        "rows.db",
        "UPDATE submissions SET date = 1000 * submission_key;"
        "UPDATE submissions SET original_language = 'PyPy' WHERE submission_key >= 5;"
        "UPDATE fixes SET column = fix_id + 10, n_tokens = fix_id * 100;"
        "UPDATE fixes SET origin = 'mutant' WHERE fix_id = 3;"
        "INSERT INTO splits VALUES (1, 'test', 1), (2, 'train', 2);"
        "INSERT INTO duplicate_clusters VALUES ('exact', 1, 1), ('exact', 2, 1), ('near', 3, 1);"
        "INSERT INTO conflicts VALUES (2, 2), (3, 2);"
        "INSERT INTO exclusions VALUES (3, 'benchmark', 'x'), (3, 'benchmark', 'y'), "
        "(4, 'benchmark', 'x')");
    struct page_counts counts;
    assert_string_equal(written(db, &counts),
                        "{\"n\":4,\"listed\":4,"
                        "\"categories\":[\"variable_misuse\",\"binary_operator\",\"other\"],"
                        "\"patterns\":[\"CHANGE_IDENTIFIER_USED\",\"SINGLE_TOKEN\"],"
                        "\"statuses\":[\"Wrong Answer\",\"Runtime Error\"],"
                        "\"problems\":[\"p00001\"],"
                        "\"roles\":[\"variable\",\"function\"],"
                        "\"languages\":[\"Python3\",\"PyPy\"],"
                        "\"splits\":[\"train\",\"validation\",\"test\"],"
                        "\"origins\":[\"real\",\"mutant\"],"
                        "\"category\":[0,1,2,0],"
                        "\"pattern\":[0,1,1,1],"
                        "\"status\":[0,0,1,0],"
                        "\"problem\":[0,0,0,0],"
                        "\"role\":[0,-1,-1,1],"
                        "\"language\":[0,0,1,1],"
                        "\"split\":[2,0,-1,-1],"
                        "\"origin\":[0,0,1,0],"
                        "\"marks\":[0,3,6,4],"
                        "\"buggy\":[\"s0b\",\"s1b\",\"s2b\",\"s3b\"],"
                        "\"fixed\":[\"s0a\",\"s1a\",\"s2a\",\"s3a\"],"
                        "\"line\":[1,2,1,1],"
                        "\"column\":[11,12,13,14],"
                        "\"tokens\":[100,200,300,400],"
                        "\"date\":[2000,4000,6000,8000],"
                        "\"before\":[\"a\",\"+\",\"\",\"c\"],"
                        "\"after\":[\"b\",\"-\",\"not\",\"d\"]}");
    assert_int_equal(counts.n_fixes, 4);
    assert_int_equal(counts.n_listed, 4);
}

TEST(page_columns__of_an_empty_store_are_empty)
{
    struct page_counts counts;
    scoped(db) *db = store_reopened(stored_create("empty.db", "python"), "empty.db");
    const char *text = written(db, &counts);
    assert_contains(text, "{\"n\":0,\"listed\":0,\"categories\":[],");
    assert_contains(
        text, "\"splits\":[\"train\",\"validation\",\"test\"],\"origins\":[],\"category\":[],");
    assert_contains(text, ",\"after\":[]}");
}

/* Texts that a store may have from anywhere. */
TEST(page_columns__take_any_text)
{
    struct page_counts counts;
    scoped(db) *db = store_of(
        "hostile.db",
        "PRAGMA foreign_keys = OFF;"
        "UPDATE submissions SET status = '</script><script>alert(1)//' WHERE submission_key = 1;"
        "UPDATE submissions SET problem_id = 'p\"<!--', original_language = cast(x'ff' AS TEXT);"
        "UPDATE submissions SET submission_id = '<b>' || char(8232) WHERE submission_key = 1;"
        "UPDATE fixes SET before = '<img src=x onerror=alert(1)>', role = char(8238), "
        "pattern = char(10) WHERE fix_id = 1;"
        "UPDATE fixes SET line = -9223372036854775808 WHERE fix_id = 2;"
        "UPDATE fixes SET after = cast(x'610062' AS TEXT) WHERE fix_id = 3;"
        "UPDATE fixes SET after = 'é' || replace(hex(zeroblob(500000)), '0', 'é') "
        "WHERE fix_id = 4");
    const char *text = written(db, &counts);
    static const char *const parts[] = {
        "\"statuses\":[\"\\u003c/script\\u003e\\u003cscript\\u003ealert(1)//\",",
        "\"problems\":[\"p\\\"\\u003c!--\"]",
        "\"languages\":[\"\\ufffd\"]",
        "\"buggy\":[\"\\u003cb\\u003e\\u2028\",",
        "\"before\":[\"\\u003cimg src=x onerror=alert(1)\\u003e\",",
        "\"roles\":[\"\u202e\",",
        "\"patterns\":[\"\\n\",",
        "\"line\":[1,-9223372036854775808,",
        "\"a\\u0000b\",\"éééé",
        "éé…\"]}",
    };
    assert_null(strpbrk(text, "<>&\n"));
    for (size_t i = 0; i < N_ITEMS(parts); i++)
        assert_contains(text, parts[i]);
    assert_true(strlen(text) < 3000);
}

TEST(page_columns__tell_of_fixes_without_submissions)
{
    static const char *const changes[] = {
        "PRAGMA foreign_keys = OFF; DELETE FROM submissions WHERE submission_key = 3",
        "PRAGMA foreign_keys = OFF; UPDATE fixes SET fixed = 99 WHERE fix_id = 2",
    };
    for (size_t i = 0; i < N_ITEMS(changes); i++) {
        scoped(db) *db = store_of("gap.db", changes[i]);
        struct page_counts counts;
        assert_error(page_data_write_columns(stdout, db, &counts, &err),
                     "the fix 2 lacks its programs; mine the dataset again");
    }
}

/* 400 submissions against 400 others are more pairs than are listed. */
TEST(page_columns__list_a_hundred_thousand_fixes)
{
    scoped(db) *db = store_of(
        "many.db",
        "WITH RECURSIVE n (i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 1799) "
        "INSERT INTO submissions SELECT i, 'p00001', 't' || i, 'u1', 0, 'Python3', 'Accepted', 1 "
        "FROM n;"
        "INSERT INTO fixes SELECT NULL, 'real', b.submission_key, a.submission_key, 'replace', 'literal', "
        "'P', NULL, NULL, NULL, '1', '2', 0, 1, 1, 0, 0, 1, 1, 0, 1, 1, 0, 0, 1, 0, 0, NULL "
        "FROM submissions b JOIN submissions a "
        "ON b.submission_key BETWEEN 1000 AND 1399 AND a.submission_key > 1399 LIMIT 100000");
    struct page_counts counts;
    const char *text = written(db, &counts);
    assert_int_equal(counts.n_fixes, 100004);
    assert_int_equal(counts.n_listed, PAGE_MAX_LISTED);
    scoped(json) *columns = json_of(text);
    assert_int_equal(json_int(json_get(columns, "n"), 0), 100004);
    assert_int_equal(json_int(json_get(columns, "listed"), 0), PAGE_MAX_LISTED);
    assert_int_equal(json_count(json_get(columns, "category")), PAGE_MAX_LISTED);
    assert_int_equal(json_count(json_get(columns, "after")), PAGE_MAX_LISTED);
    assert_string_equal(json_text(json_item(json_get(columns, "after"), 0)), "b");
}
