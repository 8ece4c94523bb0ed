/* Fixes one after the other, for people as diffs, or for programs as JSON. */
#ifndef REPORT_FIXES_H
#define REPORT_FIXES_H

#include "report/diff.h"

#include <stdio.h>

struct fixes_options {
    bool is_json; /* a line for each, as a row of the export format `pairs` */
    struct diff_style style;
};

/* Writes fixes, by their fix_ids, in the order given; between diffs stands a blank line. Each is
 * read when its turn comes. Returns 0, ERR, or FIXES_NOT_TAKEN when `out` failed, with the reason as
 * the message; nothing more is read then. */
enum { FIXES_NOT_TAKEN = 1 };
int fixes_write(FILE *out, struct db *db, const int64_t *fix_ids, size_t n,
                const struct fixes_options *options, struct err *err);

#endif
