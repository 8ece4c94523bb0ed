/* Input errors are kept in order, as text that is safe to print. */
#include "base/str.h"
#include "miner/pair_source.h"
#include "tests/support/test.h"

static void release(struct input_errors *errors)
{
    array_release(&errors->list);
    arena_release(errors->arena);
}

SCOPED_VALUE(input_errors, release)

TEST(input_error__keeps_copies_in_the_order_in_which_they_came)
{
    struct arena arena = {0};
    scoped(input_errors) errors = {.arena = &arena};
    char file[64], detail[64];
    for (int i = 0; i < 100; i++) {
        snprintf(file, sizeof file, "data/%d", i);
        snprintf(detail, sizeof detail, "text %d", i);
        input_errors_add(&errors, (enum input_error_kind)(i % N_INPUT_ERRORS), file, (size_t)i * 3,
                         "no %s, but %d", detail, i);
    }
    assert_int_equal(errors.list.n, 100);
    for (int i = 0; i < 100; i++) {
        const struct input_error *error = &errors.list.items[i];
        snprintf(file, sizeof file, "data/%d", i);
        snprintf(detail, sizeof detail, "no text %d, but %d", i, i);
        assert_int_equal(error->kind, i % N_INPUT_ERRORS);
        assert_int_equal(error->line, i * 3);
        assert_string_equal(error->file, file);
        assert_string_equal(error->detail, detail);
    }
}

TEST(input_error__holds_nothing_that_drives_a_terminal)
{
    static const struct text_case cases[] = {
        {"\033[31mred", "\\x1b[31mred"},
        {"a\nb\tc\r", "a\\nb\\tc\\r"},
        {"\xe2\x80\xae right", "\\u202e right"},
        {"\xff\xfe", "\\xff\\xfe"},
        {"\x9b\x80", "\\x9b\\x80"},
        {"\xf8\x80\x80\x80", "\\xf8\\x80\\x80\\x80"},
        {"りんご", "りんご"},
    };
    struct arena arena = {0};
    scoped(input_errors) errors = {.arena = &arena};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        input_errors_add(&errors, INPUT_ROW_VALUE, cases[i].given, 1, "%s", cases[i].given);
        assert_string_equal(errors.list.items[i].file, cases[i].expected);
        assert_string_equal(errors.list.items[i].detail, cases[i].expected);
    }
}

TEST(input_error__cuts_a_long_detail_and_stays_text)
{
    struct arena arena = {0};
    scoped(input_errors) errors = {.arena = &arena};
    scoped(str) long_text = {0};
    while (long_text.length < 5000)
        str_add_text(&long_text, "あ");
    for (size_t offset = 0; offset < 3; offset++) {
        input_errors_add(&errors, INPUT_ROW_VALUE, str_text(&long_text), 1, "%.*s%s", (int)offset,
                         "ab", str_text(&long_text));
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
        input_errors_add(&errors, INPUT_ROW_MALFORMED, "a.csv", i, "row %zu", i);
    input_errors_add(&errors, INPUT_ROW_VALUE, "a.csv", n + 1, "another kind");
    assert_int_equal(errors.list.n, n_listed + 2);
    const struct input_error *listed = &errors.list.items[n_listed - 1], *rest = listed + 1;
    assert_string_equal(listed->detail, "row 10000");
    assert_int_equal(rest->kind, INPUT_ROW_MALFORMED);
    assert_int_equal(rest->line, n_listed + 1);
    assert_string_equal(rest->file, "a.csv");
    assert_string_equal(rest->detail, "12345 more errors of this kind are counted, but not listed");
    assert_string_equal(rest[1].detail, "another kind");
}

TEST(input_error__has_a_name_of_its_own_for_each_kind)
{
    for (int i = INPUT_OK + 1; i < N_INPUT_ERRORS; i++) {
        const char *name = input_error_name((enum input_error_kind)i);
        assert_non_null(name);
        for (int j = INPUT_OK + 1; j < i; j++)
            assert_string_not_equal(name, input_error_name((enum input_error_kind)j));
    }
}
