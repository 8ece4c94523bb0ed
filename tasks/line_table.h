/* Lines without white space, numbered: two lines are the same if they differ only in blanks, tabs
 * and carriage returns. Blank lines are left out. A file is a list of the numbers of its lines. */
#ifndef TASKS_LINE_TABLE_H
#define TASKS_LINE_TABLE_H

#include "base/table.h"
#include "sources/git/history.h"

#include <stdbool.h>
#include <stdint.h>

/* The tokens of lines, as changes are compared up to the names of variables and up to what a
 * formatter does.
 *
 * A line is cut by itself and in the same way in every language, so a distinct line is cut once,
 * wherever it is. A token is a word (letters, digits, `_` and all bytes above ASCII), a text in
 * single or double quotes that are closed in the line (without them), or any other character.
 * Commas, round brackets and backslashes are left out. Words of comments are tokens, too.
 *
 * A token is 31 bits of the hash of its text. One that may be the name of a variable also has this
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

/* All zero before the first use. */
struct line_table {
    struct table texts;        /* by line number, from 1; 0 stands for no line */
    struct line_tokens tokens; /* by number; of the line as it was seen first */
};

/* Appends the numbers of the lines of a text. */
void line_table_cut(struct line_table *table, const char *text, size_t length,
                    struct number_list *out);

/* Returns the number of one line; 0 if it is blank. */
uint32_t line_table_number(struct line_table *table, const char *line, size_t length);

/* Returns how many numbers there are, with 0. */
static inline size_t line_table_count(const struct line_table *table)
{
    return table->texts.keys.n + 1;
}

/* Returns where in a text a part begins first, or -1. */
int64_t line_table_find(const uint32_t *text, size_t n, const uint32_t *part, size_t n_part);

void line_table_release(struct line_table *table);
SCOPED_VALUE(line_table, line_table_release)

#endif
