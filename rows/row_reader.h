/* Reads a batch of rows: takes the values of each from JSON or CSV, and checks them. */
#ifndef ROWS_ROW_READER_H
#define ROWS_ROW_READER_H

#include "rows/row_check.h"

struct row_reader; /* opaque; used by one thread */
struct row_reader *row_reader_new(const struct row_reader_options *options);
void row_reader_free(struct row_reader *reader);
SCOPED_POINTER(row_reader, row_reader_free)

/* Reads the rows of a batch into an empty `out`. Changes the bytes of the batch. */
void row_reader_read(struct row_reader *reader, struct row_batch *batch, struct read_rows *out);

#endif
