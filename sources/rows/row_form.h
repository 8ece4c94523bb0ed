/* The form of a text of rows: how it is cut into rows, and these into values. */
#ifndef ROWS_ROW_FORM_H
#define ROWS_ROW_FORM_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

enum row_format {
    ROWS_JSON_LINES, /* an object on each line */
    ROWS_CSV,        /* RFC 4180, with any delimiter; the first row is the header */
};

/* The number of the format if no option says it: the first bytes of each part do. */
enum { ROWS_FOUND = 1 << 8 };

struct row_form {
    enum row_format format;
};

#endif
