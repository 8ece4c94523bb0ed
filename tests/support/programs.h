/* Programs for tests: from text, with a place marked, in pairs, cut into lexemes. */
#ifndef TESTS_SUPPORT_PROGRAMS_H
#define TESTS_SUPPORT_PROGRAMS_H

#include "base/scoped.h"
#include "base/str.h"
#include "tokenize/difference.h"
#include "tokenize/lexer.h"
#include "tokenize/program.h"

/* Python programs for tests, from text. */

/* Tokenizes a zero-terminated text with a parser that all tests share. Returns false on a syntax
 * error. Release with program_release(). */
bool tokenize_text(struct program *program, const char *text);

/* The same for a program that must parse; fails the test otherwise. */
void tokenize_valid(struct program *program, const char *text);
struct program tokenized(const char *text);

/* Tokens in one line, joined by single spaces: texts of code; text runs in guillemets («text»);
 * NEWLINE, INDENT and DEDENT. In a static buffer; "SYNTAX ERROR" for a program that is none. */
const char *tokens_of(const char *text);

/* Finding tokens, and pairs of programs with what differs between them. */

/* Tokenizes `length` bytes, which need no zero behind them. Returns false on a syntax error.
 * Release with program_release(). */
bool tokenize_bytes(struct program *program, const char *bytes, size_t length);

/* Whether the text of a token (of code or text, not of layout) is `text`. */
bool token_is(const struct program *program, size_t index, const char *text);

/* Index of the one token with that text; fails the test when there is none, or more than one. */
size_t token_only(const struct program *program, const char *text);

struct program_pair {
    struct program buggy, fixed;
    enum difference difference;
    struct token_edit edit; /* set for DIFFERENCE_SINGLE */
};

/* Tokenizes and compares two programs that must parse. Release with pair_release(). */
void pair_compare(struct program_pair *pair, const char *buggy, const char *fixed);
void pair_release(struct program_pair *pair);
SCOPED_VALUE(program_pair, pair_release)

/* Programs with one place marked, as in "x = «a» + 1". */

struct marked {
    struct str code;             /* without the marks */
    size_t start_byte, end_byte; /* of what stood between them, in `code` */
};

/* Reads a text that has one « and, behind it, one ». Release with marked_release(). */
struct marked marked_read(const char *text);
void marked_release(struct marked *marked);
SCOPED_VALUE(marked, marked_release)

/* Appends the marked text to `out`. */
void marked_add_token(struct str *out, const struct marked *marked);

/* Texts cut into lexemes. */

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

#endif
