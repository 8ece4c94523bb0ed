/* A benchmark that must not leak into training data: its programs, grouped in items.
 *
 * A benchmark is one of
 *   a folder with buggy/ and fixed/   an item for each file name, with the program of each side
 *   a file of JSON lines              `pairs` (buggy_code, fixed_code) as tokfix exports them, or
 *                                     `nbf` (input_text, error_marker, repair) of nbfbaselines and
 *                                     RealiT; applying the repair gives the fixed program
 *   a database of tokfix              an item for each real fix (benchmark_store.h)
 *   any other folder                  an item for each source file; whether the program is buggy is
 *                                     not known
 * The language is that of the file's extension, of the key `language` of a line (default: Python),
 * or of nbf. Programs in languages that are not searched are rejected; in a folder, they are not
 * looked at.
 * No file outside the folder is read. */
#ifndef GUARD_BENCHMARK_H
#define GUARD_BENCHMARK_H

#include "base/err.h"
#include "guard/benchmark_items.h"

enum { BENCHMARK_MAX_BYTES = 1 << 20 }; /* size limit of a program */

/* Reads the benchmark at `path`, for a search in programs of some languages. A line or file that
 * cannot be used is added to the rejects. Fails if there is no program and no reject. Release with
 * benchmark_release(), also after a failure. */
int benchmark_read(struct benchmark *out, const char *path, unsigned language_set, struct err *err);

#endif
