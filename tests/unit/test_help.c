/* Texts of the manual on a terminal: wrapped, and aligned. */
#include "base/str.h"
#include "cli/help.h"
#include "tests/support/test.h"

enum { INDENT = 2, WIDTH = 80 };

/* Appends a section with this text, as the help of a command prints it. */
static void add_section(struct str *out, const char *text)
{
    static const char heading[] = "\nRules:\n", next[] = "\nExit status:\n";
    char buffer[20000];
    scoped(str) manual = {0};
    str_print(&manual, "# Rules\n%s\n", text);
    const struct command command = {.name = "test", .manual = str_text(&manual)};
    scoped_file FILE *file = tmpfile();
    int before = dup(STDOUT_FILENO);
    fflush(stdout);
    dup2(fileno(file), STDOUT_FILENO);
    assert_int_equal(help_print(&command), EXIT_OK);
    fflush(stdout);
    dup2(before, STDOUT_FILENO);
    close(before);
    rewind(file);
    buffer[fread(buffer, 1, sizeof buffer - 1, file)] = '\0';
    const char *start = strstr(buffer, heading), *end = strstr(buffer, next);
    assert_non_null(start);
    assert_non_null(end);
    str_add(out, start + strlen(heading), (size_t)(end - start) - strlen(heading));
}

static void assert_wrapped(const char *text, const char *expected)
{
    scoped(str) out = {0};
    add_section(&out, text);
    assert_string_equal(str_text(&out), expected);
}

TEST(help__keeps_short_lines)
{
    assert_wrapped("One line.", "  One line.\n");
    assert_wrapped("One.\n\nTwo.", "  One.\n\n  Two.\n");
}

TEST(help__aligns_lists)
{
    assert_wrapped("all\tof them\nadjacent\tonly that\nBehind.",
                   "  all       of them\n  adjacent  only that\n  Behind.\n");
    /* a term that is very long stands alone, and does not make the others wide */
    assert_wrapped("a\tb\nterms, of, which, there, are, many\tc",
                   "  a  b\n  terms, of, which, there, are, many\n      c\n");
}

/* Random texts: no line is longer than the width, and the words are those of the text. */
TEST(help__loses_no_word_and_no_column)
{
    srand(1);
    for (int round = 0; round < 500; round++) {
        scoped(str) text = {0}, out = {0};
        size_t n_words = (size_t)(rand() % 60 + 1);
        for (size_t i = 0; i < n_words; i++) {
            str_add_text(&text, i ? " " : "");
            for (int letters = rand() % 12 + 1; letters; letters--)
                str_add_text(&text, rand() % 5 ? "a" : "é");
        }
        add_section(&out, str_text(&text));
        char *words = strdup(str_text(&text)), *rest = words;
        for (const char *line = str_text(&out); *line;) {
            size_t length = strcspn(line, "\n");
            assert_true(utf8_columns(line, length) <= WIDTH);
            assert_true(length > INDENT && line[INDENT] != ' ');
            for (size_t i = INDENT; i < length;) {
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
