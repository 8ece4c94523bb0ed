/* The text of two files that have a program on each line: line N of X.buggy and line N of X.fixed
 * are a pair, as in CodeXGLUE's sets for code refinement. It is CSV with the columns id (the number
 * of the line), buggy and fixed. */
#ifndef ROWS_ROW_LINES_H
#define ROWS_ROW_LINES_H

#include "sources/rows/row_text.h"

#include <stdbool.h>

/* Whether the name of a file is that of one of two such files. */
bool row_lines_are_at(const char *path);

/* Opens the text of the two files of which one is at the path. Reading fails if they do not have as
 * many lines. */
int row_lines_open(struct row_text *out, const char *path, struct err *err);

#endif
