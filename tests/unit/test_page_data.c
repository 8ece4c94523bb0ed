/* The data of the report page are one JSON value that nothing in a store can break. */
#include "report/page_data.h"
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

/* What is written, to be freed. */
static char *written(struct db *db, const struct page_options *options, struct page_counts *counts)
{
    FILE *out = text_stream();
    assert_done(page_data_write(out, db, options, counts, &err));
    return text_written(out);
}

TEST(page_data__has_what_is_documented)
{
    static const char *const keys[] = {"version", "database",   "stats",    "edits",  "tokens",
                                       "place",   "months",     "problems", "checks", "fingerprint",
                                       "leakage", "n_excluded", "language", "fixes",  "samples"};
    struct page_options options = {.database = "a \"b\"</script>.db", .n_samples = 2};
    struct page_counts counts;
    scoped(db) *db = store_of("data.db", "");
    scoped_memory char *text = written(db, &options, &counts);
    scoped(json) *data = json_of(text);
    assert_int_equal(json_count(data), N_ITEMS(keys));
    for (size_t i = 0; i < N_ITEMS(keys); i++)
        assert_string_equal(json_name(json_item(data, i)), keys[i]);
    assert_string_equal(json_text(json_get(data, "version")), TOKFIX_VERSION);
    assert_string_equal(json_text(json_get(data, "database")), options.database);
    assert_string_equal(json_text(json_get(json_get(data, "language"), "name")), "Python");
    assert_int_equal(counts.n_fixes, 3);
    assert_int_equal(counts.n_listed, 3);
    assert_int_equal(counts.n_samples, 2);
    assert_int_equal(json_int(json_get(json_get(data, "fixes"), "n"), 0), 3);
    assert_int_equal(json_count(json_get(data, "samples")), 2);
}

TEST(page_data__has_as_many_samples_as_are_asked_for)
{
    scoped(db) *db = store_of("samples.db", "");
    for (int64_t n = 0; n <= 5; n++) {
        struct page_options options = {.database = "x", .n_samples = n};
        struct page_counts counts;
        scoped_memory char *text = written(db, &options, &counts);
        scoped(json) *data = json_of(text);
        assert_int_equal(counts.n_samples, n < 3 ? n : 3);
        assert_int_equal(json_count(json_get(data, "samples")), counts.n_samples);
    }
}

/* Hostile texts wherever a store has some. */
#define HOSTILE "'</script><script>alert(1)</script><!--<img src=x onerror=alert(1)>&'"
TEST(page_data__cannot_be_left)
{
    static const char *const places[] = {
        "run SET dataset",
        "run SET language",
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
        "exclusions SET reason",
        "exclusions SET evidence",
        "splits SET split",
        "split_run SET seed",
        "split_run SET closed_over",
        "dedup_run SET preset",
        "statuses SET status",
        "rejects SET status",
        "counts SET name",
        "input_errors SET kind",
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
                        "INSERT INTO splits VALUES (1, 'train', 1);"
                        "INSERT INTO split_run VALUES (1, 'seed', '7', 3, 0, 1, 'problem', 0);"
                        "INSERT INTO dedup_run VALUES (1, 'allamanis', 1, .8, .7, 20, 0, 1, 1);"
                        "INSERT INTO statuses VALUES ('Accepted', 'accepted', 1);"
                        "INSERT INTO rejects VALUES ('identical', 'x', 1);"
                        "INSERT INTO counts VALUES (1, 'files', 1);"
                        "INSERT INTO input_errors VALUES (1, 'x', 'y', 1, 'z', NULL);"
                        "UPDATE OR IGNORE %s = %s",
                        places[p], texts[t]);
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
    static const struct {
        const char *change, *message;
    } cases[] = {
        {"DROP VIEW bug_types", "no such table"},
        {"DROP VIEW fix_marks", "no such table"},
        {"DROP TABLE exclusions", "no such table"},
        {"DELETE FROM submissions", "lacks its programs"},
        {"UPDATE fixes SET end_byte = 99 WHERE fix_id = 3", "lies outside its program"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct page_options options = {.database = "x", .n_samples = 10};
        struct page_counts counts;
        scoped(str) change = {0};
        str_print(&change, "PRAGMA foreign_keys = OFF; %s", cases[i].change);
        scoped(db) *db = store_of("bad.db", str_text(&change));
        FILE *out = text_stream();
        assert_error_with(page_data_write(out, db, &options, &counts, &err), cases[i].message);
        free(text_written(out));
    }
}
