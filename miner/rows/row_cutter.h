/* Cuts the text of a part of a dataset into batches of whole rows, and finds its columns. */
#ifndef MINER_ROWS_ROW_CUTTER_H
#define MINER_ROWS_ROW_CUTTER_H

#include "base/date.h"
#include "miner/rows/row_parts.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ROW_BATCH_BYTES = 1 << 20 }; /* a batch ends with the row that fills it */

struct row_batch {
    const struct row_part *part;
    /* Whole rows (row_form_length()), with room for one byte more; owned by the receiver */
    char *bytes;
    size_t length;
    size_t first_line; /* of the part, from 1 */
    /* The batch has no bytes, because a row that begins on `first_line` is too large. */
    bool is_too_large;
};

struct row_cutter; /* opaque */

/* How the rows of a dataset are read. */
struct row_rules {
    const struct source_request *request; /* borrowed, as what follows */
    const struct rows_options *own;
    const struct row_columns *columns;
    const struct language *language; /* of rows without one; NULL: unknown */
    struct date_rules dates;
    size_t max_row_bytes; /* the limit of the size of a row */
};

/* Begins to read a part from its text, which is UTF-8 and taken over: finds its form and its
 * columns, which it sets in the part. Fails if there is no header or array of rows, and if the
 * first rows lack a column that all rows need. */
int row_cutter_open(struct row_cutter **out, struct row_part *part, struct row_text *text,
                    const struct row_rules *options, struct err *err);

/* Reads the next batch. Returns 1, 0 at the end, or ERR. */
int row_cutter_next(struct row_cutter *cutter, struct row_batch *batch, struct err *err);

/* Returns the number of bytes of its file that were read. */
uint64_t row_cutter_position(const struct row_cutter *cutter);

/* `cutter` may be NULL. */
void row_cutter_close(struct row_cutter *cutter);
SCOPED_POINTER(row_cutter, row_cutter_close)

#endif
