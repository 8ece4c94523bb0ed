/* What is said of the rows of a file as a whole: which statuses and languages are unknown, and why
 * no row can be used. */
#ifndef ROWS_ROW_NOTES_H
#define ROWS_ROW_NOTES_H

#include "base/table.h"
#include "sources/rows/row_checker.h"

/* Texts of a column to report, because they are unknown or have two meanings. */
struct noted_text {
    size_t line, n_rows; /* the first row with the text, and the number of its rows */
};
struct noted_texts {
    struct table texts;
    ARRAY(struct noted_text) list; /* by the numbers of `texts` */
    bool has_rest;                 /* there are more than are counted */
};

/* All zero before the first row. */
struct row_notes {
    struct noted_texts statuses, languages;
    struct str names; /* of the columns of JSON lines, in the first row; empty: unknown */
    uint64_t n_rows, n_accepted, n_submissions;
    uint64_t n_incomplete;    /* without a field that every row needs */
    uint64_t n_not_chosen;    /* in a language that is known and not chosen */
    size_t error_line;        /* the first row that is rejected, and why */
    const char *error_detail; /* NULL: there is none */
    struct arena arena;
};

/* Takes note of a row; then of its status and language, if its problem can be used. `bytes` are
 * those of its batch. */
void row_notes_take(struct row_notes *notes, const struct read_row *row, const char *bytes);
void row_notes_take_values(struct row_notes *notes, const struct read_row *row, const char *bytes);

/* Adds an error for each status and language that is unknown, with the number of its rows, and for
 * each status that means something else in Codeforces, if the rows are from there. */
void row_notes_report(const struct row_notes *notes, struct input_errors *errors, const char *file,
                      bool is_codeforces);

/* Fails, because no row is a submission, and says why and what to do. */
int row_notes_fail(const struct row_notes *notes, const char *file, struct err *err);

void row_notes_release(struct row_notes *notes);

#endif
