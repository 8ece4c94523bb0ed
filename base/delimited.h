/* Reads the rows of a CSV text (RFC 4180, with libcsv) together with their line numbers. */
#ifndef BASE_DELIMITED_H
#define BASE_DELIMITED_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

struct delimited_field {
    const char *text; /* zero-terminated; may also contain zero bytes */
    size_t length;
};

/* The maximum number of fields kept of a row. It bounds the memory that a line of a hundred million
 * commas takes. */
enum { MAX_DELIMITED_FIELDS = 4096 };

struct delimited_row {
    const struct delimited_field
        *fields;     /* the first MAX_DELIMITED_FIELDS of them, at most; valid during the call */
    size_t n_fields; /* counts all fields */
    size_t line;     /* the line of the file on which the row starts, from 1 */
    bool is_binary;  /* a field contains a zero byte or is not UTF-8 */
};

/* Calls `row` for each row. Skips blank lines and a UTF-8 byte order mark. Lines may end in LF,
 * CRLF or CR. */
void delimited_read(const char *bytes, size_t length,
                    void (*row)(void *context, const struct delimited_row *row), void *context);

/* Returns the position of the named column in a header row, or -1. */
int delimited_column(const struct delimited_row *header, const char *name);

/* Appends the name and version of the library. */
void delimited_add_library(struct str *out);

#endif
