/* Lines without white space, numbered: two lines are the same if they differ only in blanks, tabs
 * and carriage returns. Blank lines are left out. A file is a list of the numbers of its lines. */
#ifndef TASKS_LINE_TABLE_H
#define TASKS_LINE_TABLE_H

#include "base/table.h"
#include "sources/git/history.h"
#include "tasks/line_tokens.h"

#include <stdbool.h>
#include <stdint.h>

/* All zero before the first use. */
struct line_table {
    struct table texts;        /* line number 1 is the first; number 0 is no line */
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
