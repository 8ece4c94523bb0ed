/* Parquet files, written and read through DuckDB's library, libduckdb.so. It is loaded when it is
 * asked for: tokfix is built, and runs, without it.
 *
 * The environment variable TOKFIX_DUCKDB names the library. Otherwise it is the first of these:
 * duckdb/libduckdb.so beside the program (from `make parquet`), ../lib/tokfix/libduckdb.so (from
 * `make install`), libduckdb.so among the system's libraries. */
#ifndef EXPORT_PARQUET_H
#define EXPORT_PARQUET_H

#include "export/format.h"

/* Whether a file of that name is Parquet: it ends in `.parquet`. */
bool parquet_is_name(const char *path);

/* Loads the library. ERR when it is not there, with what to do. */
int parquet_load(struct err *err);

/* What writes it, when the library is loaded: "DuckDB v1.5.5", a static text; else NULL. Another
 * version may write other bytes. */
const char *parquet_writer(void);

/* Writes rows to the open file `out`, in their order, as typed columns: the features of a format
 * (INT is int64, lists are lists, records structs), compressed with Zstandard, in groups of 10,240
 * rows. `rows` is a file with the rows as JSON lines, the longest of `longest` bytes; `path` is for
 * messages. The same rows give the same bytes with the same version of the library. */
int parquet_write(int out, int rows, size_t longest, const struct export_feature *features,
                  const char *path, struct err *err);

/* Writes the rows of the file at `path` to the open file `rows` as JSON lines. What was
 * written with parquet_write() comes back as it was, in as many bytes. */
int parquet_read(int rows, const char *path, struct err *err);

#endif
