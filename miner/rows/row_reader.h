/* Reads rows. One thread cuts the text of a file into batches of whole rows. Several take the
 * values of each row from JSON or CSV, check them, and make its record. One collects the records by
 * problem, and what is said of the rows as a whole: which statuses and languages are unknown, and
 * why no row can be used.
 *
 * The checks come in this order, and the first that fails rejects the row: its problem, its
 * language, then the other values. A row in a language that is not chosen is counted, whatever its
 * other values are. */
#ifndef MINER_ROWS_ROW_READER_H
#define MINER_ROWS_ROW_READER_H

#include "base/date.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/table.h"
#include "base/verdicts.h"
#include "miner/pair_source.h"
#include "miner/rows/row_sums.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Batches ---- */

/* How the rows of a dataset are read. */
struct row_rules {
    const struct source_request *request; /* borrowed, as what follows */
    const struct rows_options *own;
    const struct row_columns *columns;
    const struct language *language; /* of rows without one; NULL: unknown */
    struct date_rules dates;
    size_t max_row_bytes; /* the limit of the size of a row */
};

enum { ROW_BATCH_BYTES = 1 << 20 }; /* a batch ends with the row that fills it */

struct row_extent {
    size_t n_bytes; /* with the line end */
    bool is_sound;  /* else it is malformed, and all up to the next row that is not */
};

struct row_batch {
    const struct row_file *file;
    char *bytes; /* whole rows, with room for one byte more */
    size_t length;
    /* Of CSV, its rows, one after the other; of JSON, each line is a row. */
    ARRAY(struct row_extent) rows;
    size_t first_line; /* of the file, from 1 */
    /* The batch has no bytes, because a row that begins on `first_line` is too large. */
    bool is_too_large;
};

void row_batch_release(struct row_batch *batch);

struct row_cutter; /* opaque */

/* Begins to read a file from its text, which is UTF-8 and taken over. Finds its form and its
 * columns, and sets them in `file`. Fails if the file has neither a header nor an array of rows,
 * and if the first rows lack a column that all rows need. */
int row_cutter_open(struct row_cutter **out, struct row_file *file, struct row_text *text,
                    const struct row_rules *rules, struct err *err);

/* Reads the next batch, which the caller releases. Returns 1, 0 at the end, or ERR. */
int row_cutter_next(struct row_cutter *cutter, struct row_batch *batch, struct err *err);

/* Returns the number of bytes of its file that were read. */
uint64_t row_cutter_position(const struct row_cutter *cutter);

/* `cutter` may be NULL. */
void row_cutter_close(struct row_cutter *cutter);
SCOPED_POINTER(row_cutter, row_cutter_close)

/* ---- Rows ---- */

/* Returns the class of a status in a column with these traits (base/verdicts.h), as the options
 * have it; VERDICT_NONE if it is unknown. */
enum verdict_class row_class_of(const struct rows_options *options, const char *status,
                                unsigned traits);

enum row_kind {
    ROW_KIND_SUBMISSION,
    ROW_KIND_OTHER_LANGUAGE,
    ROW_KIND_REJECT, /* of a problem */
    ROW_KIND_STRAY,  /* a rejected row without a problem; the record is its only value */
};

/* A row that was read. Texts and bytes are offsets into the bytes of the batch. */
struct read_row {
    enum row_kind kind;
    uint32_t file;            /* its number */
    size_t line;              /* of its file, from 1; of a JSON document, the number of the row */
    size_t path;              /* of a layout: the path of the program, a text; else 0 */
    size_t problem;           /* its id, a text */
    size_t name, contest;     /* of the problem; 0: unknown */
    uint64_t problem_as_read; /* hash of the problem's id in the row */
    uint64_t n_bytes;         /* of all its values */
    struct digest digest;     /* of them */
    size_t record, n_record;  /* if it is kept */
    size_t n_code;            /* of the code after the record */
    size_t status;   /* of a submission, a text, if it is unknown or all rows decide what it means;
                        else 0 */
    size_t language; /* of a row in another language, a text; else 0 */
    bool is_not_chosen; /* that language is one of tokfix */
    bool is_accepted;   /* whatever the other rows are */
};

struct read_rows {
    struct str bytes; /* begins with a zero, so that no text has the offset 0 */
    ARRAY(struct read_row) rows;
    unsigned traits; /* of all statuses (base/verdicts.h) */
    struct row_sums sums;
};

void read_rows_release(struct read_rows *rows);

struct row_reader; /* opaque; used by one thread */
struct row_reader *row_reader_new(const struct row_rules *rules);
void row_reader_free(void *reader); /* NULL is ignored */

