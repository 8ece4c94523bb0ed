/* Submissions of any judge as a source of pairs: rows of JSON lines or CSV, one submission each.
 * Units are problems, versions are submissions.
 *
 * The rows come in any order. All of them are read once, when the source is opened, and those that
 * are wanted go to a temporary file (row_spool.h). */
#ifndef ROWS_ROWS_SOURCE_H
#define ROWS_ROWS_SOURCE_H

#include "base/meter.h"
#include "miner/pair_source.h"
#include "rows/row_columns.h"
#include "rows/row_file.h"

extern const struct source_kind rows_kind;

/* How the source describes its options: the columns, then the statuses, joined by commas. */
#define ROWS_COLUMNS  "--columns="
#define ROWS_ACCEPTED " --accepted="

struct rows_options {
    const char *path; /* "-": standard input */
    enum row_format format;
    const char *columns;       /* as in row_columns_read(); NULL: the usual names */
    struct text_list accepted; /* the statuses that are Accepted; empty: those of any judge */
    unsigned languages;        /* a set */
    size_t max_source_bytes;
    const char *temporary_folder;
    size_t buffer_bytes;  /* of the spool; 0: 256 MiB */
    size_t max_row_bytes; /* 0: MAX_ROW_BYTES */
    int n_threads;

    /* Whether the problem will be mined. NULL: every problem is. */
    bool (*is_wanted)(void *context, const char *problem_id);
    void *wanted_context;

    struct meter meter; /* shown while the rows are read: bytes read, bytes in total, rows found */
};

/* Reads all rows. The caller closes the source with source_close(). Fails if the file cannot be
 * read or is damaged, if a column is missing, if no row has a problem, and if reading was
 * stopped. */
int rows_source_open(struct pair_source *out, const struct rows_options *options, struct err *err);

#endif
