/* Reads a batch of rows: takes the values of each from JSON or CSV, and checks them. */
#ifndef ROWS_ROW_READER_H
#define ROWS_ROW_READER_H

#include "sources/rows/row_checker.h"

struct row_reader; /* opaque; used by one thread */
struct row_reader *row_reader_new(const struct row_reader_options *options);
void row_reader_free(struct row_reader *reader);
SCOPED_POINTER(row_reader, row_reader_free)

/* Reads the rows of a batch into an empty `out`. Changes the bytes of the batch. */
void row_reader_read(struct row_reader *reader, struct row_batch *batch, struct read_rows *out);

/* Appends a JSON text with `null` in the place of NaN, Infinity and -Infinity, which JSON does not
 * have, but some programs write for a missing number. Returns whether there is one. */
bool row_add_without_nan(struct str *out, const char *text, size_t length);

#endif
