/* Texts cut into lexemes. */
#ifndef TESTS_SUPPORT_LEXEMES_H
#define TESTS_SUPPORT_LEXEMES_H

#include "base/scoped.h"
#include "tokenize/lexer.h"

/* A lexer of Python on a copy of the text, in a buffer of the very size, so that a sanitizer sees a
 * read behind its end. Release with lexer_release(). */
struct lexer lexer_of(const char *text, size_t length);
void lexer_release(struct lexer *lexer);
SCOPED_VALUE(lexer, lexer_release)

/* Lexemes in one line, joined by single spaces; `¶` before the first of a line that is not the
 * first, "UNCLEAR" where the lexer cannot go on. In a static buffer. */
const char *lexemes_of(const char *text);

/* The same by the table of another language. */
const char *lexemes_with(const struct lexical *lexical, const char *text);

/* Fails the test for the first text whose lexemes are others. */
struct lexing {
    const char *text, *lexemes;
};
void check_lexemes(const struct lexing *cases, size_t n);

#endif
