/* Rows of a CSV text (RFC 4180, through libcsv), with the lines that they stand on. */
#ifndef CODENET_DELIMITED_H
#define CODENET_DELIMITED_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

struct delimited_field {
    const char *text; /* zero-terminated; may also hold zero bytes */
    size_t length;
};

/* Of a row: a line of commas alone is no reason to remember a hundred million places. */
enum { MAX_DELIMITED_FIELDS = 4096 };

struct delimited_row {
    const struct delimited_field
        *fields;     /* the first of them, MAX_DELIMITED_FIELDS at most; valid during the
                                       call */
    size_t n_fields; /* all */
    size_t line;     /* of the file, from 1, on which the row starts */
    bool is_binary;  /* one of the fields holds a zero byte or is not UTF-8 */
};

/* Calls `row` for each row; blank lines are passed over, a UTF-8 byte order mark is skipped, lines
 * may end in CRLF or CR. */
void delimited_read(const char *bytes, size_t length,
                    void (*row)(void *context, const struct delimited_row *row), void *context);

/* The position of the column of that name among the fields of a header row, or -1. */
int delimited_column(const struct delimited_row *header, const char *name);

/* Appends name and version of the library. */
void delimited_add_library(struct str *out);

#endif
