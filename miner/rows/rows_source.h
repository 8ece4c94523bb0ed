/* Submissions of any judge as a source of pairs: rows of JSON lines or CSV, one submission each.
 * Units are problems, versions are submissions.
 *
 * The rows come in any order. All of them are read once, when the source is opened, and those that
 * are wanted go to a temporary file (row_reader.h). */
#ifndef MINER_ROWS_ROWS_SOURCE_H
#define MINER_ROWS_ROWS_SOURCE_H

#include "base/mem.h"
#include "base/str.h"
#include "miner/pair_source.h"

/* The formats are those of enum row_format, the own options struct rows_options. The meter shows
 * how the rows are read: bytes read, bytes in total, rows found. Opening fails if the file cannot
 * be read or is damaged, if a column is missing, if no row has a problem, and if reading was
 * stopped. */
extern const struct source_kind rows_kind, pairs_kind;

/* The options that only rows have. NULL: not given. Lists have commas. */
struct rows_options {
    const char *columns;      /* as in row_columns_read() */
    const char *accepted;     /* the statuses that are Accepted; NULL: those of any judge */
    const char *failing;      /* unknown statuses that are failing */
    const char *map_language; /* VALUE=LANGUAGE,... */
    const char *header;       /* names of the columns, separated by commas */
    const char *layout;       /* pattern of the paths of programs */
    const char *fixed;        /* of pairs: that of the fixed programs */
    const char *date_format;  /* as strptime() has it */
    const char *time_zone;    /* of dates without one */
    size_t buffer_bytes;      /* of the spool; 0: 256 MiB */
    size_t max_row_bytes;     /* 0: 64 MiB, or eight times the limit of a program if that is more */
};

#endif
