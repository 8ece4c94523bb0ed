/* The lines of a fix: as they were, as they became, and those around. */
#ifndef REPORT_HUNK_H
#define REPORT_HUNK_H

#include "base/str.h"
#include "report/side.h"

/* How fixes are shown. */
struct diff_style {
    bool has_color;   /* without, a token is marked by carets below it */
    size_t n_columns; /* of the terminal: lines are cut to it, if it has room for ten of code */
    size_t n_context; /* lines above and below; SIZE_MAX: the whole program */
};

/* Appends the lines of the token on both sides, with line numbers, and the lines around it, which
 * are those of the buggy program. Of a token of many lines the first and the last are shown, and
 * those where the two tokens differ, with as many lines around. */
void hunk_add(struct str *out, const struct side sides[N_SIDES], const struct diff_style *style);

#endif
