/* Submissions of any judge as a source of pairs: rows of JSON lines or CSV, one submission each.
 * Units are problems, versions are submissions.
 *
 * The rows come in any order. All of them are read once, when the source is opened, and those that
 * are wanted go to a temporary file (row_spool.h). */
#ifndef ROWS_ROWS_SOURCE_H
#define ROWS_ROWS_SOURCE_H

#include "sources/rows/row_collection.h"

extern const struct source_kind rows_kind;

/* How the source describes its options: the columns, then the statuses, joined by commas. */
#define ROWS_COLUMNS  "--columns="
#define ROWS_ACCEPTED " --accepted="

/* Reads all rows. The caller closes the source with source_close(). Fails if the file cannot be
 * read or is damaged, if a column is missing, if no row has a problem, and if reading was
 * stopped. */
int rows_source_open(struct pair_source *out, const struct rows_options *options, struct err *err);

#endif
