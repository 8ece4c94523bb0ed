/* The tokens of lines, as changes are compared up to the names of variables and up to what a
 * formatter does.
 *
 * A line is cut by itself and in the same way in every language, so a distinct line is cut once,
 * wherever it is. A token is a word (letters, digits, `_` and all bytes above ASCII), a text in
 * single or double quotes that are closed in the line (without them), or any other character.
 * Commas, round brackets and backslashes are left out. Words of comments are tokens, too. */
#ifndef TASKS_LINE_TOKENS_H
#define TASKS_LINE_TOKENS_H

#include "base/mem.h"

#include <stdint.h>

/* A token is 31 bits of the hash of its text. One that may be the name of a variable also has this
 * bit: it does not begin with a digit, is not directly after `.`, `->` or `::`, not before a round
 * bracket, and not a keyword of the languages. */
enum { LINE_TOKEN_BITS = 31 };
#define LINE_TOKEN_NAME (UINT32_C(1) << LINE_TOKEN_BITS)

/* All zero before the first use, except the languages. */
struct line_tokens {
    unsigned languages; /* a set, as in language.h: whose keywords count; none: those of all */
    ARRAY(uint32_t) list;
    ARRAY(size_t)
    ends;                     /* by line: where its tokens end in `list`; they begin where those of
                               * the line before end */
    ARRAY(uint32_t) keywords; /* as tokens, in ascending order */
};

/* Appends a line with its tokens. */
void line_tokens_add(struct line_tokens *tokens, const char *line, size_t length);
void line_tokens_release(struct line_tokens *tokens);
SCOPED_VALUE(line_tokens, line_tokens_release)

/* Returns the first token of a line, and sets `n` to their number. */
static inline const uint32_t *line_tokens_of(const struct line_tokens *tokens, uint32_t line,
                                             size_t *n)
{
    size_t first = line ? tokens->ends.items[line - 1] : 0;
    *n = tokens->ends.items[line] - first;
    return tokens->list.items + first;
}

#endif
