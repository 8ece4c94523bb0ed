/* From the chosen fixes to files. */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include "base/meter.h"
#include "fixes/choice.h"
#include "export/output.h"

/* How many rows were left out for a reason, a static text. */
struct export_reason {
    const char *reason;
    int64_t n;
};

/* Zero at the start; release with export_counts_release(). */
struct export_counts {
    int64_t n_written;
    int64_t n_clean; /* of these, correct programs */
    ARRAY(struct export_reason) left_out;
};

void export_counts_release(struct export_counts *counts);
SCOPED_VALUE(export_counts, export_counts_release)

struct export_options {
    const struct export_format *format;
    bool is_parquet; /* files whose names are ours are Parquet, not JSON lines */
    struct export_view view;
    int64_t fits; /* most characters of a row, by export_format_count_read(); 0: any */
    int n_threads;
    struct meter meter; /* of rows */

    /* Takes each item that was written, in their order, in the calling thread; may be NULL. */
    void (*on_row)(void *row_context, const struct fix_item *item);
    void *row_context;
};

/* The keys of the rows that the options ask for; there is room for EXPORT_MAX_FEATURES. */
void export_options_features(struct export_feature *features, const struct export_options *options);

/* Whether format, task, view and negatives go together; ERR with what to do. */
int export_options_check(const struct export_options *options, double negatives, struct err *err);

/* What was asked for, in the words of the options, for a manifest: an object with a member for
 * each, given or not, null where nothing is asked for. Release with json_free(). */
struct json *export_describe(const struct export_options *options, const struct fix_choice *choice);

/* Writes the items in their order, as equal shares to the output's shards, and adds to `counts`.
 * Fixes that cannot be written are moved to their fate in the account (may be NULL). What is
 * written does not depend on the number of threads. */
int export_write(struct db *db, const struct fix_item *items, size_t n,
                 const struct export_options *options, struct output *output, size_t n_shards,
                 struct export_counts *counts, struct fix_account *account, struct err *err);

/* Finds which of the items can be written with such options: `is_taken` by their numbers. (For
 * `probe` of a choice.) */
int export_probe(const void *options, struct db *db, const struct fix_item *items, size_t n,
                 bool *is_taken, struct err *err);

#endif
