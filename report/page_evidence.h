/* What executing the fixes has shown (`tokfix verify`), as data of the report page. */
#ifndef REPORT_PAGE_EVIDENCE_H
#define REPORT_PAGE_EVIDENCE_H

#include "db/db.h"
#include "report/page_data.h"

#include <stdio.h>

enum { PAGE_MAX_EVIDENCE = 2000 }; /* code points of an input or an output */

/* Writes a JSON array (script_json.h) with an object for each of the first `n` listed fixes of
 * which execution has shown something, in their order:
 *
 *     fix       number of the fix in the list, from 0
 *     detail    of the run or of the verdict: the error, or what is missing; else empty
 *
 * and if a test shows the bug (the view bug_evidence):
 *
 *     test      name of the test
 *     is_found  whether the input was found; else it was given
 *     jurors    Accepted programs that agree with the fixed program on it
 *     outcome   what the buggy program did: wrong, runtime_error, ...
 *     input, expected, output    output: of the buggy program
 *
 * detail, input, expected and output are pairs: the first PAGE_MAX_EVIDENCE code points, and the
 * number of those that were cut. They are null if the store does not have the text. The caller
 * checks `out` for errors (ferror). */
int page_evidence_write(FILE *out, struct db *db, int64_t n, const struct page_options *options,
                        struct err *err);

#endif
