/* A text grows by any pieces and is always terminated. */
#include "base/mem.h"
#include "base/str.h"
#include "tests/support/run.h"
#include "tests/support/test.h"

TEST(str__is_an_empty_text_before_anything_was_added)
{
    scoped(str) str = {0};
    assert_string_equal(str_text(&str), "");
    str_clear(&str);
    assert_string_equal(str_text(&str), "");
    str_add(&str, NULL, 0);
    str_add_text(&str, "");
    str_print(&str, "%s", "");
    assert_string_equal(str_text(&str), "");
    assert_int_equal(str.length, 0);
}

TEST(str__appends)
{
    scoped(str) str = {0};
    str_add_text(&str, "one");
    str_add(&str, ", two and more", 5);
    str_print(&str, ", %d%c", 3, '!');
    assert_string_equal(str_text(&str), "one, two, 3!");
    assert_int_equal(str.length, strlen("one, two, 3!"));
}

/* Adds the first `length` bytes of `text` with the way's own function. */
static void add_piece(struct str *str, int way, const char *text, size_t length)
{
    char piece[128];
    memcpy(piece, text, length);
    piece[length] = '\0';
    if (way == 0)
        str_add(str, text, length);
    else if (way == 1)
        str_add_text(str, piece);
    else
        str_print(str, "%s", piece);
}

TEST(str__holds_the_same_whatever_the_pieces)
{
    static char text[5000];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + i * 7 % 26);
    for (int way = 0; way < 3; way++)
        for (size_t piece = 1; piece < 128; piece++) {
            scoped(str) str = {0};
            while (str.length < sizeof text) {
                size_t left = sizeof text - str.length;
                add_piece(&str, way, text + str.length, left < piece ? left : piece);
                assert_int_equal(str.text[str.length], '\0');
                assert_true(str.length < str.capacity);
            }
            assert_int_equal(str.length, sizeof text);
            assert_memory_equal(str.text, text, sizeof text);
        }
}

TEST(str__keeps_zero_bytes)
{
    scoped(str) str = {0};
    str_add(&str, "a\0b", 3);
    str_add_text(&str, "c");
    assert_int_equal(str.length, 4);
    assert_memory_equal(str.text, "a\0bc", 5);
}

TEST(str__prints_text_of_any_length)
{
    scoped(str) str = {0};
    for (int width = 1; width < 100000; width = width * 3 + 1) {
        str_clear(&str);
        str_add_text(&str, "<");
        str_print(&str, "%*d", width, 7);
        assert_int_equal(str.length, width + 1);
        assert_int_equal(strlen(str.text), width + 1);
        assert_int_equal(str.text[width], '7');
    }
}

TEST(str__is_emptied_and_keeps_the_memory)
{
    scoped(str) str = str_of("%1000d", 1);
    const char *text = str.text;
    size_t capacity = str.capacity;
    str_clear(&str);
    assert_int_equal(str.length, 0);
    assert_string_equal(str_text(&str), "");
    str_print(&str, "%1000d", 2);
    assert_ptr_equal(str.text, text);
    assert_int_equal(str.capacity, capacity);
}

TEST(str__may_be_used_again_after_release)
{
    scoped(str) str = {0};
    str_release(&str); /* nothing was added */
    str_add_text(&str, "a");
    str_release(&str);
    assert_null(str.text);
    assert_int_equal(str.length, 0);
    assert_int_equal(str.capacity, 0);
    str_add_text(&str, "b");
    assert_string_equal(str_text(&str), "b");
}

static void add_the_largest_length(void)
{
    str_add(&(struct str){0}, "", SIZE_MAX);
}

static void add_past_the_largest_length(void)
{
    char text[] = "abc";
    str_add(&(struct str){.text = text, .length = 3, .capacity = 4}, "", SIZE_MAX - 2);
}

static void add_past_the_largest_capacity(void)
{
    str_add(&(struct str){0}, "", SIZE_MAX - 1);
}

TEST(str__ends_the_program_on_a_size_that_overflows)
{
    assert_exhausts_memory(add_the_largest_length, "final zero");
    assert_exhausts_memory(add_past_the_largest_length, "length");
    assert_exhausts_memory(add_past_the_largest_capacity, "doubling");
}

TEST(percent_decimals__are_as_many_as_a_thing_is_worth)
{
    static const struct {
        double n;
        int decimals;
    } cases[] = {{0, 0}, {3, 0}, {99, 0}, {100, 1}, {9999, 1}, {10000, 2}, {1e9, 2}};
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_int_equal(percent_decimals(cases[i].n), cases[i].decimals);
}

TEST(plural__is_one_for_one_alone)
{
    assert_string_equal(plural(0, "group", "groups"), "groups");
    assert_string_equal(plural(1, "group", "groups"), "group");
    assert_string_equal(plural(2, "group", "groups"), "groups");
    assert_string_equal(plural(-1, "is", "are"), "are");
    assert_string_equal(plural(1.5, "is", "are"), "are");
}

TEST(text_cut__takes_blanks_off_both_ends)
{
    static const char *const cases[][2] = {
        {"", ""}, {" ", ""}, {"a", "a"}, {" \ta b\t ", "a b"}, {"\na ", "\na"}, {"a\r\t", "a\r"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped_memory char *text = mem_copy_text(cases[i][0], strlen(cases[i][0]));
        assert_string_equal(text_cut(text, " \t"), cases[i][1]);
    }
}

TEST(text_is_one_of__compares_whole_texts)
{
    static const char *const list[] = {"a", "bc", NULL};
    assert_true(text_is_one_of("bc", list));
    assert_false(text_is_one_of("b", list));
    assert_false(text_is_one_of("bcd", list));
    assert_false(text_is_one_of("a", NULL));
}
