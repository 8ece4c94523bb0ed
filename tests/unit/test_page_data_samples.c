/* The programs that are embedded in the report page: those of the first fixes. */
#include "report/page_data.h"
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

/* What is written, to be freed, or NULL with an error. */
static char *written(struct db *db, int64_t n, const struct page_options *options, struct err *err)
{
    FILE *out = text_stream();
    int status = page_data_write_samples(out, db, n, options, err);
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
        scoped_memory char *text = written(db, (int64_t)n, &options, &err);
        assert_string_equal(text, texts[n]);
    }
}

TEST(page_samples__refuse_fixes_that_cannot_be_shown)
{
    static const char outside[] = "the fix 2 lies outside its program; mine the dataset again",
                      cut[] = "the fix 2 cuts a character, or its program is not UTF-8; "
                              "mine the dataset again",
                      gone[] = "the fix 2 lacks its programs; mine the dataset again";
    static const struct {
        const char *change, *message;
    } cases[] = {
        {"UPDATE fixes SET start_byte = -1 WHERE fix_id = 2", outside},
        {"UPDATE fixes SET start_byte = 5 WHERE fix_id = 2", outside}, /* behind its end */
        {"UPDATE fixes SET end_byte = 7 WHERE fix_id = 2", outside},
        {"UPDATE fixes SET end_byte = 9223372036854775807 WHERE fix_id = 2", outside},
        {"UPDATE fixes SET fixed_start_byte = -9223372036854775808 WHERE fix_id = 2", outside},
        {"UPDATE fixes SET fixed_end_byte = 6 WHERE fix_id = 2", outside},
        {"UPDATE sources SET code = '' WHERE source_id = 3", outside},
        {"UPDATE fixes SET start_byte = 1 WHERE fix_id = 2", cut},
        {"UPDATE fixes SET start_byte = 1, end_byte = 1 WHERE fix_id = 2", cut},
        {"UPDATE sources SET code = cast(x'61ff2b2b2b2b' AS TEXT) WHERE source_id = 3", cut},
        {"UPDATE sources SET code = cast(x'616263ff2b2b' AS TEXT) WHERE source_id = 3", cut},
        {"UPDATE sources SET code = cast(x'6162632bff2b' AS TEXT) WHERE source_id = 4", cut},
        {"PRAGMA foreign_keys = OFF; DELETE FROM sources WHERE source_id = 3", gone},
        {"PRAGMA foreign_keys = OFF; DELETE FROM sources WHERE source_id = 4", gone},
        {"PRAGMA foreign_keys = OFF; DELETE FROM submissions WHERE submission_key = 4", gone},
    };
    struct page_options options = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(db) *db = store_of("bad.db", cases[i].change);
        struct err err = {""};
        char *first = written(db, 1, &options, &err);
        assert_non_null(first); /* what is not shown does not matter */
        free(first);
        assert_null(written(db, 3, &options, &err));
        assert_string_equal(err.message, cases[i].message);
    }
}

TEST(page_samples__take_hostile_programs)
{
    scoped(db) *db = store_of(
        "hostile.db",
        "UPDATE sources SET code = '</script><script>alert(1)</script><!-- <img onerror=x>' || "
        "char(8238, 8233, 13, 27) || cast(x'00' AS TEXT) WHERE source_id = 1;"
        "UPDATE sources SET code = replace(hex(zeroblob(50000)), '0', '<') || code "
        "WHERE source_id = 3;"
        "UPDATE fixes SET start_byte = 2, end_byte = 8 WHERE fix_id = 1");
    struct page_options options = {0};
    struct err err;
    scoped_memory char *text = written(db, 3, &options, &err);
    assert_non_null(text);
    assert_null(strpbrk(text, "<>&"));
    assert_contains(text, "\"buggy\":[\"\\u003c/\",\"script\",\"\\u003e\\u003cscript\\u003e"
                          "alert(1)\\u003c/script\\u003e\\u003c!-- \\u003cimg onerror=x"
                          "\\u003e\u202e\\u2029\\r\\u001b\\u0000\"]");
    assert_contains(text, "\"cut\":true");
    assert_true(strlen(text) < 2 * 6 * PAGE_MAX_PROGRAM);
}

/* Counts calls, and keeps what the last one told. */
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

TEST(page_samples__tell_how_far_they_are)
{
    enum { N = 1000 };
    struct store *store = stored_create("progress.db", "python");
    for (size_t i = 0; i < N; i++)
        stored_add_fix(store, i, &fixes[i % N_ITEMS(fixes)]);
    scoped(db) *db = store_reopened(store, "progress.db");
    struct told told = {0};
    struct page_options options = {.meter = {take_step, &told}};
    struct err err;
    free(written(db, N, &options, &err));
    assert_in_range(told.n_calls, 2, N / 10);
    assert_in_range(told.done, N / 2, N);
    assert_int_equal(told.total, N);
}
