/* The fixes of the report page, as columns. */
#ifndef REPORT_PAGE_COLUMNS_H
#define REPORT_PAGE_COLUMNS_H

#include "db/db.h"
#include "report/page_options.h"

#include <stdio.h>

/* Writes a JSON object (script_json.h) with the first fixes of the store, in its order: n, listed;
 * dictionaries (categories ...), of which the columns of words hold places; the columns
 * (category ...). Texts are clipped (PAGE_MAX_TEXT). Sets n_fixes and n_listed. ERR also for a fix
 * without submissions. Errors of `out` are the caller's to check (ferror). */
int page_columns_write(FILE *out, struct db *db, struct page_counts *counts, struct err *err);

#endif
