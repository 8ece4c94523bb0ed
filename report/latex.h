/* Complete LaTeX tables, for a paper that loads the package booktabs. */
#ifndef REPORT_LATEX_H
#define REPORT_LATEX_H

#include "base/str.h"

#include <stdbool.h>
#include <stdio.h>

/* Appends a text with LaTeX's special characters escaped. */
void latex_add_text(struct str *out, const char *text);

/* Prints the name of a category, "variable_misuse", as "Variable misuse". */
void latex_print_name(const char *name, FILE *out);

/* Prints the start of a table. `alignment` has a letter for each column. A wide table spans both
 * columns of a page. The caller then prints the rows, ends each with latex_end_row(), separates
 * parts with latex_print_rule(), and ends the table with latex_end_table(). `caption` is LaTeX, and
 * the table's label is "tab:" and `label`. */
void latex_begin_table(const char *alignment, bool is_wide, FILE *out);
void latex_end_row(FILE *out);
void latex_print_rule(FILE *out);
void latex_end_table(const char *caption, const char *label, bool is_wide, FILE *out);

#endif