/* Reads the rows of a batch into an empty `out`. Changes the bytes of the batch. */
void row_reader_read(struct row_reader *reader, struct row_batch *batch, struct read_rows *out);

/* ---- Records of rows ---- */

/* They are collected in one temporary file and read back problem by problem.
 *
 * The records of the problems come mixed, and all together need not fit in memory. They are
 * buffered. When the buffer is full, all of it is written: an extent for each problem that has
 * records in it, with the place of the problem's previous extent. So only the last place of each
 * problem is in memory. An extent has first its records and then their codes, so that listing a
 * problem does not read the codes.
 *
 * One thread adds and then finishes. Afterwards many threads read. */

enum record_kind {
    RECORD_CODE,      /* a submission; its code is in the spool */
    RECORD_PATH,      /* a submission; its code is in a file */
    RECORD_TOO_LARGE, /* a submission; its code is larger than the limit, and was dropped */
    RECORD_DIFF,      /* the side of a pair that a patch in the spool makes of the other one */
    RECORD_REJECT,    /* an unusable row */
};

/* A pair has a buggy and a fixed program; a submission has the first. */
enum { N_RECORD_SIDES = 2 };

enum record_text {
    RECORD_DETAIL,     /* of RECORD_REJECT: why */
    RECORD_FILE,       /* path of the first program; of RECORD_PATH, and of a layout */
    RECORD_FIXED_FILE, /* path of the second */
    RECORD_ID,
    RECORD_USER,
    RECORD_STATUS,
    RECORD_ORIGINAL_LANGUAGE,
    N_RECORD_TEXTS
};

/* A row as it is kept in the spool: its checked values without its program. */
struct row_record {
    struct row_record_head {
        int64_t date;               /* Unix seconds */
        uint64_t line;              /* of its file */
        struct verdict_score score; /* beside a status */
        uint32_t nanoseconds;
        uint32_t file; /* number of the file of the dataset */
        /* Bytes of the code of each side that are in the spool, one after the other; 0 except for
         * RECORD_CODE and RECORD_DIFF. */
        uint32_t n_code[N_RECORD_SIDES];
        uint8_t kind[N_RECORD_SIDES]; /* enum record_kind */
        uint8_t error;    /* enum input_error_kind, of RECORD_REJECT; the rest is for submissions */
        uint8_t class;    /* enum verdict_class; VERDICT_NONE: all rows decide it */
        uint8_t language; /* its number */
    } head;
    const char *texts[N_RECORD_TEXTS]; /* NULL is kept as "" */
};

/* Appends the record as bytes. */
void row_record_add(struct str *out, const struct row_record *record);

/* Reads the record at `bytes`, whose texts stay there. */
void row_record_read(struct row_record *out, const char *bytes);

struct row_spool; /* opaque */

/* Creates a spool with an unnamed file in `folder`. The buffer is written when it has more than
 * `buffer_bytes`. */
int row_spool_new(struct row_spool **out, const char *folder, size_t buffer_bytes, struct err *err);

/* `spool` may be NULL. */
void row_spool_free(struct row_spool *spool);
SCOPED_POINTER(row_spool, row_spool_free)

/* Adds a record of the problem with this number, followed in the bytes by its code. Problems are
 * numbered from 0. */
int row_spool_add(struct row_spool *spool, uint32_t problem, const char *bytes, size_t n_record,
                  size_t n_code, struct err *err);

/* Writes what is still buffered. */
int row_spool_finish(struct row_spool *spool, struct err *err);

/* Calls `take` for each record of a problem, in the order in which they were added. The record is
 * valid during the call. `place` is that of its code. */
int row_spool_each(const struct row_spool *spool, uint32_t problem,
                   void (*take)(void *context, const char *record, uint64_t place), void *context,
                   struct err *err);

/* Appends the code at a place to `out`. */
int row_spool_read(const struct row_spool *spool, struct str *out, uint64_t place, size_t n_code,
                   struct err *err);

/* ---- All rows of a dataset, by problem ---- */

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
    struct row_files *files;
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
        struct row_cutter *cutter;     /* of the file that is read; by the thread that cuts it */
        struct row_batch first;        /* of that file, until it is handed out */
        struct row_reader *looker;     /* which reads each first batch before that */
        const struct row_file *summed; /* the file whose rows are collected, and what they are */
        struct row_sums sums;
        struct text_list notes;      /* on files, in the arena */
        atomic_uint_fast64_t n_read; /* bytes of that file */
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
