/* Reports for people. What a report looks like is a text file, report/text/NAME.txt. */
#ifndef REPORT_REPORT_TEXT_H
#define REPORT_REPORT_TEXT_H

#include "base/template.h"

#include <stdio.h>

/* Prints a report: a template (base/template.h) for the members of `report` and, for names that it
 * lacks, of `more`, which may be NULL; what neither has is null. A section is a table of the rows
 * that it names: the last line of its text describes the columns, those before are the heading
 * (report/tabular.h):
 *
 *     {+kinds}
 *     Duplicates by kind
 *     t kind, n pairs=fixes, p percent/.counted.fixes=of all
 *     {/}
 *
 * All texts of the report are written so that they cannot control a terminal. */
void report_text_print(const char *text, const struct json *report, const struct json *more,
                       FILE *out);

/* Prints only the tables with these names, up to a NULL, and nothing of the text between them; all
 * if there is no list. The name of a table is the last part of that of its section: funnel of
 * {+named.funnel}. The tables are narrow (tabular.h). */
void report_text_print_tables(const char *text, const struct json *report, const struct json *more,
                              const char *const *names, FILE *out);

/* Appends a template without tables that is filled in the same way, with texts escaped by `escape`;
 * NULL: as they are. */
void report_text_add(struct str *out, const char *text, const struct json *report,
                     const struct json *more, template_escape *escape);

#endif
