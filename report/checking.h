/* The tests of `tokfix check`, for the commands that run them: check and publish. */
#ifndef REPORT_CHECKING_H
#define REPORT_CHECKING_H

#include "base/array.h"
#include "base/json.h"
#include "guard/check.h"
#include "guard/needles.h"

#include <stdio.h>

struct checking_options {
    struct text_list against; /* paths of benchmarks */
    struct match_options match;
    struct check_options check; /* without closure and preset: as the database says */
    size_t limit;               /* rows in each list of the report; SIZE_MAX: all */
};

struct checking {
    /* Keys: splits (none when there are no splits), benchmarks (a list of report/leak_report.h),
     * clean, n_unread (of the programs of benchmarks, of which nothing is known). Those of splits:
     * pairs, grouped_by, preset, options (as of a command line), tests (a row for each: test,
     * violations, passed, result), n_crossings, crossings (at most `limit` rows). */
    struct json *report;
    bool is_clean;
    size_t n_rejected; /* programs of benchmarks that could not be read */
};

/* Tests the store `db`; `path` is its name in messages. Fails when there is nothing that could be
 * tested. Release with checking_release(), also after a failure. */
int checking_run(struct checking *out, struct db *db, const char *path,
                 const struct checking_options *options, const struct guard_options *guard,
                 struct err *err);
void checking_release(struct checking *checking);
SCOPED_VALUE(checking, checking_release)

/* Prints `splits` of the report: the table of tests, and the violations. */
void check_report_print(const struct json *splits, FILE *out);

#endif
