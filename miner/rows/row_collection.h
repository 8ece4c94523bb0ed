/* All rows of a file, read and collected by problem, and what is said of them as a whole: which
 * statuses and languages are unknown, and why no row can be used. */
#ifndef MINER_ROWS_ROW_COLLECTION_H
#define MINER_ROWS_ROW_COLLECTION_H

#include "base/hash.h"
#include "base/table.h"
#include "miner/rows/row_reader.h"

#include <stdatomic.h>

/* ---- Notes ---- */

/* Texts of a column to report, because they are unknown or have two meanings. */
struct noted_text {
    const char *file; /* the first row with the text; of a layout, its program, */
    size_t line;      /* and 0 */
    size_t n_rows;
};
struct noted_texts {
    struct table texts;
    ARRAY(struct noted_text) list; /* by the numbers of `texts` */
    bool has_rest;                 /* there are more than are counted */
};

/* All zero before the first row. */
struct row_notes {
    struct noted_texts statuses, languages; /* languages: that are not read */
    double highest;                         /* status that is a number */
    uint64_t n_full;                        /* rows with 100 */
    unsigned traits;                        /* of all statuses (base/verdicts.h) */
    uint64_t n_rows, n_accepted, n_submissions;
    uint64_t n_not_chosen;    /* in a language that is known and not chosen */
    struct noted_text error;  /* the first row that is rejected, and why */
    const char *error_detail; /* NULL: there is none */
};

/* ---- Rows ---- */

struct row_problem {
    uint32_t number; /* in the order of their first rows; that of its records in the spool */
    bool is_wanted;
    uint64_t as_read; /* hash of its id in the first row */
    uint64_t n_rows, n_other_languages, n_unusable, n_bytes;
    struct digest sum; /* of the digests of all rows, so that it does not depend on their order */
    char *name, *contest; /* of several, the first in the order of strcmp(); owned */
};

/* All zero before it is read. */
struct row_collection {
    struct source_request request;
    struct row_parts *parts;
    struct row_columns columns;
    struct row_spool *spool;    /* records of the wanted problems */
    struct input_errors errors; /* of rows without a problem, and of statuses */

    ARRAY(struct unit) units; /* the problems, sorted by id */
    ARRAY(struct row_problem) problems;
    char listing_sha256[SHA256_HEX_SIZE];
    bool is_part; /* reading ended early (source_request.max_seconds) */
    struct row_notes notes;
    struct arena arena; /* of the errors */

    /* private: used while the rows are read */
    struct row_reading {
        double end_time;
        struct row_cutter *cutter;   /* of the part that is read; by the thread that cuts it */
        atomic_uint_fast64_t n_read; /* bytes of that part */
        struct row_rules rules;
        struct table ids; /* of the problems, by their numbers; also used afterwards */
    } reading;
};

/* Reads all rows. Fails if the file cannot be read or is damaged, if a column is missing, if no row
 * can be used, and if reading was stopped. `described` are the options that decide what is read.
 * Release with row_collection_release(), also after a failure. */
int row_collection_read(struct row_collection *out, const struct source_request *request,
                        bool is_pairs, const char *described, struct err *err);
void row_collection_release(struct row_collection *rows);

/* Returns the problem of a unit. */
const struct row_problem *row_collection_problem(const struct row_collection *rows,
                                                 const struct unit *unit);

#endif
