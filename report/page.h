/* The report page: one HTML file that shows a store in a browser, and needs no network.
 *
 * Its parts lie in report/page/ and are compiled in. A content security policy names the one script
 * that may run by its SHA-256. The same store gives the same bytes. */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "report/page_data.h"

#include <stdio.h>

/* Writes the page; `counts` is what it shows. What is written is not whole when it fails. Errors of
 * `out` are the caller's to check (ferror). */
int page_write(FILE *out, struct db *db, const struct page_options *options,
               struct page_counts *counts, struct err *err);

#endif
