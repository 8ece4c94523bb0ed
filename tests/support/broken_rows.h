/* Rows that are made of a good one by changing some of its keys, and which rules they break. */
#ifndef TESTS_SUPPORT_BROKEN_ROWS_H
#define TESTS_SUPPORT_BROKEN_ROWS_H

#include "export/format.h"

enum { MAX_CHANGES = 10 }; /* of one row */

/* A key with its value as JSON text; NULL: the key is left out. */
struct row_key {
    const char *key, *value;
};

/* A row that differs from a good one. */
struct broken_row {
    const char *rules; /* that it breaks, in their order, joined by blanks; "" for a good row */
    /* Ended by a NULL key; keys that the good row lacks are added. */
    struct row_key changes[MAX_CHANGES + 1];
};

/* The rules that a line breaks, joined by blanks; in a static buffer. `format` may be NULL. */
const char *broken_rules(const struct export_format *format, const char *line, size_t length);

/* Makes each row of the good one, whose keys are ended by a NULL key, and fails unless it breaks
 * the rules that it should. */
void expect_broken_rows(const struct export_format *format, const struct row_key *good,
                        const struct broken_row *rows, size_t n);

#endif
