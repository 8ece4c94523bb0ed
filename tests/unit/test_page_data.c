/* The data of the report page is one valid JSON value for any database: the charts, the fixes, and
 * the programs of the first ones. */
#include "base/json.h"
#include "report/page.h"
#include "tests/support/jsonl.h"
#include "tests/support/stores.h"
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

/* Writes the page of a changed store and returns its data. */
static struct json *data_of(const char *change, int64_t n_with_programs)
{
    struct page_options options = {.database = "a \"b\"</script>.db",
                                   .n_with_programs = n_with_programs};
    struct page_counts counts;
    scoped(db) *db = store_of("data.db", change);
    scoped_memory char *text = written(db, &options, &counts);
    assert_int_equal(counts.n_with_programs, n_with_programs < 3 ? n_with_programs : 3);
    return json_of(text);
}

static const struct json *chart_of(const struct json *data, const char *id)
{
    json_each(chart, json_get(data, "charts")) {
        if (strcmp(json_text_at(chart, "id"), id) == 0)
            return chart;
    }
    return NULL;
}

TEST(page_data__has_the_fixes_and_the_programs_of_the_first)
{
    scoped(json) *data = data_of("", 2);
    assert_json_has(data, "{report: [{version: '" TOKFIX_VERSION "', n: 3,"
                          " database: 'a \"b\"</script>.db', filters: null}], evidence: []}");
    scoped(str) programs = {0};
    json_print(&programs, json_get(data, "programs"));
    assert_string_equal(str_text(&programs), "[[\"\",\"a\",\"\\n\",[\"b\"],0],"
                                             "[\"é \",\"+\",\" y\",[\"x \",\"-\",\" y\"],0]]");
    assert_int_equal(json_count(json_get(data, "fixes")), 3);
    assert_int_equal(json_count(json_get(data, "programs")), 2);
    scoped(json) *none = data_of("", 0);
    assert_int_equal(json_count(json_get(none, "programs")), 0);
}

/* An id is that of fix_details, which `show` takes; words are numbers. */
TEST(page_data__names_fixes_as_show_does)
{
    scoped(json) *data = data_of("UPDATE submissions SET submission_id = 'before-' || "
                                 "(SELECT submission_id FROM submissions WHERE submission_key = 2) "
                                 "WHERE submission_key = 1",
                                 0);
    scoped(db) *db = store_of("ids.db", "UPDATE submissions SET submission_id = 'before-' || "
                                        "(SELECT submission_id FROM submissions "
                                        "WHERE submission_key = 2) WHERE submission_key = 1");
    struct err err;
    scoped(db_statement) *s =
        db_query(db, &err, "SELECT fix_id, category FROM fix_details ORDER BY fix_key", NULL);
    json_each(fix, json_get(data, "fixes")) {
        assert_int_equal(db_step(s, &err), 1);
        assert_string_equal(json_text(json_item(fix, 0)), db_text(s, 0));
        size_t word = (size_t)json_int(json_item(fix, 8), 0) - 1;
        assert_string_equal(json_text(json_item(json_get(data, "words"), word)), db_text(s, 1));
    }
    assert_int_equal(db_step(s, &err), 0);
}

/* Long tokens that begin alike are different edits. */
TEST(page_data__counts_edits_before_it_cuts_tokens)
{
    scoped(json) *data =
        data_of("UPDATE fixes SET category = 'literal', edit = 'replace', after = 'x', "
                "before = replace(hex(zeroblob(60)), '0', 'a') || (fix_key % 2)",
                0);
    const struct json *rows = json_get(chart_of(data, "edits"), "rows");
    assert_int_equal(json_count(rows), 1);
    assert_int_equal(json_int(json_item(json_item(rows, 0), 2), 0), 2);
    assert_int_equal(json_int(json_item(json_item(json_get(data, "fixes"), 0), 3), 0),
                     json_int(json_item(json_item(json_get(data, "fixes"), 2), 3), 0));
    assert_int_not_equal(json_int(json_item(json_item(json_get(data, "fixes"), 0), 3), 0),
                         json_int(json_item(json_item(json_get(data, "fixes"), 1), 3), 0));
}

TEST(page_data__cuts_long_programs_around_the_token)
{
    scoped(json) *data =
        data_of("UPDATE sources SET code = replace(hex(zeroblob(12000)), '00', "
                "'a' || char(10)) || code || replace(hex(zeroblob(12000)), '00', "
                "char(10) || 'b'); UPDATE fixes SET start_byte = start_byte + "
                "24000, end_byte = end_byte + 24000, fixed_start_byte = "
                "fixed_start_byte + 24000, fixed_end_byte = fixed_end_byte + 24000",
                1);
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

TEST(page_data__has_what_execution_has_shown)
{
    scoped(json) *data = data_of(verified, 9);
    assert_json_has(
        data, "{evidence: [[2, '', sample, null, wrong, ['1', 0], ['2', 0], ['3', 0]],"
              " [0, 'Python 2', null, null, null, [null, null], [null, null], [null, null]]]}");
    const struct json *chart = chart_of(data, "execution");
    assert_contains(json_text_at(chart, "sentence"), "executed 2 fixes and has shown 1 bug:");
    assert_contains(json_text_at(chart, "sentence"), "1 of 9 pairs");
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
    assert_json_has(data, "{report: [{filters: '--split train', n: 3}]}");
    assert_int_equal(json_int(json_at(data, "evidence.0.0"), 9), 1);
    assert_int_equal(json_count(json_get(data, "fixes")), 2);
    assert_int_equal(counts.n_with_programs, 2);
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
                        "INSERT INTO dedup_run VALUES (1, 'allamanis', 1, .8, .7, 20, 1, 1);"
                        "INSERT INTO statuses VALUES ('python', 'Accepted', 'accepted', 1);"
                        "INSERT INTO rejects VALUES ('python', 'identical', 'x', 1);"
                        "INSERT INTO run_counts VALUES (1, 'files', '', 1);"
                        "INSERT INTO input_errors VALUES (1, 1, 'x', 'y', 1, 'z', NULL);"
                        "%s UPDATE OR IGNORE %s = %s",
                        verified, places[p], texts[t]);
            scoped(db) *db = store_of("hostile.db", change);
            scoped_memory char *text = written(db, &options, &counts);
            assert_null(strpbrk(text, "<>&\r"));
            if (t != 2) /* a browser reads U+FFFD for bytes that are not UTF-8 */
                json_free(json_of(text));
        }
}

TEST(page_data__passes_errors_on)
{
    static const struct text_case cases[] = {
        {"DROP VIEW fix_details", "no such table"},
        {"DROP TABLE set_exclusions", "no such table"},
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
