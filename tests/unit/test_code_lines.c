/* Lines around a place, and columns as Python's tokenizer counts them. */
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/code_lines.h"

TEST(code_lines__are_those_around_a_token)
{
    static const struct text_case cases[] = {
        {"a\n b «c» d\ne", " b c d"},
        {"«a»", "a"},
        {"a\r\nb«»\r\nc", "b"},
        {"a\rb «c»\rd", "b c"},
        {"x = «'''a\nb'''» + 1\ny", "x = '''a\nb''' + 1"},
        {"x = «'''a\n'''»\ny", "x = '''a\n'''"},
        {"a\n«»", ""},
        {"«»", ""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(marked) marked = marked_read(cases[i].given);
        struct byte_range lines = code_lines(str_text(&marked.code), marked.code.length,
                                             marked.start_byte, marked.end_byte);
        scoped_memory char *copy =
            mem_copy_text(str_text(&marked.code) + lines.start, lines.end - lines.start);
        assert_string_equal(copy, cases[i].expected);
    }
}

TEST(code_lines__start_and_end_at_line_ends_of_all_kinds)
{
    static const struct {
        const char *text;
        size_t at, start, end;
    } cases[] = {
        {"", 0, 0, 0},         {"ab", 0, 0, 2},       {"ab", 2, 0, 2},     {"a\nbc\nd", 3, 2, 4},
        {"a\nbc\nd", 4, 2, 4}, {"a\rbc\rd", 2, 2, 4}, {"a\r\nb", 3, 3, 4}, {"a\r\nb", 1, 0, 1},
        {"a\n", 2, 2, 2},      {"a\n\nb", 2, 2, 2},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        size_t length = strlen(cases[i].text);
        assert_int_equal(code_line_start(cases[i].text, cases[i].at), cases[i].start);
        assert_int_equal(code_line_end(cases[i].text, length, cases[i].at), cases[i].end);
    }
}

TEST(code_lines__follow_every_line_end)
{
    assert_int_equal(code_next_line("a\nb", 3, 1), 2);
    assert_int_equal(code_next_line("a\r\nb", 4, 1), 3);
    assert_int_equal(code_next_line("a\rb", 3, 1), 2);
    assert_int_equal(code_next_line("a\r", 2, 1), 2);
    assert_int_equal(code_next_line("a", 1, 1), 1);
}

TEST(code_lines__have_an_indentation_by_tabs_of_eight)
{
    static const struct {
        const char *line; /* up to the token */
        size_t column;
    } cases[] =
        {
            {"", 0},         {" ", 1},          {"    ", 4},      {"\t", 8},
            {"\t\t", 16},    {"  \t", 8},       {"       \t", 8}, {"        \t", 16},
            {"\t ", 9},      {" \t \t ", 17},   {"\f", 0},        {"    \f  ", 2},
            {"\t\f\t", 8},   {"  \\\n    ", 2}, /* a line continuation */
            {"\\\r\n\t", 8},                    /* none before it */
        };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        char text[64] = "before\n";
        size_t line_start = strlen(text);
        strcat(text, cases[i].line);
        assert_int_equal(code_indentation(text, line_start, strlen(text)), cases[i].column);
    }
}

/* Lines and columns to bytes, and back. */

TEST(code_lines__place_is_the_inverse_of_source_position)
{
    static const char *const texts[] = {
        "", "a", "a\nb", "\n\n", "é = 1\r\nb\rc\n", "\r\r\n\n\rx", "日本\n\n  語"};
    for (size_t i = 0; i < N_ITEMS(texts); i++) {
        size_t length = strlen(texts[i]);
        for (size_t byte = 0; byte <= length; byte++) {
            bool is_inside = (texts[i][byte] & 0xC0) == 0x80 ||
                             (byte && texts[i][byte - 1] == '\r' && texts[i][byte] == '\n');
            size_t found = SIZE_MAX;
            if (is_inside) /* a character, or a line end of two bytes */
                continue;
            struct position at = text_position(texts[i], length, byte);
            assert_true(text_find_place(&found, texts[i], length, at.line, at.column));
            assert_int_equal(found, byte);
        }
    }
}

TEST(code_lines__place_refuses_what_is_outside)
{
    static const struct {
        const char *text;
        int64_t line, column;
    } cases[] = {
        {"ab\ncd", 0, 0},   {"ab\ncd", -1, 0},
        {"ab\ncd", 1, -1},  {"ab\ncd", 1, 3},
        {"ab\r\ncd", 1, 3}, {"ab\ncd", 2, 3},
        {"ab\ncd", 3, 0},   {"", 2, 0},
        {"", 1, 1},         {"a", INT32_MAX, INT32_MAX},
        {"é", 1, 2},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        size_t byte;
        if (text_find_place(&byte, cases[i].text, strlen(cases[i].text), cases[i].line,
                            cases[i].column))
            fail_msg("case %zu: byte %zu", i, byte);
    }
}

/* Lines and columns from 0, in code points. */

TEST(code_lines__find_places_of_nbf)
{
    static const struct {
        double line, column;
        bool is_there;
        size_t byte;
    } cases[] = {
        {0, 0, true, 0},  {0, 2, true, 2},  {0, 3, false, 0},     {1, 0, true, 3},
        {1, 1, true, 5},  {1, 2, true, 6},  {1, 3, false, 0},     {2, 0, true, 7},
        {2, 1, false, 0}, {3, 0, false, 0}, {1e300, 0, false, 0}, {0, 1e300, false, 0},
    };
    static const char text[] = "ab\né=\n";
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        size_t byte = 0;
        assert_int_equal(
            text_find_nbf_place(&byte, text, strlen(text), cases[i].line, cases[i].column),
            cases[i].is_there);
        assert_int_equal(byte, cases[i].byte);
    }
}
