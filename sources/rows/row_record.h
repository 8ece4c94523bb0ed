/* A row as it is kept in the spool: its checked values without its program, as bytes. */
#ifndef ROWS_ROW_RECORD_H
#define ROWS_ROW_RECORD_H

#include "base/date.h"
#include "base/str.h"
#include "miner/pair_source.h"

#include <stdint.h>

enum record_kind {
    RECORD_CODE,      /* a submission; its code is in the spool */
    RECORD_PATH,      /* a submission; its code is in a file */
    RECORD_TOO_LARGE, /* a submission; its code is larger than the limit, and was dropped */
    RECORD_REJECT,    /* an unusable row */
};

/* The texts are not NULL. */
struct row_record {
    enum record_kind kind;
    uint64_t line;       /* of the file */
    uint64_t id_as_read; /* hash of the submission's id before '/' became '-' in it */
    uint32_t n_code;     /* bytes of the code that are in the spool; 0 except for RECORD_CODE */
    enum input_error_kind error; /* of RECORD_REJECT; the rest is for submissions */
    enum verdict_class class;
    int language; /* its number */
    struct date_time date;
    const char *detail; /* of RECORD_REJECT: why; of RECORD_PATH: the path */
    const char *id, *user, *status, *original_language;
};

/* Appends the record. */
void row_record_add(struct str *out, const struct row_record *record);

/* Reads the record at `bytes`, whose texts stay there. Returns the bytes after it. */
const char *row_record_read(struct row_record *out, const char *bytes);

#endif
