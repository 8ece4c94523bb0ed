/* Tables for people and programs. A table is built once, cell by cell or from rows of JSON, and
 * printed as aligned text, as LaTeX or as CSV. (As JSON, the rows that it is built from are
 * written.) */
#ifndef REPORT_TABULAR_H
#define REPORT_TABULAR_H

#include "base/json.h"
#include "base/mem.h"

#include <stdio.h>

enum { TABULAR_MAX_CELL = 40 }; /* the most columns of a text that is printed */

/* All zero before the first use. */
struct tabular {
    ARRAY(struct tabular_column) columns;
    ARRAY(struct tabular_cell) cells; /* row by row */
    ARRAY(struct tabular_mark) marks;
    struct arena arena; /* owns the texts */
};

void tabular_release(struct tabular *table);
SCOPED_VALUE(tabular, tabular_release)

/* Adds a column, aligned left ('l') or right ('r'). If no column has a title, the table has no
 * head. In LaTeX, a title is LaTeX, and spans the columns without titles that follow it. */
void tabular_column(struct tabular *table, char alignment, const char *title);

/* These add a cell. */
void tabular_text(struct tabular *table, const char *text);
void tabular_format(struct tabular *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void tabular_name(struct tabular *table, const char *name); /* in LaTeX "Variable misuse" */
void tabular_count(struct tabular *table, double n);        /* as text 1,234,567 */
void tabular_exact(struct tabular *table, double number);   /* with all its digits, for CSV */

/* Adds a share in percent: an object {share, low, high, n}, whose n is by default `n`. Decimals are
 * those of percent_decimals(). With the sign " %" and its 95 % interval the text is
 * "66.7 % (58.4-74.1)"; without a share it is a dash. */
void tabular_share(struct tabular *table, const struct json *share, double n, const char *sign,
                   bool has_interval);

/* Adds the interval of a share of `n`, in percent, with its decimals: "58.4-74.1", in LaTeX [58.4,
 * 74.1]; a dash if a bound is not a number. */
void tabular_interval(struct tabular *table, const struct json *low, const struct json *high,
                      double n);

/* Returns such a share, of counts; NULL if it is one of nothing. Release with json_free(). */
struct json *tabular_make_share(int64_t n, int64_t of);

/* Sets a line before the next row. As text, all rows are indented below such lines; in LaTeX it has
 * a rule above it. */
void tabular_line(struct tabular *table, const char *line);

/* Adds columns, and a row for each row of JSON. `columns` describes the columns, for example
 * "l category=, n n=fixes, p percent/n=": a letter, the key, and after `=` the title if it is not
 * the key. A key may be a path, as in "ranks.0.joint". The letters:
 *
 *     t  text; r: on the right; c and s: cut to 24 and 10 columns; l: the name of a category;
 *        w: the start of an id
 *     e  time in seconds, as "12 min"; a dash if there is none
 *     n  number; d: with three decimals, x: and a dash if there is none; m: with one
 *     h  share (tabular_share()); i: with its interval; H and I: with the sign " %". With KEY/N its
 *        n is the row's member N if it has none itself
 *     p  percentage, with the decimals that percent_decimals() gives for the number that is 100 %:
 *        the row's member "n"; with KEY/N the sum of the members N of all rows that
 *        have the KEY; with KEY/-N the member N of the last row; with KEY/.N.M the member M of the
 *        member N of `object`
 *
 * With ? after the letter, the column is omitted if no row has a value for the key; with +, if the
 * column before it was omitted. */
void tabular_read(struct tabular *table, const struct json *object, const struct json *rows,
                  const char *columns);

/* Each prints the table and empties it. */

/* `heading`: printed bold after an empty line; "": only that line; NULL: none. Rows are indented by
 * two blanks. Texts pass through terminal_add_safe() and have at most TABULAR_MAX_CELL columns. */
void tabular_print(struct tabular *table, const char *heading, FILE *out);

/* With a head. */
void tabular_print_csv(struct tabular *table, FILE *out);

/* A complete table, for a paper that loads the package booktabs. */
struct tabular_latex {
    const char *caption; /* LaTeX */
    const char *label;   /* without "tab:" */
    bool is_wide;        /* spans both columns of a page */
};
void tabular_print_latex(struct tabular *table, const struct tabular_latex *latex, FILE *out);

/* Appends a text with LaTeX's special characters escaped. */
void tabular_add_latex(struct str *out, const char *text);

#endif
