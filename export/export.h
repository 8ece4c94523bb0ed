/* Writes the chosen fixes to files. */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include "base/err.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/meter.h"
#include "base/target.h"
#include "db/fixes/choice.h"
#include "export/format.h"

struct output_plan {
    /* "-" for standard output; otherwise a file, whose extension says how rows are written:
     * .parquet, .gz for compressed lines, any other for lines. */
    const char *path;
    const struct export_feature *features; /* columns of Parquet */
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

/* The number of rows that were left out for one reason, which is a static text. */
struct export_reason {
    const char *reason;
    int64_t n;
};

/* Zero it at the start; release it with export_counts_release(). */
struct export_counts {
    int64_t n_written;
    int64_t n_clean; /* correct programs among the written rows */
    bool is_empty;   /* export_refuse_nothing() has failed */
    ARRAY(struct export_reason) left_out;
};

void export_counts_release(struct export_counts *counts);
SCOPED_VALUE(export_counts, export_counts_release)

/* By which rows are compared. The code and what a model is asked are compared together with the
 * language, because C and C++ may have the same code. */
enum row_trait { ROW_ID, ROW_CODE, ROW_PROMPT, N_ROW_TRAITS };
struct row_traits {
    struct digest digests[N_ROW_TRAITS];
};

struct export_options {
    const struct export_format *format;
    bool is_parquet; /* files that tokfix names are Parquet, not JSON lines */
    struct export_view view;
    const char *user_ids; /* numbered or salted, if they are not those of the source */
    bool omits_comments;  /* the programs are shown without their comments (db/fixes/bare_fix.h) */
    int n_threads;
    struct meter meter; /* of rows */

    /* Called for each written item, in order, in the calling thread; may be NULL. */
    void (*on_row)(void *row_context, const struct fix_item *item, const struct row_traits *traits);
    void *row_context;
};

/* Lists the keys of the rows that the options ask for. `features` has room for
 * EXPORT_MAX_FEATURES. */
void export_options_features(struct export_feature *features, const struct export_options *options);

/* Checks that format, question, view and negatives can be combined. Fails with an error that says
 * what to do. */
int export_options_check(const struct export_options *options, double negatives, struct err *err);

/* What is written, and where. */
struct export_job {
    const struct fix_item *items;
    size_t n;
    const struct export_options *options;
    struct output *output;
    struct export_counts *counts;
};

/* Writes the items in their order, and adds to `counts`. The output does not depend on the number
 * of threads. */
int export_write(struct db *db, const struct export_job *job, struct err *err);

/* Fails if no row was written, with the reason of most rows that were left out. */
int export_refuse_nothing(struct export_counts *counts, struct err *err);

/* Finds the items that can be written with these options (a struct export_options) and sets
 * `is_taken` for each item. (For `probe` of a choice.) */
int export_probe(const void *options, struct db *db, const struct fix_item *items, size_t n,
                 bool *is_taken, struct err *err);

#endif
