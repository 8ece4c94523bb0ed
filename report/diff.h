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

/* What two texts begin and end with alike, so that only what differs between is marked. Lengths in
 * bytes, of whole characters as readers see them. They do not overlap in either text. */
struct common_ends {
    size_t start, end;
};

/* Returns the longest common start of the two tokens of a fix, and then the longest common end.
 * Both are 0 if the tokens are to be marked as a whole: if one of them has at most eight code
 * points, or if fewer than three are common. */
struct common_ends diff_common_ends(const char *a, size_t n_a, const char *b, size_t n_b);

/* How fixes are shown. */
struct diff_style {
    bool has_color;    /* if false, carets below a mark show it */
    size_t n_columns;  /* of the terminal; lines are cut to it, but show at least ten columns of
                         code */
    int64_t n_context; /* lines above and below; INT64_MAX: the whole program */
};

/* Appends the lines of the token in both of a row's programs, with line numbers, and the lines
 * around it from the buggy program. The token is marked, or of two long tokens what differs
 * (diff_common_ends()). Of a token of many lines, it shows the first line, the last line, and the
 * lines where the two tokens differ, with `n_context` lines around them. If the programs also
 * differ in comments or layout, a note says so, and names the program that the surrounding lines
 * come from. Uses only the programs of the row, and the bytes of both tokens. */
void diff_add_lines(struct str *out, const struct fix *row, const struct diff_style *style);

#endif
