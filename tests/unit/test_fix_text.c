/* Fixes are written one after the other, as they are asked for. */
#include "report/fix_text.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct stored_fix stored[] = {
    {.buggy = "«(»", .fixed = "«[»", .category = "other"},
    {.buggy = "«a»", .fixed = "«b»", .status = "Runtime Error"},
    {.buggy = "«1»", .fixed = "«2»", .category = "literal", .pattern = "CHANGE_NUMERIC_LITERAL"},
};

static const char *const diffs[] = {
    "p00001-s0b-s0a  Wrong Answer -> Accepted\n"
    "  other  SINGLE_TOKEN\n"
    "  user u1  1970-01-01  Python3\n"
    "  (  becomes  [\n"
    "  -    1 | (\n"
    "         | ^\n"
    "  +    1 | [\n"
    "         | ^\n",
    "p00001-s1b-s1a  Runtime Error -> Accepted\n"
    "  variable_misuse  SINGLE_TOKEN\n"
    "  user u1  1970-01-01  Python3\n"
    "  a  becomes  b\n"
    "  -    1 | a\n"
    "         | ^\n"
    "  +    1 | b\n"
    "         | ^\n",
    "p00001-s2b-s2a  Wrong Answer -> Accepted\n"
    "  literal  CHANGE_NUMERIC_LITERAL\n"
    "  user u1  1970-01-01  Python3\n"
    "  1  becomes  2\n"
    "  -    1 | 1\n"
    "         | ^\n"
    "  +    1 | 2\n"
    "         | ^\n",
};

static const struct fix_text_options as_diffs = {.style = {.n_columns = 80, .n_context = 3}},
                                     as_json = {.is_json = true};

/* What is written, to be freed; the result goes to `status`. */
static char *written(struct db *db, const int64_t *fix_ids, size_t n,
                     const struct fix_text_options *options, int *status, struct err *err)
{
    FILE *out = text_stream();
    *status = fix_text_write(out, db, fix_ids, n, options, err);
    return text_written(out);
}

TEST(fixes__are_written_in_the_order_given)
{
    static const struct {
        int64_t fix_ids[3];
        size_t n;
    } cases[] = {{{0}, 0}, {{2}, 1}, {{1, 2, 3}, 3}, {{3, 1}, 2}};
    scoped(db) *db = stored_fixes("some.db", stored, N_ITEMS(stored));
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) expected = {0};
        struct err err;
        int status;
        for (size_t k = 0; k < cases[i].n; k++)
            str_print(&expected, "%s%s", k ? "\n" : "", diffs[cases[i].fix_ids[k] - 1]);
        scoped_memory char *text =
            written(db, cases[i].fix_ids, cases[i].n, &as_diffs, &status, &err);
        assert_success(status, err);
        assert_string_equal(text, str_text(&expected));
    }
}

TEST(fixes__are_rows_of_pairs_as_json)
{
    scoped(db) *db = stored_fixes("json.db", stored, N_ITEMS(stored));
    struct err err;
    int status;
    scoped_memory char *text = written(db, (const int64_t[]){3, 1}, 2, &as_json, &status, &err);
    assert_success(status, err);
    static const char first[] = "{\"id\":\"p00001-s2b-s2a\",\"problem_id\":\"p00001\",";
    static const char second[] = "\n{\"id\":\"p00001-s0b-s0a\",\"problem_id\":\"p00001\",";
    assert_memory_equal(text, first, sizeof first - 1);
    assert_contains(text, second);
    assert_string_equal(strstr(text, ",\"buggy_code\":\"(\""),
                        ",\"buggy_code\":\"(\",\"fixed_code\":\"[\"}\n");
}

/* Those before it are written. */
TEST(fixes__end_at_one_that_cannot_be_shown)
{
    static const struct text_case cases[] = {
        {"UPDATE fixes SET end_byte = 2 WHERE fix_id = 2",
         "the fix p00001-s1b-s1a lies outside its program; mine the dataset again"},
        {"UPDATE fixes SET fixed_start_byte = -1 WHERE fix_id = 2",
         "the fix p00001-s1b-s1a lies outside its program; mine the dataset again"},
        {"UPDATE fixes SET after = CAST(x'ff' AS TEXT) WHERE fix_id = 2",
         "the fix 2 holds text that is not UTF-8; mine the dataset again"},
        {"DELETE FROM fixes WHERE fix_id = 2",
         "the fix 2 lacks its programs; mine the dataset again"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(db) *db = stored_fixes("damaged.db", stored, N_ITEMS(stored));
        struct err err;
        int status;
        db_close(db);
        db = changed_store("damaged.db", cases[i].given);
        scoped_memory char *text =
            written(db, (const int64_t[]){1, 2, 3}, 3, &as_diffs, &status, &err);
        assert_int_equal(status, ERR);
        assert_string_equal(err.message, cases[i].expected);
        assert_string_equal(text, diffs[0]);
    }
}

/* Line numbers are counted, whatever the store says. */
TEST(fixes__have_the_lines_of_their_programs)
{
    scoped(db) *db = stored_fixes("lines.db", stored, N_ITEMS(stored));
    struct err err;
    int status;
    db_close(db);
    db = changed_store("lines.db", "UPDATE fixes SET line = 9223372036854775807, fixed_line = -1");
    scoped_memory char *text = written(db, (const int64_t[]){2}, 1, &as_diffs, &status, &err);
    assert_success(status, err);
    assert_string_equal(text, diffs[1]);
}

TEST(fixes__end_when_nobody_takes_them)
{
    scoped(db) *db = stored_fixes("full.db", stored, N_ITEMS(stored));
    scoped_file FILE *full = fopen("/dev/full", "w");
    struct err err;
    assert_non_null(full);
    setvbuf(full, NULL, _IONBF, 0);
    assert_int_equal(fix_text_write(full, db, (const int64_t[]){1, 99}, 2, &as_diffs, &err),
                     FIX_TEXT_NOT_TAKEN); /* and the second is not looked for */
    assert_string_equal(err.message, "cannot write to standard output: No space left on device");
}
