/* Writes the chosen fixes to a file; or to a folder, a file for each split and a description of
 * them for LLaMA-Factory. */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include "base/err.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/meter.h"
#include "db/fixes/choice.h"
#include "export/format.h"
#include "export/output.h"

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

/* Where rows go. */
struct export_place {
    const char *path; /* a folder (export_is_folder()), or that of an output_plan */
    bool is_replacing;
};

/* Whether rows go to files in a folder: the path is a folder, or ends with a slash. */
bool export_is_folder(const char *path);

/* Writes the selection to a file, or each split to a folder that is created if necessary: as
 * <split>.jsonl or <split>.parquet. Fixes without a split go to `none`. If the database has no
 * splits, all fixes go to `all`. A split without fixes has no file. If LLaMA-Factory reads the
 * format, also writes a dataset_info.json that lists the files. No file is put in its place before
 * all are written. `written` receives the list of written files. */
int export_to(struct db *db, struct fix_selection *selection, const struct export_options *options,
              const struct export_place *place, struct export_counts *counts,
              struct output_files *written, struct err *err);

/* Returns the items of a stratum in their order, of all languages (-1) or of the one with this
 * number. The caller releases the array with free(). */
struct fix_item *export_items_of(const struct fix_selection *selection, int split, int language,
                                 size_t *n);

#endif
