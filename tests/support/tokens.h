/* Finding tokens, and pairs of programs with what differs between them. */
#ifndef TESTS_SUPPORT_TOKENS_H
#define TESTS_SUPPORT_TOKENS_H

#include "base/scoped.h"
#include "tokenize/difference.h"

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

#endif
