/* Submissions of any judge as a source of pairs: rows of JSON lines or CSV, one submission each.
 * Units are problems, versions are submissions.
 *
 * The rows come in any order. All of them are read once, when the source is opened, and those that
 * are wanted go to a temporary file (row_spool.h). */
#ifndef ROWS_ROWS_SOURCE_H
#define ROWS_ROWS_SOURCE_H

#include "miner/pair_source.h"
#include "sources/rows/rows_options.h"

/* The formats are those of enum row_format, the own options struct rows_options. The meter shows
 * how the rows are read: bytes read, bytes in total, rows found. Opening fails if the file cannot
 * be read or is damaged, if a column is missing, if no row has a problem, and if reading was
 * stopped. */
extern const struct source_kind rows_kind, pairs_kind;

#endif
