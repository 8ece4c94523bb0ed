/* Writes Parquet files with DuckDB's library (base/duck.h). base/sandbox/parquet_rows.h reads
 * them. */
#ifndef EXPORT_PARQUET_H
#define EXPORT_PARQUET_H

#include "export/format.h"

/* Returns whether a file name is one of a Parquet file: it ends in `.parquet`. */
bool parquet_is_name(const char *path);

/* Writes rows to the open file `out`, in their order. The columns are the features of a format: INT
 * is int64, lists are lists, and records are structs. The file is compressed with Zstandard, in
 * groups of 10,240 rows. `rows` is an open file with the rows as JSON lines; its longest line has
 * `longest` bytes. `path` is for messages. The same rows give the same bytes with the same version
 * of the library. */
int parquet_write(int out, int rows, size_t longest, const struct export_feature *features,
                  const char *path, struct err *err);

#endif
