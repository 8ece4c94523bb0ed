/* The programs that are embedded in the report page. */
#ifndef REPORT_PAGE_SAMPLES_H
#define REPORT_PAGE_SAMPLES_H

#include "db/db.h"

#include <stdio.h>

struct page_progress {
    void (*show)(void *context, uint64_t done, uint64_t total); /* may be NULL */
    void *context;
};

/* Writes a JSON array (script_json.h) with a sample (sample.h) of each of the first `n` fixes.
 * ERR also for a fix without programs, one that lies outside its programs or cuts a character, and
 * programs that are not UTF-8. Errors of `out` are the caller's to check (ferror). */
int page_samples_write(FILE *out, struct db *db, int64_t n, const struct page_progress *progress,
                       struct err *err);

#endif
