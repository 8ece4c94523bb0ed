/* Cuts a line of a program to the width of a terminal, so that a given place stays visible. */
#ifndef REPORT_CLIP_H
#define REPORT_CLIP_H

#include "base/str.h"

enum { CLIP_MIN_COLUMNS = 10 };

/* A line and its mark: bytes of a program, ends exclusive. */
struct clip_line {
    const char *code;
    size_t start, end; /* without the line end */
    size_t mark_start,
        mark_end; /* inside the line; equal if nothing is marked: the place to show */
};

/* Columns of the written text, from 0; the end is exclusive. */
struct clip_columns {
    size_t start, end;
};

/* Returns the first column to show of the line in `n_columns` (at least CLIP_MIN_COLUMNS), so that
 * the mark is visible, or its start if it is wider. It is 0 if the mark is visible from the start
 * of the line. For two lines, one below the other, that are the same up to their marks, the larger
 * of the two results shows both marks. */
size_t clip_first_column(const struct clip_line *line, size_t n_columns);

/* Returns the column at which the mark starts, if the line is shown from its start. */
size_t clip_mark_column(const struct clip_line *line);

/* Appends at most `n_columns` of the line from `first_column` on, safely (base/terminal.h), with an
 * ellipsis where the line is cut. A tab ends at the next multiple of eight columns, as in Python.
 * The marked part is written between `mark` and `unmark`. Returns the columns of the marked part.
 */
struct clip_columns clip_add(struct str *out, const struct clip_line *line, size_t first_column,
                             size_t n_columns, const char *mark, const char *unmark);

#endif
