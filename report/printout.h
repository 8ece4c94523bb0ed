/* What is printed for people. How it looks is a text file, report/text/NAME.txt. */
#ifndef REPORT_PRINTOUT_H
#define REPORT_PRINTOUT_H

#include "base/template.h"

#include <stdio.h>

/* Prints figures: fills a template (base/template.h) with the members of `figures`, or of `more` if
 * `figures` lacks them; `more` may be NULL. A member that both lack is null. A section prints the
 * rows that it names as a table: its last line describes the columns (report/tabular.h), the lines
 * before it are the heading:
 *
 *     {+kinds}
 *     Duplicates by kind
 *     t kind, n pairs=fixes, p percent/.counted.fixes=of all
 *     {/}
 *
 * Texts of the figures cannot control the terminal: they pass through terminal_add_safe(). */
void printout_print(const char *text, const struct json *figures, const struct json *more,
                    FILE *out);

/* Prints only the tables in a list of names that ends with NULL, and no text between them; all
 * tables without a list. The section {+named.funnel} prints the table `funnel`. */
void printout_print_tables(const char *text, const struct json *figures, const struct json *more,
                           const char *const *names, FILE *out);

/* Prints these tables in LaTeX; the caption is the heading, the label the name. Those without rows
 * are left out. */
void printout_print_latex(const char *text, const struct json *figures, const struct json *more,
                          const char *const *names, FILE *out);

/* Appends a template without tables that is filled in the same way, with texts escaped by `escape`;
 * NULL: as they are. */
void printout_add(struct str *out, const char *text, const struct json *figures,
                  const struct json *more, template_escape *escape);

#endif
