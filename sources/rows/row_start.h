/* What is in a file: by its name, and by its first bytes. */
#ifndef ROWS_ROW_START_H
#define ROWS_ROW_START_H

#include "base/file.h"

#include <stdbool.h>
#include <stddef.h>

/* What a name says, without the ending of a packing and in any case. */
enum row_name {
    ROW_NAME_OTHER,
    ROW_NAME_TABLE, /* .csv and the like */
    ROW_NAME_JSON,
    ROW_NAME_PARQUET,
    ROW_NAME_ZIP,
    ROW_NAME_ANY, /* .txt, .dat or none: it may be anything */
};

enum row_name row_name_of(const char *path);

/* What the content is, without packing. */
enum row_start_kind {
    ROW_START_TEXT, /* in any encoding */
    ROW_START_PARQUET,
    ROW_START_ZIP,
    ROW_START_TAR,
    ROW_START_OTHER,   /* it is known, and not rows */
    ROW_START_BINARY,  /* it is not known, and not a text */
    ROW_START_UNKNOWN, /* it is empty, or cannot be read twice, or not at all */
};

struct row_start {
    enum row_start_kind kind;
    const char *what; /* of ROW_START_OTHER: "a PDF document" */
};

struct row_start row_start_of(const char *bytes, size_t length);

/* Examines a file; "-" is standard input, which is only looked at. */
struct row_start row_start_at(const char *path);

#endif
