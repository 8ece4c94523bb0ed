/* Files of rows: JSON lines, compressed or not, and Parquet, which DuckDB's library makes of the
 * lines (base/duck.h); base/sandbox/parquet_rows.h reads it. */
#ifndef EXPORT_OUTPUT_H
#define EXPORT_OUTPUT_H

#include "base/err.h"
#include "base/mem.h"
#include "base/target.h"
#include "export/format.h"

struct output_plan {
    /* "-" for standard output; otherwise a file, whose extension says how rows are written:
     * .parquet, .gz for compressed lines, any other for lines. */
    const char *path;
    const struct export_feature *features; /* columns of Parquet: INT is int64, lists are lists, and
                                            * records are structs; NULL: none is written */
    bool is_replacing;
};

/* A written file. */
struct output_file {
    char *path;
    int64_t n_rows, n_clean; /* n_clean: correct programs among the rows */
    int64_t n_bytes; /* before compression; for Parquet the size of the rows as JSON lines */
};

/* A file that rows are written to. It appears whole or not at all (base/target.h). */
struct output; /* opaque */

int output_open(struct output **out, const struct output_plan *plan, struct err *err);

/* Writes the line of a row. `is_clean`: it is that of a correct program. */
int output_write(struct output *output, const struct str *line, bool is_clean, struct err *err);

/* Completes the file, which is not yet in its place. */
int output_finish(struct output *output, struct err *err);

/* Finishes the outputs, and puts all their files in their places, together with `other`
 * (target_commit_all()). `other` may be NULL and is released in any case. */
int outputs_place(struct output *const *outputs, size_t n, struct target *other, struct err *err);

/* Releases an output after its file was put in its place. The file is added to `files` (may be
 * NULL); release them with output_files_release(). */
struct output_files {
    ARRAY(struct output_file) list;
};
void output_release(struct output *output, struct output_files *files);
void output_files_release(struct output_files *files);
SCOPED_VALUE(output_files, output_files_release)

/* Puts the file in its place, releases the output and sets it to NULL. On failure the caller
 * abandons the output. */
int output_commit(struct output **output, struct output_files *files, struct err *err);

/* Removes a file that is not in its place, and releases the output. NULL is ignored. */
void output_abandon(struct output *output);
SCOPED_POINTER(output, output_abandon)

#endif
