/* Aligned tables of text. */
#ifndef REPORT_TEXT_TABLE_H
#define REPORT_TEXT_TABLE_H

#include "base/arena.h"
#include "base/array.h"

#include <stdio.h>

enum { TEXT_TABLE_MAX_COLUMNS = 12 };

struct text_table {
    const char *alignment; /* a letter for each column: l left, r right */
    ARRAY(const char *) cells;
    struct arena arena; /* owns the cells */
};

/* These add a cell; cells are added row by row. Texts pass through terminal_add_safe(). */
void text_table_text(struct text_table *table, const char *text);
void text_table_clipped(struct text_table *table, const char *text,
                        size_t n_columns); /* the maximum width; 0: that of text_table_text */
void text_table_format(struct text_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_table_number(struct text_table *table, double number);  /* 1,234,567 */
void text_table_decimal(struct text_table *table, double number); /* 0.123 */
void text_table_mean(struct text_table *table, double number);    /* 12.3 */
void text_table_percent(struct text_table *table, double number,
                        double n); /* 12.3 %, a share of `n` things (percent_decimals()) */
void text_table_blank(struct text_table *table);

/* Prints every row indented by two spaces, with two spaces between columns; empties the table. */
void text_table_print(struct text_table *table, FILE *out);

/* Does the same for rows in groups. groups[i] is a line to print before row i, or NULL. Rows are
 * indented by two more spaces. */
void text_table_print_groups(struct text_table *table, const char *const *groups, FILE *out);

/* Empties a table without printing it. */
void text_table_release(struct text_table *table);
SCOPED_VALUE(text_table, text_table_release)

#endif
