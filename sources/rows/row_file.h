/* A file of rows, in batches of whole rows. The file may be packed (base/packed.h).
 *
 * A row is a line of JSON lines, or a row of CSV (base/csv_row.h). The first row of CSV is the
 * header. */
#ifndef ROWS_ROW_FILE_H
#define ROWS_ROW_FILE_H

#include "base/err.h"
#include "base/mem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum row_format { ROWS_JSON_LINES, ROWS_CSV };

enum { ROW_BATCH_BYTES = 1 << 20 }; /* a batch ends with the row that fills it */

struct row_batch {
    char *bytes; /* whole rows, and room for one byte more; owned by the receiver, who frees it */
    size_t length;
    size_t first_line; /* of the file, from 1 */
    /* Every line is a row. These lines come after a quote that is not closed. */
    bool has_single_lines;
    /* There are no bytes: a row that begins on `first_line` is larger than the limit. */
    bool is_too_large;
};

struct row_file; /* opaque */

/* Opens a file; "-" is standard input. Reads its header if it is CSV; fails if there is none.
 * `max_row_bytes` limits the size of a row. */
int row_file_open(struct row_file **out, const char *path, enum row_format format,
                  size_t max_row_bytes, struct err *err);

/* Returns the header of CSV, which has this many bytes and room for one more. The caller may change
 * it. */
char *row_file_header(struct row_file *file, size_t *length);

/* Returns the first bytes after the header, at most a batch. Call it before row_file_next(). */
const char *row_file_start(const struct row_file *file, size_t *length);

/* Reads the next batch. Returns 1, 0 at the end, or ERR. */
int row_file_next(struct row_file *file, struct row_batch *batch, struct err *err);

/* Returns the number of bytes of the file that were read, and sets `total` to its size (0:
 * unknown). Any thread may call it. */
uint64_t row_file_position(const struct row_file *file, uint64_t *total);

/* `file` may be NULL. */
void row_file_close(struct row_file *file);
SCOPED_POINTER(row_file, row_file_close)

#endif
