/* Reads Parquet files. They may be anybody's, so DuckDB's library (base/duck.h) reads each in a
 * sandbox, which has only that file: a crash, a hang or a lack of memory of the library becomes an
 * error. */
#ifndef BASE_SANDBOX_PARQUET_ROWS_H
#define BASE_SANDBOX_PARQUET_ROWS_H

#include "base/err.h"
#include "base/mem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct parquet_rows; /* opaque: the rows of a file that is read */

/* Sets which columns of a file are wanted; all are false before. Returns 0 or ERR. */
typedef int parquet_rows_choose(void *context, const char *const *names, size_t n, bool *is_wanted,
                                struct err *err);

/* Begins to read the rows of a file as JSON lines, in their order, in a memory that does not depend
 * on their number. NULL `choose`: with all columns, as the library writes them. Otherwise with
 * those that are wanted, and BLOBs are texts: one that is not UTF-8 becomes `[]`, which no field
 * may be. Decimals and whole numbers are exact, times are texts in ISO 8601, with `+00` if they
 * have a zone, and NULL is null.
 *
 * Returns 0, ERR, or PARQUET_UNABLE if no file can be read here: the library is missing, or this
 * machine cannot isolate programs (sandbox.h). */
enum { PARQUET_UNABLE = -2 };
int parquet_rows_open(struct parquet_rows **out, const char *path, parquet_rows_choose *choose,
                      void *context, struct err *err);

/* Reads the next bytes, at most `capacity` > 0. Returns their number, 0 at the end, or ERR: if the
 * file is damaged, also after rows were read. The error is "stopped" if a signal has asked to stop
 * (base/interrupt.h). */
ptrdiff_t parquet_rows_read(struct parquet_rows *rows, char *bytes, size_t capacity,
                            struct err *err);

/* Returns about how many bytes of the file were read, by the share of its rows; 0 if all columns
 * are read. Any thread may call it. */
uint64_t parquet_rows_position(const struct parquet_rows *rows);

/* Ends the reading at once. `rows` may be NULL. */
void parquet_rows_close(struct parquet_rows *rows);
SCOPED_POINTER(parquet_rows, parquet_rows_close)

/* Writes all rows of a file, with all columns, to the open file `out`. If `tokfix export` wrote the
 * Parquet file, they equal its input byte for byte. Returns as parquet_rows_open() does. */
int parquet_rows_copy(int out, const char *path, struct err *err);

#endif
