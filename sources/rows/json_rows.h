/* The rows of a JSON document, which comes in parts and may have any size: the items of its array,
 * or of an array in its object.
 *
 * Of what is beside the rows only its brackets are looked at, and nothing is kept. */
#ifndef ROWS_JSON_ROWS_H
#define ROWS_JSON_ROWS_H

#include "base/json_scan.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

enum json_rows_step {
    JSON_ROWS_MORE,    /* more bytes are needed */
    JSON_ROWS_ROW,     /* a row ends, with commas and blanks before it */
    JSON_ROWS_OUTSIDE, /* bytes that are in no row */
    JSON_ROWS_END,
    JSON_ROWS_WRONG, /* it cannot be read on */
};

/* All zero at the start. */
struct json_rows {
    struct str choices; /* where the arrays of objects are that were found, separated by commas */
    bool has_rows;      /* the array was found */
    const char *error;  /* after JSON_ROWS_WRONG; NULL: there is a second array of objects */
    struct json_end value; /* the row, name or value that is being read */
    struct str path;       /* private, as all that follows */
    size_t ends[16];       /* of the path, before each name of it */
    size_t depth;
    int state;
};

/* Goes on in the document, at `bytes`. Sets `n` to the number of bytes to which the step belongs,
 * and which the next call must not get again; 0 if there are none. `is_end`: the document has no
 * more bytes. */
enum json_rows_step json_rows_next(struct json_rows *rows, const char *bytes, size_t length,
                                   bool is_end, size_t *n);

/* Returns the number of bytes before the row at the start of the bytes: blanks and a comma. */
size_t json_rows_gap(const char *bytes, size_t length);

void json_rows_release(struct json_rows *rows);

#endif
