/* DuckDB's library, libduckdb.so, which reads and writes Parquet files. It is loaded only when it
 * is needed; tokfix can be built and run without it.
 *
 * The environment variable TOKFIX_DUCKDB names the library. Without it, the first of these is used:
 * duckdb/libduckdb.so beside the program (from `make parquet`), ../lib/tokfix/libduckdb.so (from
 * `make install`), libduckdb.so among the system's libraries.
 *
 * The file is compiled into tokfix and into the program that reads files that nobody trusts
 * (base/sandbox/parquet/parquet_reader.c). */
#ifndef BASE_DUCK_H
#define BASE_DUCK_H

#include "base/err.h"

#include <stddef.h>

/* Loads the library. If it is not found, fails with an error that says how to get it. */
int duck_load(struct err *err);

/* Returns the path of the file from which the library was loaded, or NULL. */
const char *duck_path(void);

/* Takes the text of a row, which is valid until it returns. Returns 0, or ERR with an error. */
typedef int duck_take(void *context, const char *text, size_t length, struct err *err);

/* Runs one statement, and hands over the text in the only column of each row that it gives; NULL
 * `take`: of none. The rows are never all in memory. A database in memory with one thread runs it,
 * which loads no extensions and writes no temporary files. `memory_limit` is one as in "3GiB";
 * NULL: that of the library. The error is the first line of the library's. */
int duck_run(const char *sql, const char *memory_limit, duck_take *take, void *context,
             struct err *err);

#endif
