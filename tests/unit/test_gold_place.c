/* Lines and columns to bytes, and back. */
#include "score/gold.h"
#include "tests/support/test.h"
#include "tokenize/program.h"

static struct token_text text_of(const char *text)
{
    return (struct token_text){text, strlen(text)};
}

TEST(place_find__is_the_inverse_of_source_position)
{
    static const char *const texts[] = {
        "", "a", "a\nb", "\n\n", "é = 1\r\nb\rc\n", "\r\r\n\n\rx", "日本\n\n  語"};
    for (size_t i = 0; i < N_ITEMS(texts); i++) {
        struct token_text text = text_of(texts[i]);
        for (size_t byte = 0; byte <= text.length; byte++) {
            bool is_inside = (texts[i][byte] & 0xC0) == 0x80 ||
                             (byte && texts[i][byte - 1] == '\r' && texts[i][byte] == '\n');
            size_t found = SIZE_MAX;
            if (is_inside) /* a character, or a line end of two bytes */
                continue;
            struct position at = source_position(text.bytes, text.length, byte);
            assert_true(place_find(&found, text, at.line, at.column));
            assert_int_equal(found, byte);
        }
    }
}

TEST(place_find__refuses_what_is_outside)
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
        if (place_find(&byte, text_of(cases[i].text), cases[i].line, cases[i].column))
            fail_msg("case %zu: byte %zu", i, byte);
    }
}
