/* The files that rows are written to: parallel ones of a format, cut into shards, compressed by
 * their extension. They appear whole or not at all (base/target.h). */
#ifndef EXPORT_OUTPUT_H
#define EXPORT_OUTPUT_H

#include "base/array.h"
#include "base/err.h"
#include "base/target.h"
#include "export/format.h"

enum { EXPORT_MAX_SHARDS = 256 };

struct output_plan {
    /* "-" for standard output; or STEM, an extension, and .gz or .zst for compression, of which the
     * files' names are made: train.jsonl.gz becomes train-00000-of-00004.jsonl.gz. With the
     * extension .parquet it is Parquet. */
    const char *path;
    const struct export_format *format;
    size_t n_shards; /* 0: one file of exactly that name */
    bool is_replacing;
    const struct export_feature *features; /* columns of Parquet; NULL: those of the format */
};

/* A file that was written. */
struct output_file {
    char *path;
    int64_t n_rows, n_clean; /* n_clean: of these, correct programs */
    int64_t n_bytes; /* before compression; of Parquet those of the same rows as JSON lines */
};

struct output; /* opaque */

/* Opens the first shard. Fails, among others, when standard output is to take more than one
 * file. */
int output_open(struct output **out, const struct output_plan *plan, struct err *err);

/* Writes a row's lines, one for each part of the format, to a shard; shards come in their order. */
int output_write(struct output *output, size_t shard, const struct str *lines, struct err *err);

/* Notes that the row that was written last is a correct program. */
void output_note_clean(struct output *output);

/* Ends all files; those of shards without rows are made. They are not yet in their places. */
int output_finish(struct output *output, struct err *err);

/* Finishes the outputs, puts all their files on the disk, and then in their places, and with them
 * `other` (may be NULL; released in any case): all or none. */
int outputs_place(struct output *const *outputs, size_t n, struct target *other, struct err *err);

/* Releases an output whose files are in their places. `files` (may be NULL) takes what was written;
 * release it with output_files_release(). */
struct output_files {
    ARRAY(struct output_file) list;
};
void output_release(struct output *output, struct output_files *files);
void output_files_release(struct output_files *files);
SCOPED_VALUE(output_files, output_files_release)

/* Places all files and releases the output, which becomes NULL; on failure nothing is in its place,
 * and the output is to be abandoned. */
int output_commit(struct output **output, struct output_files *files, struct err *err);

/* Removes what was written and is not in its place, and releases the output. NULL is ignored. */
void output_abandon(struct output *output);
SCOPED_POINTER(output, output_abandon)

#endif
