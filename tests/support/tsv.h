/* Tab-separated tables with a header, as the oracles are written. */
#ifndef TESTS_SUPPORT_TSV_H
#define TESTS_SUPPORT_TSV_H

#include "base/str.h"

/* Calls `row` with the columns of each line behind the header; the text is cut up in place. A line
 * with another number of columns fails the test. Returns the number of rows. */
int tsv_each_row(char *table, int n_columns, void (*row)(char **columns, void *context),
                 void *context);

/* As cells are written: backslash, tab and line feed become \\, \t and \n. Replaces `out`. */
void tsv_escape(struct str *out, const char *text);

#endif
