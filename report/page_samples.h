/* The programs that are embedded in the report page. */
#ifndef REPORT_PAGE_SAMPLES_H
#define REPORT_PAGE_SAMPLES_H

#include "db/db.h"
#include "report/page_options.h"

#include <stdio.h>

/* Writes a JSON array (script_json.h) with a sample (page_programs.h) of each of the first `n`
 * fixes, which the store must have. ERR also for a fix without programs, one outside its programs
 * or that cuts a character, and programs that are not UTF-8. Errors of `out` are the caller's to
 * check (ferror). */
int page_samples_write(FILE *out, struct db *db, int64_t n, const struct page_options *options,
                       struct err *err);

#endif
