/* The data of the report page, as JSON. */
#ifndef REPORT_PAGE_DATA_H
#define REPORT_PAGE_DATA_H

#include "report/page_fixes.h"

/* Writes one JSON object (script_json.h) with the keys version, database, those of profile.h,
 * language, fixes (the columns), and samples. If `tokfix verify` was run, there is also evidence
 * (page_fixes.h) of the fixes with samples. With options.verdicts, there is also
 * listed_verdicts, with the same text. If the store has several languages, there is also
 * languages: for each, its name in the store (key), and the same as for the whole store: the
 * members of profile.h, and language. The store then appears as one of the last language
 * (store_view_language()). The caller checks `out` for errors (ferror). */
int page_data_write(FILE *out, struct db *db, const struct page_options *options,
                    struct page_counts *counts, struct err *err);

#endif
