/* Records of rows, collected in one temporary file and read back problem by problem.
 *
 * The records of the problems come mixed, and all together need not fit in memory. They are
 * buffered. When the buffer is full, all of it is written: an extent for each problem that has
 * records in it, with the place of the problem's previous extent. So only the last place of each
 * problem is in memory. An extent has first its records and then their codes, so that listing a
 * problem does not read the codes.
 *
 * One thread adds and then finishes. Afterwards many threads read. */
#ifndef ROWS_ROW_SPOOL_H
#define ROWS_ROW_SPOOL_H

#include "base/date.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/str.h"
#include "miner/pair_source.h"

#include <stddef.h>
#include <stdint.h>

enum record_kind {
    RECORD_CODE,      /* a submission; its code is in the spool */
    RECORD_PATH,      /* a submission; its code is in a file */
    RECORD_TOO_LARGE, /* a submission; its code is larger than the limit, and was dropped */
    RECORD_DIFF,      /* the side of a pair that a patch in the spool makes of the other one */
    RECORD_REJECT,    /* an unusable row */
};

enum {
    N_RECORD_SIDES = 2
}; /* a pair has a buggy and a fixed program; a submission has the first */

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
        int64_t date;  /* Unix seconds */
        uint64_t line; /* of its part */
        uint32_t nanoseconds;
        uint32_t part; /* number of the part of the dataset */
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

#endif
