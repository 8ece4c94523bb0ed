/* The fixes of the report page: the columns of all, and the programs of the first ones. */
#include "report/page_fixes.h"
#include "report/stats.h"
#include "tests/support/jsonl.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

#include <stdlib.h>

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

static const struct stored_fix varied[] = {
    {.buggy = "«a»", .fixed = "«b»", .role = "variable", .pattern = "CHANGE_IDENTIFIER_USED"},
    {.buggy = "x\ny «+» y", .fixed = "x «-» y", .category = "binary_operator"},
    {.buggy = "if «»a:", .fixed = "if «not» a:", .category = "other", .status = "Runtime Error"},
    {.buggy = "«c»(1)", .fixed = "«d»(1)", .role = "function"},
};

/* A store of these fixes, changed, and open. */
static struct db *varied_store(const char *name, const char *change)
{
    db_close(stored_fixes(name, varied, N_ITEMS(varied)));
    return changed_store(name, change);
}

/* The written text, in a static buffer. */
static const char *columns_with(struct db *db, const struct page_options *options,
                                struct page_counts *counts)
{
    static char *text;
    FILE *out = text_stream();
    assert_done(page_fixes_write_columns(out, db, options, counts, &err));
    free(text);
    text = text_written(out);
    return text;
}

static const char *columns_of(struct db *db, struct page_counts *counts)
{
    return columns_with(db, &(struct page_options){0}, counts);
}

