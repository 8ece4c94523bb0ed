/* Tables for LaTeX, whole: to be put into a paper that loads the package booktabs. */
#ifndef REPORT_LATEX_H
#define REPORT_LATEX_H

#include "base/str.h"

#include <stdbool.h>
#include <stdio.h>

/* Appends a text with the characters escaped that LaTeX takes for its own. */
void latex_add_text(struct str *out, const char *text);

/* Prints the name of a category, "variable_misuse", as "Variable misuse". */
void latex_print_name(const char *name, FILE *out);

/* Begins a table: `alignment` has a letter for each column; the caption is LaTeX already, the label
 * is "tab:" and a word. A wide one goes over both columns of a page. The rows come next, each ended
 * by latex_end_row(), parted by latex_print_rule(). */
void latex_begin_table(const char *alignment, bool is_wide, FILE *out);
void latex_end_row(FILE *out);
void latex_print_rule(FILE *out);
void latex_end_table(const char *caption, const char *label, bool is_wide, FILE *out);

#endif
