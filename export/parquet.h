/* Reads and writes Parquet files with DuckDB's library, libduckdb.so. The library is loaded only
 * when it is needed; tokfix can be built and run without it.
 *
 * The environment variable TOKFIX_DUCKDB names the library. Without it, the first of these is used:
 * duckdb/libduckdb.so beside the program (from `make parquet`), ../lib/tokfix/libduckdb.so (from
 * `make install`), libduckdb.so among the system's libraries. */
#ifndef EXPORT_PARQUET_H
#define EXPORT_PARQUET_H

#include "export/format.h"

/* Returns whether a file name is one of a Parquet file: it ends in `.parquet`. */
bool parquet_is_name(const char *path);

/* Loads the library. If it is not found, fails with an error that says how to get it. */
int parquet_load(struct err *err);

/* Returns the name and version of the library, such as "DuckDB v1.5.5", as a static text, or NULL
 * if it is not loaded. Another version may write different bytes. */
const char *parquet_writer(void);

/* Writes rows to the open file `out`, in their order. The columns are the features of a format: INT
 * is int64, lists are lists, and records are structs. The file is compressed with Zstandard, in
 * groups of 10,240 rows. `rows` is an open file with the rows as JSON lines; its longest line has
 * `longest` bytes. `path` is for messages. The same rows give the same bytes with the same version
 * of the library. */
int parquet_write(int out, int rows, size_t longest, const struct export_feature *features,
                  const char *path, struct err *err);

/* Writes the rows of the Parquet file at `path` to the open file `rows` as JSON lines. If
 * parquet_write() wrote the file, they equal its input byte for byte. */
int parquet_read(int rows, const char *path, struct err *err);

#endif
