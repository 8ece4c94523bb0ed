/* Lines without white space, numbered: two lines are the same if they differ only in blanks, tabs
 * and carriage returns. Blank lines are left out. A file is a list of the numbers of its lines.
 *
 * Each line also has tokens, as changes are compared up to the names of variables and up to what a
 * formatter does. It is cut by itself and in the same way in every language, so a distinct line is
 * cut once, wherever it is. A token is a word (letters, digits, `_` and all bytes above ASCII), a
 * text in single or double quotes that are closed in the line (without them), or any other
 * character. Commas, round brackets and backslashes are left out. Words of comments are tokens,
 * too. */
#ifndef GUARD_TASKS_LINE_TABLE_H
#define GUARD_TASKS_LINE_TABLE_H

#include "base/table.h"
#include "miner/git/history.h"

#include <stdbool.h>
#include <stdint.h>

/* A token is 31 bits of the hash of its text. One that may be the name of a variable also has this
 * bit: it does not begin with a digit, is not directly after `.`, `->` or `::`, not before a round
 * bracket, and not a keyword of the languages. */
enum { LINE_TOKEN_BITS = 31 };
#define LINE_TOKEN_NAME (UINT32_C(1) << LINE_TOKEN_BITS)

/* All zero before the first use, except the languages. */
struct line_table {
    unsigned languages; /* a set, as in language.h: whose keywords count; none: those of all */
    struct table texts; /* by line number, from 1; 0 stands for no line */
    ARRAY(uint32_t) tokens;
    ARRAY(size_t)
    ends;                     /* by line number: where its tokens end in `tokens`; they begin where
                               * those of the line before end */
    ARRAY(uint32_t) keywords; /* as tokens, in ascending order */
    struct str last_text;     /* that was cut, and the numbers of all its lines */
    struct number_list last_lines;
};

/* Appends the numbers of the lines of a text. */
void line_table_cut(struct line_table *table, const char *text, size_t length,
                    struct number_list *out);

/* Returns the number of one line; 0 if it is blank. */
uint32_t line_table_number(struct line_table *table, const char *line, size_t length);

/* Returns the first token of a line as it was seen first, and sets `n` to the number of its tokens.
 */
static inline const uint32_t *line_table_tokens(const struct line_table *table, uint32_t line,
                                                size_t *n)
{
    size_t first = line ? table->ends.items[line - 1] : 0;
    *n = table->ends.items[line] - first;
    return table->tokens.items + first;
}

/* Returns where in a text a part begins first, or -1. */
int64_t line_table_find(const uint32_t *text, size_t n, const uint32_t *part, size_t n_part);

void line_table_release(struct line_table *table);
SCOPED_VALUE(line_table, line_table_release)

#endif
