/* The files that rows are written to. A format may write parallel files. The files can be divided
 * into shards; their extension decides the compression. They appear whole or not at all
 * (base/target.h). */
#ifndef EXPORT_OUTPUT_H
#define EXPORT_OUTPUT_H

#include "base/array.h"
#include "base/err.h"
#include "base/target.h"
#include "export/format.h"

enum { EXPORT_MAX_SHARDS = 256 };

struct output_plan {
    /* "-" for standard output; otherwise a stem, an extension, and optionally .gz or .zst for
     * compression. The names of shards are made from it: train.jsonl.gz becomes
     * train-00000-of-00004.jsonl.gz. The extension .parquet makes Parquet files. */
    const char *path;
    const struct export_format *format;
    size_t n_shards; /* 0: one file with exactly that name */
    bool is_replacing;
    const struct export_feature *features; /* columns of Parquet; NULL: the format's features */
};

/* A written file. */
struct output_file {
    char *path;
    int64_t n_rows, n_clean; /* n_clean: correct programs among the rows */
    int64_t n_bytes; /* before compression; for Parquet the size of the rows as JSON lines */
};

struct output; /* opaque */

/* Creates an output and opens its first shard. Among other reasons, fails if more than one file
 * would go to standard output. */
int output_open(struct output **out, const struct output_plan *plan, struct err *err);

/* Writes the lines of a row to a shard: one line for each part of the format. The shard numbers of
 * successive calls must not decrease. */
int output_write(struct output *output, size_t shard, const struct str *lines, struct err *err);

/* Counts the last written row as a correct program. */
void output_note_clean(struct output *output);

/* Completes all files, and creates empty ones for shards without rows. The files are not yet in
 * their places. */
int output_finish(struct output *output, struct err *err);

/* Finishes the outputs, and puts all their files in their places, together with `other`
 * (target_commit_all()). `other` may be NULL and is released in any case. */
int outputs_place(struct output *const *outputs, size_t n, struct target *other, struct err *err);

/* Releases an output after its files were put in their places. `files` (may be NULL) receives the
 * list of written files; release it with output_files_release(). */
struct output_files {
    ARRAY(struct output_file) list;
};
void output_release(struct output *output, struct output_files *files);
void output_files_release(struct output_files *files);
SCOPED_VALUE(output_files, output_files_release)

/* Puts all files in their places, releases the output and sets it to NULL. On failure the caller
 * abandons the output. */
int output_commit(struct output **output, struct output_files *files, struct err *err);

/* Removes written files that are not in their places, and releases the output. NULL is ignored. */
void output_abandon(struct output *output);
SCOPED_POINTER(output, output_abandon)

#endif
