/* All that the report page shows, as JSON. */
#ifndef REPORT_PAGE_DATA_H
#define REPORT_PAGE_DATA_H

#include "report/page_samples.h"

/* What to show of a store. */
struct page_options {
    const char *database; /* file name of the store, without folders */
    int64_t n_samples;    /* fixes whose programs are embedded, at most */
    struct page_progress progress;
};

struct page_counts {
    int64_t n_listed, n_samples; /* fixes */
};

/* Writes one JSON object (script_json.h). Errors of `out` are the caller's to check (ferror). */
int page_data_write(FILE *out, struct db *db, const struct page_options *options,
                    struct page_counts *counts, struct err *err);

#endif
