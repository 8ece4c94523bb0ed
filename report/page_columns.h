/* The fixes of the report page, as columns. */
#ifndef REPORT_PAGE_COLUMNS_H
#define REPORT_PAGE_COLUMNS_H

#include "base/str.h"
#include "db/db.h"
#include "report/page_options.h"

/* Appends a JSON object (script_json.h) with the first fixes of the store, in its order: n, listed;
 * dictionaries (categories ...), of which the columns of words hold places; the columns
 * (category ...). Texts are clipped (PAGE_MAX_TEXT). Sets n_fixes and n_listed. */
int page_columns_add(struct str *out, struct db *db, struct page_counts *counts, struct err *err);

#endif
