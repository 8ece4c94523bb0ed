/* The tests of `tokfix check`. The commands check and publish run them. */
#ifndef REPORT_CHECKING_H
#define REPORT_CHECKING_H

#include "base/mem.h"
#include "base/json.h"
#include "guard/check.h"
#include "guard/needles.h"

#include <stdio.h>

struct checking_options {
    struct text_list against; /* paths of benchmarks */
    struct match_options match;
    struct check_options check; /* grouping 0, preset NULL: those of the database */
    size_t limit;               /* rows in each list of the report; SIZE_MAX: all */
};

struct checking {
    /* Keys: split_set, splits (absent if the store has no splits), benchmarks (a list of reports
     * as in report/leak_report.h), clean, n_unread (programs of benchmarks that could not be read).
     * `splits` has the keys pairs, sizes (of each split or fold), n_outside_real, n_outside_made,
     * grouped_by, promise (grouping_add_promise()), preset, options (as words of a command line),
     * tests (rows of test, violations, passed, result), n_crossings, crossings (at most `limit`
     * rows). */
    struct json *report;
    bool is_clean;
    size_t n_rejected; /* programs of benchmarks that could not be read */
};

/* Tests the store `db`; `path` is its name in messages. Fails if there is nothing to test. Release
 * `out` with checking_release(), also after a failure. */
int checking_run(struct checking *out, struct db *db, const char *path,
                 const struct checking_options *options, const struct guard_options *guard,
                 struct err *err);
void checking_release(struct checking *checking);
SCOPED_VALUE(checking, checking_release)

/* Adds the name of the split set that is viewed, if it exists, to a report. */
int checking_name_set(struct json *report, struct db *db, struct err *err);

/* Prints the member `splits` of the report: the table of tests, and the violations. */
void check_report_print(const struct json *splits, FILE *out);

#endif
