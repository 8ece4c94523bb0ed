/* What the rows of a file are as a whole: how their programs are written, how many are malformed or
 * not UTF-8, and which encoding they may be in. */
#ifndef MINER_ROWS_ROW_SUMS_H
#define MINER_ROWS_ROW_SUMS_H

#include "base/err.h"
#include "base/str.h"
#include "miner/rows/row_files.h"

/* The sums of a batch, or of a file up to a batch. */
struct row_sums {
    size_t n_forms[2][N_CODE_FORMS]; /* programs, once decoded; a row has one, or two */
    size_t n_rows, n_lines;
    size_t n_malformed; /* lines of malformed rows */
    size_t n_utf8;      /* rows with characters above ASCII, */
    size_t n_foreign;   /* rows that are not UTF-8, */
    size_t n_lost;      /* and of these those that cannot be used, or whose program cannot */
    /* Of the first rows: those that are not UTF-8, how a value begins that is not a program, and
     * why a row is malformed */
    struct str foreign, odd_code, malformed;
};
void row_sums_release(struct row_sums *sums);

/* Adds the sums of the next batch. */
void row_sums_add(struct row_sums *sums, const struct row_sums *next);

/* Judges a file after its last row. Fails if it is not UTF-8, so that more than 1 % of its rows are
 * lost; if most values in a column of programs are none; or if most lines are of malformed rows.
 * Appends to `note` what users should know of its encodings. `path`: that of the file, for a
 * command line. */
int row_sums_check(struct str *note, const struct row_sums *sums, const struct row_file *file,
                   const char *path, bool is_pairs, struct err *err);

#endif
