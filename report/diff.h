/* The lines of a fix: the buggy ones, the fixed ones, and those around them. */
#ifndef REPORT_DIFF_H
#define REPORT_DIFF_H

#include "db/fixes/fix_reader.h"

#include <stdbool.h>

/* The colours of fixes: texts that are written before and after other texts. */
struct paint {
    const char *title, *context; /* ids; lines around the change */
    const char *removed, *added; /* the buggy side, the fixed one */
    const char *mark;            /* a token or a part of it, on top of one of these */
    const char *end;             /* of all of them */
};

/* Returns escape sequences of terminals; empty texts without colour. */
const struct paint *paint_of(bool has_color);

/* How fixes are shown. */
struct diff_style {
    bool has_color;    /* if false, carets below a mark show it */
    size_t n_columns;  /* of the terminal; lines are cut to it, but show at least ten columns of
                         code */
    int64_t n_context; /* lines above and below; INT64_MAX: the whole program */
};

/* Appends the lines of the token in both of a row's programs, with line numbers, and the lines
 * around it from the buggy program. The token is marked, or of two long tokens what differs
 * (common_ends.h). Of a token of many lines, it shows the first line, the last line, and the lines
 * where the two tokens differ, with `n_context` lines around them. If the programs also differ in
 * comments or layout, a note says so, and names the program that the surrounding lines come from.
 * Uses only the programs of the row, and the bytes of both tokens. */
void diff_add_lines(struct str *out, const struct fix *row, const struct diff_style *style);

#endif
