/* All that the report page shows, as JSON. */
#ifndef REPORT_PAGE_DATA_H
#define REPORT_PAGE_DATA_H

#include "db/db.h"
#include "report/page_options.h"

#include <stdio.h>

/* Writes one JSON object (script_json.h): version, database, what profile.h has, fixes
 * (page_columns.h), samples (page_samples.h). Errors of `out` are the caller's to check (ferror). */
int page_data_write(FILE *out, struct db *db, const struct page_options *options,
                    struct page_counts *counts, struct err *err);

#endif
