/* See lexemes.h. */
#include "tests/support/lexemes.h"

#include "base/str.h"
#include "tests/support/test.h"

static const struct lexical *python(void)
{
    static struct lexical *lexical;
    if (!lexical)
        lexical = lexical_new(&language_python);
    return lexical;
}

static struct lexer lexer_with(const struct lexical *lexical, const char *text, size_t length)
{
    char *bytes = malloc(length ? length : 1);
    assert_non_null(bytes);
    memcpy(bytes, text, length);
    return (struct lexer){{lexical, bytes, (uint32_t)length}, 0};
}

struct lexer lexer_of(const char *text, size_t length)
{
    return lexer_with(python(), text, length);
}

void lexer_release(struct lexer *lexer)
{
    free((char *)lexer->scan.text);
}

const char *lexemes_of(const char *text)
{
    return lexemes_with(python(), text);
}

const char *lexemes_with(const struct lexical *lexical, const char *text)
{
    static struct str line;
    scoped(lexer) lexer = lexer_with(lexical, text, strlen(text));
    struct lexeme lexeme;
    enum lexer_result result;
    uint32_t covered = 0;
    str_clear(&line);
    while ((result = lexer_next(&lexer, &lexeme)) == LEXER_LEXEME) {
        assert_true(lexeme.start_byte >= covered && lexeme.end_byte > lexeme.start_byte);
        assert_true(lexeme.end_byte <= lexer.scan.length && lexer.at == lexeme.end_byte);
        covered = lexeme.end_byte;
        str_print(&line, "%s%s%.*s", line.length ? " " : "", lexeme.is_new_line ? "¶" : "",
                  (int)lexeme.text.length, lexeme.text.bytes);
    }
    if (result == LEXER_UNCLEAR)
        str_print(&line, "%sUNCLEAR", line.length ? " " : "");
    return str_text(&line);
}

void check_lexemes(const struct lexing *cases, size_t n)
{
    for (size_t i = 0; i < n; i++)
        assert_string_equal(lexemes_of(cases[i].text), cases[i].lexemes);
}
