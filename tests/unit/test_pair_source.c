/* Of a million input errors of a kind some are listed, and the rest is counted; none is long. */
#include "miner/pair_source.h"

#include "base/str.h"
#include "tests/support/test.h"

static void release(struct input_errors *errors)
{
    array_release(&errors->list);
    arena_release(errors->arena);
}

SCOPED_VALUE(input_errors, release)

TEST(input_error__is_cut_where_a_character_ends)
{
    struct arena arena = {0};
    scoped(input_errors) errors = {.arena = &arena};
    scoped(str) long_text = {0};
    while (long_text.length < 5000)
        str_add_text(&long_text, "あ");
    for (int offset = 0; offset < 3; offset++) {
        input_errors_add(&errors, INPUT_ROW_VALUE, str_text(&long_text), 1, "%.*s%s", offset, "ab",
                         str_text(&long_text));
        const struct input_error *error = &errors.list.items[offset];
        assert_string_equal(error->file, str_text(&long_text));
        assert_true(strlen(error->detail) < 1000);
        assert_true(utf8_is_valid(error->detail, strlen(error->detail)));
        assert_memory_equal(error->detail + offset, str_text(&long_text), 300);
    }
}

TEST(input_error__lists_some_of_a_kind_and_counts_the_rest)
{
    struct arena arena = {0};
    scoped(input_errors) errors = {.arena = &arena};
    size_t n_listed = MAX_LISTED_INPUT_ERRORS, n = n_listed + 12345;
    for (size_t i = 1; i <= n; i++)
        input_errors_add(&errors, INPUT_ROW_MALFORMED, "a.csv", i, "row\t%zu", i);
    input_errors_add(&errors, INPUT_ROW_VALUE, "a.csv", n + 1, "another kind");
    assert_int_equal(errors.list.n, n_listed + 2);
    const struct input_error *listed = &errors.list.items[n_listed - 1], *rest = listed + 1;
    assert_string_equal(listed->detail, "row\\t10000");
    assert_int_equal(listed->line, n_listed);
    assert_int_equal(rest->kind, INPUT_ROW_MALFORMED);
    assert_int_equal(rest->line, n_listed + 1);
    assert_string_equal(rest->file, "a.csv");
    assert_string_equal(rest->detail, "12345 more errors of this kind are counted, but not listed");
    assert_string_equal(rest[1].detail, "another kind");
}