TEST(page_fixes__are_the_rows_of_the_store)
{
    scoped(db) *db = varied_store(
        "rows.db",
        "UPDATE submissions SET date = 1000 * submission_key;"
        "UPDATE submissions SET original_language = 'PyPy' WHERE submission_key >= 5;"
        "UPDATE fixes SET column = fix_key + 10, n_tokens = fix_key * 100;"
        "UPDATE fixes SET origin = 'mutant' WHERE fix_key = 3;"
        "UPDATE fixes SET region = 'docstring' WHERE fix_key = 4;"
        "INSERT INTO splits VALUES (1, 'test', 1), (2, 'train', 2);"
        "INSERT INTO duplicate_clusters VALUES ('exact', 1, 1), ('exact', 2, 1), ('near', 3, 1);"
        "INSERT INTO conflicts VALUES (2, 2), (3, 2);"
        "INSERT INTO exclusions VALUES (3, 'benchmark', 'x'), (3, 'benchmark', 'y'), "
        "(4, 'benchmark', 'x')");
    struct page_counts counts;
    assert_string_equal(columns_of(db, &counts),
                        "{\"n\":4,\"listed\":4,"
                        "\"categories\":[\"variable_misuse\",\"binary_operator\",\"other\"],"
                        "\"patterns\":[\"CHANGE_IDENTIFIER_USED\",\"SINGLE_TOKEN\"],"
                        "\"statuses\":[\"Wrong Answer\",\"Runtime Error\"],"
                        "\"problems\":[\"p00001\"],"
                        "\"roles\":[\"variable\",\"function\"],"
                        "\"regions\":[\"code\",\"docstring\"],"
                        "\"originals\":[\"Python3\",\"PyPy\"],"
                        "\"languages\":[\"python\"],"
                        "\"splits\":[\"train\",\"validation\",\"test\"],"
                        "\"origins\":[\"real\",\"mutant\"],"
                        "\"category\":[0,1,2,0],"
                        "\"pattern\":[0,1,1,1],"
                        "\"status\":[0,0,1,0],"
                        "\"problem\":[0,0,0,0],"
                        "\"role\":[0,-1,-1,1],"
                        "\"region\":[0,0,0,1],"
                        "\"original\":[0,0,1,1],"
                        "\"language\":[0,0,0,0],"
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

static const char verdicts[] =
    "INSERT INTO verdicts VALUES (1, 'weak_tests', NULL, '', NULL, 0, 0), (3, 'proven', 'x', '', "
    "'loose', 2, 9)";

TEST(page_fixes__have_verdicts_of_executed_fixes)
{
    scoped(db) *db = varied_store("executed.db", verdicts);
    struct page_counts counts;
    const char *text = columns_of(db, &counts);
    assert_contains(text, "\"executions\":[\"weak_tests\",\"proven\"],");
    assert_contains(text, "\"execution\":[0,-1,1,-1],");
    json_free(json_of(text));
}

TEST(page_fixes__are_those_that_the_filters_take)
{
    static const struct {
        const char *taken, *buggy;
        int64_t n_listed;
    } cases[] = {
        {"(3)", "\"buggy\":[\"s2b\"],", 1},
        {"(3), (1)", "\"buggy\":[\"s0b\",\"s2b\"],", 2},
        {"(9)", "\"buggy\":[],", 0},
    };
    scoped(db) *db = varied_store("chosen.db", "");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct page_options options = {.filters = "--problem x"};
        struct page_counts counts;
        stored_filter(db, cases[i].taken);
        assert_contains(columns_with(db, &options, &counts), cases[i].buggy);
        assert_int_equal(counts.n_fixes, 4);
        assert_int_equal(counts.n_listed, cases[i].n_listed);
    }
}

/* In the units in which JavaScript counts. */
TEST(page_fixes__say_where_long_tokens_differ)
{
    static const struct stored_fix long_tokens[] = {
        {.buggy = "x = «'wrong one'»", .fixed = "x = «'wrong ones'»"},
        {.buggy = "x = «1»", .fixed = "x = «2»"},
        {.buggy = "x = «'😀語 is not'»", .fixed = "x = «'😀英 is not'»"},
    };
    scoped(db) *db = stored_fixes("differing.db", long_tokens, N_ITEMS(long_tokens));
    struct page_counts counts;
    assert_contains(columns_of(db, &counts), ",\"differing\":{\"0\":[10,10,11],\"2\":[3,4,4]}}");
}

static const struct stored_fix frequent[] = {
    {.buggy = "a «<» b", .fixed = "a «<=» b", .category = "comparison_operator"},
    {.buggy = "«a»", .fixed = "«b»"},
    {.buggy = "c «<» d", .fixed = "c «<=» d", .category = "comparison_operator"},
    {.buggy = "(«1»)", .fixed = "(«2»)", .category = "other"},
    {.buggy = "«1»", .fixed = "«2»", .category = "other"},
    {.buggy = "f(«1»)", .fixed = "f(«2»)", .category = "other"},
    {.buggy = "«0»", .fixed = "«1»", .category = "literal"},
    {.buggy = "e «+» f", .fixed = "e «-» f", .category = "binary_operator"},
    {.buggy = "e «+» g", .fixed = "e «-» g", .category = "binary_operator"},
};

#define ROW(fix, n) "{\"fix\":" #fix ",\"n\":" #n "}"

TEST(page_examples__are_frequent_edits_in_small_programs)
{
    static const struct {
        const char *change, *taken;
        int64_t n_with_programs;
        const char *expected;
    } cases[] = {
        {"", NULL, 100, "[" ROW(0, 2) "," ROW(7, 2) "," ROW(1, 1) "]"},
        {"UPDATE fixes SET n_tokens = 99 WHERE fix_key = 1", NULL, 100,
         "[" ROW(2, 2) "," ROW(7, 2) "," ROW(1, 1) "]"},
        {"UPDATE fixes SET region = 'docstring' WHERE fix_key IN (1, 3, 8)", NULL, 100,
         "[" ROW(8, 2) "," ROW(1, 1) "," ROW(6, 1) "]"},
        {"UPDATE fixes SET origin = 'mutant' WHERE fix_key IN (1, 2)", NULL, 100,
         "[" ROW(7, 2) "," ROW(2, 1) "," ROW(6, 1) "]"},
        {"", NULL, 1, "[" ROW(0, 2) "]"},
        {"", NULL, 0, "[]"},
        {"", "(5), (6), (8)", 100, "[" ROW(0, 3) "," ROW(2, 2) "]"},
        /* the proven one before the reproduced one; one whose input is not stored is not first */
        {"INSERT INTO tests VALUES ('p00001', 't', 'found', '1', '2'), "
         "('p00001', 'u', 'found', NULL, NULL);"
         "INSERT INTO test_runs VALUES (13, 't', 'wrong', '', '3'), (17, 't', 'wrong', '', '3'), "
         "(3, 'u', 'wrong', '', '3');"
         "INSERT INTO verdicts VALUES (7, 'proven', 't', '', 'loose', 2, 9), "
         "(9, 'reproduced', 't', '', NULL, 2, 9), (2, 'proven', 'u', '', 'loose', 2, 9)",
         NULL, 100, "[" ROW(0, 2) "," ROW(8, 2) "," ROW(6, 1) "]"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct page_options options = {.n_with_programs = cases[i].n_with_programs,
                                       .filters = cases[i].taken};
        db_close(stored_fixes("frequent.db", frequent, N_ITEMS(frequent)));
        scoped(db) *db = changed_store("frequent.db", cases[i].change);
        scoped(json) *profile = json_object(), *stats = NULL;
        scoped(str) text = {0};
        assert_done(stats_collect(&stats, db, &(struct stats_choice){.n_edits = 1000}, &err));
        json_set(profile, "edits", json_take(stats, "edits"));
        if (cases[i].taken)
            stored_filter(db, cases[i].taken);
        assert_done(page_fixes_add_examples(profile, db, &options, false, &err));
        json_print(&text, json_get(profile, "examples"));
        assert_string_equal(str_text(&text), cases[i].expected);
    }
}

TEST(page_fixes__of_an_empty_store_are_empty)
{
    struct page_counts counts;
    scoped(db) *db = store_reopened(stored_create("empty.db", "python"), "empty.db");
    const char *text = columns_of(db, &counts);
    assert_contains(text, "{\"n\":0,\"listed\":0,\"categories\":[],");
    assert_contains(
        text, "\"splits\":[\"train\",\"validation\",\"test\"],\"origins\":[],\"category\":[],");
    assert_contains(text, ",\"after\":[]}");
}

/* Texts that a store may have from anywhere. */
TEST(page_fixes__take_any_text)
{
    struct page_counts counts;
    scoped(db) *db = varied_store(
        "hostile.db",
        "PRAGMA foreign_keys = OFF;"
        "UPDATE submissions SET status = '</script><script>alert(1)//' WHERE submission_key = 1;"
        "UPDATE submissions SET problem_id = 'p\"<!--', original_language = cast(x'ff' AS TEXT);"
        "UPDATE submissions SET submission_id = '<b>' || char(8232) WHERE submission_key = 1;"
        "UPDATE fixes SET before = '<img src=x onerror=alert(1)>', role = char(8238), "
        "pattern = char(10) WHERE fix_key = 1;"
        "UPDATE fixes SET line = -9223372036854775808 WHERE fix_key = 2;"
        "UPDATE fixes SET after = cast(x'610062' AS TEXT) WHERE fix_key = 3;"
        "UPDATE fixes SET after = 'é' || replace(hex(zeroblob(500000)), '0', 'é') "
        "WHERE fix_key = 4");
    const char *text = columns_of(db, &counts);
    static const char *const parts[] = {
        "\"statuses\":[\"\\u003c/script\\u003e\\u003cscript\\u003ealert(1)//\",",
        "\"problems\":[\"p\\\"\\u003c!--\"]",
        "\"originals\":[\"\\ufffd\"]",
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

TEST(page_fixes__describe_fixes_without_submissions)
{
    static const char *const changes[] = {
        "PRAGMA foreign_keys = OFF; DELETE FROM submissions WHERE submission_key = 3",
        "PRAGMA foreign_keys = OFF; UPDATE fixes SET fixed_submission_key = 99 WHERE fix_key = 2",
    };
    struct page_options options = {0};
    for (size_t i = 0; i < N_ITEMS(changes); i++) {
        scoped(db) *db = varied_store("gap.db", changes[i]);
        struct page_counts counts;
        assert_error(page_fixes_write_columns(stdout, db, &options, &counts, &err),
                     "the fix 2 lacks its programs; mine the dataset again");
    }
}

/* 400 submissions against 400 others are more pairs than are listed. */
TEST(page_fixes__list_a_hundred_thousand_fixes)
{
    scoped(db) *db = varied_store(
        "many.db",
        "WITH RECURSIVE n (i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 1799) "
        "INSERT INTO submissions SELECT i, 'p00001', 't' || i, 'u1', 0, 'python', 'Python3', "
        "'Accepted', 'utf-8', 1 FROM n;"
        "INSERT INTO fixes SELECT NULL, 'real', b.submission_key, a.submission_key, 'replace', "
        "'literal', 'P', NULL, 'code', NULL, NULL, '1', '2', 0, 1, 1, 0, 0, 1, 1, 0, 1, 1, 0, 0, "
        "1, 0, 0, 1, 0, NULL, NULL, NULL, NULL, NULL, NULL FROM submissions b "
        "JOIN submissions a ON b.submission_key BETWEEN 1000 AND 1399 AND a.submission_key > 1399 "
        "LIMIT 100000");
    struct page_counts counts;
    const char *text = columns_of(db, &counts);
    assert_int_equal(counts.n_fixes, 100004);
    assert_int_equal(counts.n_listed, PAGE_MAX_LISTED);
    scoped(json) *columns = json_of(text);
    assert_int_equal(json_int(json_get(columns, "n"), 0), 100004);
    assert_int_equal(json_int(json_get(columns, "listed"), 0), PAGE_MAX_LISTED);
    assert_int_equal(json_count(json_get(columns, "category")), PAGE_MAX_LISTED);
    assert_int_equal(json_count(json_get(columns, "after")), PAGE_MAX_LISTED);
    assert_string_equal(json_text(json_item(json_get(columns, "after"), 0)), "b");
}

/* Samples. */

/* The written text, to be freed, or NULL with an error. */
static char *samples_of(struct db *db, int64_t n, const struct page_options *options,
                        struct err *err)
{
    FILE *out = text_stream();
    int status = page_fixes_write_samples(out, db, n, options, err);
    char *text = text_written(out);
    if (status == 0)
        return text;
    free(text);
    return NULL;
}

TEST(page_samples__are_the_first_fixes)
{
    static const char *const texts[] = {
        "[]",
        "[\n{\"line\":1,\"cut\":false,\"buggy\":[\"\",\"a\",\"\\n\"],\"fixed\":\"b\"}]",
        "[\n{\"line\":1,\"cut\":false,\"buggy\":[\"\",\"a\",\"\\n\"],\"fixed\":\"b\"},\n"
        "{\"line\":1,\"cut\":false,\"buggy\":[\"é \",\"+\",\" y\"],"
        "\"fixed\":[\"x \",\"-\",\" y\"]}]",
        "[\n{\"line\":1,\"cut\":false,\"buggy\":[\"\",\"a\",\"\\n\"],\"fixed\":\"b\"},\n"
        "{\"line\":1,\"cut\":false,\"buggy\":[\"é \",\"+\",\" y\"],"
        "\"fixed\":[\"x \",\"-\",\" y\"]},\n"
        "{\"line\":1,\"cut\":false,\"buggy\":[\"if \",\"\",\"a:\"],\"fixed\":\"not \"}]",
    };
    struct page_options options = {0};
    scoped(db) *db = store_of("first.db", "");
    struct err err;
    for (size_t n = 0; n < N_ITEMS(texts); n++) {
        scoped_memory char *text = samples_of(db, (int64_t)n, &options, &err);
        assert_string_equal(text, texts[n]);
    }
}

TEST(page_samples__refuse_fixes_that_cannot_be_shown)
{
    static const char outside[] = "the fix 2 is outside its program; mine the dataset again",
                      cut[] = "the fix 2 cuts a character, or its program is not UTF-8; "
                              "mine the dataset again",
                      gone[] = "the fix 2 lacks its programs; mine the dataset again";
    static const struct text_case cases[] = {
        {"UPDATE fixes SET start_byte = -1 WHERE fix_key = 2", outside},
        {"UPDATE fixes SET start_byte = 5 WHERE fix_key = 2", outside}, /* after its end */
        {"UPDATE fixes SET end_byte = 7 WHERE fix_key = 2", outside},
        {"UPDATE fixes SET end_byte = 9223372036854775807 WHERE fix_key = 2", outside},
        {"UPDATE fixes SET fixed_start_byte = -9223372036854775808 WHERE fix_key = 2", outside},
        {"UPDATE fixes SET fixed_end_byte = 6 WHERE fix_key = 2", outside},
        {"UPDATE sources SET code = '' WHERE source_key = 3", outside},
        {"UPDATE fixes SET start_byte = 1 WHERE fix_key = 2", cut},
        {"UPDATE fixes SET start_byte = 1, end_byte = 1 WHERE fix_key = 2", cut},
        {"UPDATE sources SET code = cast(x'61ff2b2b2b2b' AS TEXT) WHERE source_key = 3", cut},
        {"UPDATE sources SET code = cast(x'616263ff2b2b' AS TEXT) WHERE source_key = 3", cut},
        {"UPDATE sources SET code = cast(x'6162632bff2b' AS TEXT) WHERE source_key = 4", cut},
        {"PRAGMA foreign_keys = OFF; DELETE FROM sources WHERE source_key = 3", gone},
        {"PRAGMA foreign_keys = OFF; DELETE FROM sources WHERE source_key = 4", gone},
        {"PRAGMA foreign_keys = OFF; DELETE FROM submissions WHERE submission_key = 4", gone},
    };
    struct page_options options = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(db) *db = store_of("bad.db", cases[i].given);
        struct err err = {""};
        char *first = samples_of(db, 1, &options, &err);
        assert_non_null(first); /* what is not shown does not matter */
        free(first);
        assert_null(samples_of(db, 3, &options, &err));
        assert_string_equal(err.message, cases[i].expected);
    }
}

TEST(page_samples__take_hostile_programs)
{
    scoped(db) *db = store_of(
        "hostile.db",
        "UPDATE sources SET code = '</script><script>alert(1)</script><!-- <img onerror=x>' || "
        "char(8238, 8233, 13, 27) || cast(x'00' AS TEXT) WHERE source_key = 1;"
        "UPDATE sources SET code = replace(hex(zeroblob(50000)), '0', '<') || code "
        "WHERE source_key = 3;"
        "UPDATE fixes SET start_byte = 2, end_byte = 8 WHERE fix_key = 1");
    struct page_options options = {0};
    struct err err;
    scoped_memory char *text = samples_of(db, 3, &options, &err);
    assert_non_null(text);
    assert_null(strpbrk(text, "<>&"));
    assert_contains(text, "\"buggy\":[\"\\u003c/\",\"script\",\"\\u003e\\u003cscript\\u003e"
                          "alert(1)\\u003c/script\\u003e\\u003c!-- \\u003cimg onerror=x"
                          "\\u003e\u202e\\u2029\\r\\u001b\\u0000\"]");
    assert_contains(text, "\"cut\":true");
    assert_true(strlen(text) < 2 * 6 * PAGE_MAX_PROGRAM);
}

/* Counts calls, and keeps the values of the last one. */
struct told {
    int n_calls;
    uint64_t done, total;
};

static void take_step(void *context, const struct meter_step *step)
{
    struct told *told = context;
    assert_true(step->done > told->done && step->done <= step->total);
    *told = (struct told){told->n_calls + 1, step->done, step->total};
}

TEST(page_samples__report_progress)
{
    enum { N = 1000 };
    struct db *store = stored_create("progress.db", "python");
    for (size_t i = 0; i < N; i++)
        stored_add_fix(store, i, &fixes[i % N_ITEMS(fixes)]);
    scoped(db) *db = store_reopened(store, "progress.db");
    struct told told = {0};
    struct page_options options = {.meter = {take_step, &told}};
    struct err err;
    free(samples_of(db, N, &options, &err));
    assert_in_range(told.n_calls, 2, N / 10);
    assert_in_range(told.done, N / 2, N);
    assert_int_equal(told.total, N);
}
