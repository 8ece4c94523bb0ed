/* Texts of the manual on a terminal. */
#include "cli/help.h"
#include "base/utf8.h"
#include "tests/support/test.h"

static void assert_wrapped(const char *text, size_t indent, size_t column, const char *expected)
{
    scoped(str) out = {0};
    wrapping_add(&out, text, indent, column);
    assert_string_equal(str_text(&out), expected);
}

TEST(wrapping__keeps_short_lines)
{
    assert_wrapped("One line.", 0, 0, "One line.\n");
    assert_wrapped("One line.", 2, 0, "  One line.\n");
    assert_wrapped("One line.", 6, 3, "   One line.\n"); /* after three columns */
    assert_wrapped("One.\n\nTwo.", 2, 0, "  One.\n\n  Two.\n");
}

TEST(wrapping__aligns_lists)
{
    assert_wrapped("all\tof them\nadjacent\tonly that\nBehind.", 2, 0,
                   "  all       of them\n  adjacent  only that\n  Behind.\n");
    /* a term that is very long stands alone, and does not make the others wide */
    assert_wrapped("a\tb\nterms, of, which, there, are, many\tc", 0, 0,
                   "a  b\nterms, of, which, there, are, many\n    c\n");
}

/* Random texts: no line is longer than the width except one of a single long word, and the words
 * are those of the text. */
TEST(wrapping__loses_no_word_and_no_column)
{
    srand(1);
    for (int round = 0; round < 500; round++) {
        scoped(str) text = {0}, out = {0};
        size_t indent = (size_t)(rand() % 40), n_words = (size_t)(rand() % 60 + 1);
        for (size_t i = 0; i < n_words; i++) {
            str_add_text(&text, i ? " " : "");
            for (int letters = rand() % 12 + 1; letters; letters--)
                str_add_text(&text, rand() % 5 ? "a" : "é");
        }
        wrapping_add(&out, str_text(&text), indent, 0);
        char *words = strdup(str_text(&text)), *rest = words;
        for (const char *line = str_text(&out); *line;) {
            size_t length = wrapping_line_length(line);
            assert_true(utf8_columns(line, length) <= WRAPPING_WIDTH);
            assert_true(length > indent && line[indent] != ' ');
            for (size_t i = indent; i < length;) {
                size_t n = strcspn(line + i, " \n");
                char *word = strsep(&rest, " ");
                assert_non_null(word);
                assert_int_equal(strlen(word), n);
                assert_memory_equal(word, line + i, n);
                i += n + 1;
            }
            line += length + 1;
        }
        assert_null(rest);
        free(words);
    }
}
