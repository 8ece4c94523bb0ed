/* A fix as a readable diff. */
#ifndef REPORT_DIFF_H
#define REPORT_DIFF_H

#include "report/heading.h"

/* Appends the heading and the lines. Where the programs differ in comments or layout, too, it says
 * so, and whose the lines around are. */
void diff_add(struct str *out, const struct fix *row, const struct marks *marks,
              const struct diff_style *style);

/* Appends the lines alone, with what is said of comments and layout; of the row the programs are
 * looked at, and the bytes of both tokens. */
void diff_add_lines(struct str *out, const struct fix *row, const struct diff_style *style);

#endif
