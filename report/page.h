/* The report page: one HTML file that shows a store in a browser. It needs no network.
 *
 * Its parts are in report/page/ and are compiled in. Its content security policy allows one script,
 * by its SHA-256. The same store gives the same bytes. */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "report/page_data.h"

#include <stdio.h>

/* Writes the page, and sets `counts` to what it shows. If this fails, the output is incomplete. The
 * caller checks `out` for errors (ferror). */
int page_write(FILE *out, struct db *db, const struct page_options *options,
               struct page_counts *counts, struct err *err);

#endif
