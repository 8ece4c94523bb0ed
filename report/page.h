/* The report page: one HTML file that shows a store in a browser. It needs no network.
 *
 * Its parts are in report/page/ and are compiled in. Its content security policy allows one script,
 * by its SHA-256. The same store gives the same bytes. */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "base/meter.h"
#include "db/db.h"

#include <stdio.h>

struct page_options {
    const char *database;    /* file name of the store, without folders */
    int64_t n_with_programs; /* maximum number of fixes with embedded programs */
    const char *filters;     /* the options that select the listed fixes, which are those of
                              * temp.filtered_fixes (db/fixes/choice.h); NULL: all are listed */
    struct meter meter;      /* counts the fixes with embedded programs */
};

struct page_counts {
    int64_t n_fixes;         /* in the store */
    int64_t n_listed;        /* in the page's list: the first that the filters take */
    int64_t n_with_programs; /* with their programs: the first of the list */
};

/* Writes the page, and sets `counts` to what it shows. Call it once for a connection, on which it
 * makes temporary tables. If this fails, the output is incomplete. The caller checks `out` for
 * errors (ferror).
 *
 * The data are one JSON object with an array for each query of report/page/data.sql. The charts are
 * those of report/page/charts.sql; data.sql begins with the fixes that are listed. */
int page_write(FILE *out, struct db *db, const struct page_options *options,
               struct page_counts *counts, struct err *err);

#endif
