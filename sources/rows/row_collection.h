/* All rows of a file, read and collected by problem. */
#ifndef ROWS_ROW_COLLECTION_H
#define ROWS_ROW_COLLECTION_H

#include "base/hash.h"
#include "base/table.h"
#include "sources/rows/row_notes.h"
#include "sources/rows/row_spool.h"
#include "sources/rows/rows_source.h"

struct row_problem {
    bool is_wanted;
    uint64_t as_read; /* hash of its id in the first row */
    uint64_t n_rows, n_other_languages, n_unusable, n_bytes;
    struct digest sum; /* of the digests of all rows, so that it does not depend on their order */
    char *name, *contest; /* of several, the first in the order of strcmp(); owned */
};

/* All zero before it is read. */
struct row_collection {
    struct source_request request;
    const struct rows_options *options;
    const char *file; /* for messages */
    struct row_columns columns;
    struct row_spool *spool;    /* records of the wanted problems */
    struct input_errors errors; /* of rows without a problem, and of statuses */

    ARRAY(struct unit) units; /* the problems, sorted by id */
    ARRAY(uint32_t) numbers;  /* of the problems, by unit */
    ARRAY(struct row_problem) problems;
    char listing_sha256[SHA256_HEX_SIZE];
    bool is_codeforces; /* the verdicts are those of Codeforces (miner/verdicts.h) */

    /* private: used while the rows are read */
    struct row_file *input;
    struct row_reader_options reader;
    struct table ids; /* of the problems */
    struct row_notes notes;
    struct arena arena; /* of the errors */
};

/* Reads all rows. Fails if the file cannot be read or is damaged, if a column is missing, if no row
 * can be used, and if reading was stopped. Release with row_collection_release(), also after a
 * failure. */
int row_collection_read(struct row_collection *out, const struct source_request *request,
                        struct err *err);
void row_collection_release(struct row_collection *rows);

/* Returns the number of a unit's problem, and the problem. */
uint32_t row_collection_number(const struct row_collection *rows, const struct unit *unit);
const struct row_problem *row_collection_problem(const struct row_collection *rows,
                                                 const struct unit *unit);

/* Computes the fingerprint of a unit: of all rows of its problem, in any order. */
void row_collection_fingerprint(const struct row_collection *rows, const struct unit *unit,
                                char hex[SHA256_HEX_SIZE]);

#endif
