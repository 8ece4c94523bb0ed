/* Programs for tests: from text, with a marked place, in pairs, and as lexemes. */
#ifndef TESTS_SUPPORT_PROGRAMS_H
#define TESTS_SUPPORT_PROGRAMS_H

#include "base/scoped.h"
#include "base/str.h"
#include "tokenize/difference.h"
#include "tokenize/lexer.h"
#include "tokenize/program.h"

/* Python programs from text. */

/* Tokenizes a zero-terminated text with a parser that all tests share. Returns false on a syntax
 * error. Release with program_release(). */
bool tokenize_text(struct program *program, const char *text);

/* Does the same, and fails the test if the program does not parse. */
void tokenize_valid(struct program *program, const char *text);
struct program tokenized(const char *text);

/* Returns the tokens in one line, joined by spaces: texts of code; runs of text in guillemets
 * («text»); NEWLINE, INDENT and DEDENT. Returns "SYNTAX ERROR" if the program does not parse. In a
 * static buffer. */
const char *tokens_of(const char *text);

/* Finding tokens, and comparing pairs of programs. */

/* Tokenizes `length` bytes, which may lack a final zero. Returns false on a syntax error. Release
 * with program_release(). */
bool tokenize_bytes(struct program *program, const char *bytes, size_t length);

/* Returns whether the token is one of code or text, not of layout, with this text. */
bool token_is(const struct program *program, size_t index, const char *text);

/* Returns the index of the only token with this text; fails the test if there is none, or more than
 * one. */
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

/* Programs with one marked place, as in "x = «a» + 1". */

struct marked {
    struct str code;             /* without the marks */
    size_t start_byte, end_byte; /* of the text between the marks, in `code` */
};

/* Reads a text with one « and, after it, one ». Release with marked_release(). */
struct marked marked_read(const char *text);
void marked_release(struct marked *marked);
SCOPED_VALUE(marked, marked_release)

/* Appends the marked text to `out`. */
void marked_add_token(struct str *out, const struct marked *marked);

/* Lexemes of texts. */

/* A lexer of Python on a copy of the text, in a buffer of exactly its size, so that a sanitizer
 * detects reads after its end. Release with lexer_release(). */
struct lexer lexer_of(const char *text, size_t length);
void lexer_release(struct lexer *lexer);
SCOPED_VALUE(lexer, lexer_release)

/* Returns the lexemes in one line, joined by spaces. `¶` precedes the first lexeme of each line
 * except the first; "UNCLEAR" stands for the rest if the lexer cannot continue. In a static
 * buffer. */
const char *lexemes_of(const char *text);

/* Does the same with the table of another language. */
const char *lexemes_with(const struct lexical *lexical, const char *text);

#endif
