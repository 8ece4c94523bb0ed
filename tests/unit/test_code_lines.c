/* Places in texts: lines and columns to bytes, and back. Lines around a place are seen in what
 * show and diff print, and indentations in the blocks of Python. */
#include "tests/support/test.h"
#include "tokenize/code_lines.h"

TEST(code_lines__place_is_the_inverse_of_source_position)
{
    static const char *const texts[] = {"",
                                        "a",
                                        "a\nb",
                                        "\n\n",
                                        "é = 1\r\nb\rc\n",
                                        "\r\r\n\n\rx",
                                        "日本\n\n  語",
                                        "🍎\tx\f\v\u2028y"};
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

TEST(code_lines__columns_are_code_points)
{
    static const struct {
        const char *source;
        size_t byte;
        uint32_t line, column;
    } cases[] = {
        {"a\r\n\r\nb", 5, 3, 0}, {"a\r\rb", 3, 3, 0},   {"a\n\rb", 3, 3, 0},
        {"a\fb", 2, 1, 2},       {"\tb", 1, 1, 1},      {"🍎\n🍎b", 9, 2, 1},
        {"e\u0301b", 3, 1, 2},   {"a\u2028b", 4, 1, 2}, /* which ends no line */
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct position at = text_position(cases[i].source, strlen(cases[i].source), cases[i].byte);
        assert_int_equal(at.line, cases[i].line);
        assert_int_equal(at.column, cases[i].column);
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
