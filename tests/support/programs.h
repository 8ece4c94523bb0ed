/* Python programs for tests, from text. */
#ifndef TESTS_SUPPORT_PROGRAMS_H
#define TESTS_SUPPORT_PROGRAMS_H

#include "tokenize/program.h"

/* Tokenizes a zero-terminated text with a parser that all tests share. Returns false on a syntax
 * error. Release with program_release(). */
bool tokenize_text(struct program *program, const char *text);

/* The same for a program that must parse; fails the test otherwise. */
void tokenize_valid(struct program *program, const char *text);

/* Tokens in one line, joined by single spaces: texts of code; text runs in guillemets («text»);
 * NEWLINE, INDENT and DEDENT. In a static buffer; "SYNTAX ERROR" for a program that is none. */
const char *tokens_of(const char *text);

#endif
