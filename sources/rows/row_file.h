/* A part of a dataset of rows, in batches of whole rows.
 *
 * A row is a line of JSON lines, or a row of CSV (base/csv_row.h). The first row of CSV is the
 * header. */
#ifndef ROWS_ROW_FILE_H
#define ROWS_ROW_FILE_H

#include "sources/rows/row_parts.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ROW_BATCH_BYTES = 1 << 20 }; /* a batch ends with the row that fills it */

struct row_batch {
    const struct row_part *part;
    char *bytes; /* whole rows, and room for one byte more; owned by the receiver, who frees it */
    size_t length;
    size_t first_line; /* of the part, from 1 */
    /* Every line is a row. These lines come after a quote that is not closed. */
    bool has_single_lines;
    /* There are no bytes: a row that begins on `first_line` is larger than the limit. */
    bool is_too_large;
};

struct row_file; /* opaque */

/* Begins to read a part from its text, which is taken over. Reads its header if it is CSV; fails if
 * there is none. `max_row_bytes` limits the size of a row. */
int row_file_open(struct row_file **out, const struct row_part *part, struct row_text *text,
                  size_t max_row_bytes, struct err *err);

/* Returns the header of CSV, which has this many bytes and room for one more. The caller may change
 * it. */
char *row_file_header(struct row_file *file, size_t *length);

/* Returns the first bytes after the header, at most a batch. Call it before row_file_next(). */
const char *row_file_start(const struct row_file *file, size_t *length);

/* Reads the next batch. Returns 1, 0 at the end, or ERR. */
int row_file_next(struct row_file *file, struct row_batch *batch, struct err *err);

/* Returns the number of bytes of its file that were read. Any thread may call it. */
uint64_t row_file_position(const struct row_file *file);

/* `file` may be NULL. */
void row_file_close(struct row_file *file);
SCOPED_POINTER(row_file, row_file_close)

#endif
