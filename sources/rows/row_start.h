/* What may be in a file that the user names, or that is in a folder or an archive of rows: by its
 * name, and by its first bytes. */
#ifndef ROWS_ROW_START_H
#define ROWS_ROW_START_H

#include "base/file.h"
#include "sources/rows/row_form.h"

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
    ROW_START_REFUSED, /* it is for another use, or has to be converted */
    ROW_START_BINARY,
    ROW_START_EMPTY,
    ROW_START_UNKNOWN, /* it cannot be read twice, or not at all */
};

struct row_start {
    enum row_start_kind kind;
    enum row_format format; /* of a text: what it seems to be */
    const char *advice;     /* if it is refused: what it is, and what to do */
};

struct row_start row_start_of(const char *bytes, size_t length);

/* Returns the format of a file with this name, or if the name does not say it, of this start. */
enum row_format row_format_of(const char *path, const struct row_start *start);

/* Examines a file; "-" is standard input, which is only looked at. */
struct row_start row_start_at(const char *path);

/* Returns what a zip with an entry of this name is, and what to do, if it is the file of a
 * spreadsheet; else NULL. */
const char *row_start_office(const char *entry);

#endif
