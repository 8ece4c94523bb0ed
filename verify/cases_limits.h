/* A table of time limits, and of how outputs are compared: limits.csv beside tests in folders, or
 * metadata/problem_list.csv of Project CodeNet.
 *
 *   problem_id,seconds,match
 *   p00001,2.0,Lines
 *
 * The columns may be in any order, and there may be others. CodeNet's names are `id`, and
 * `time_limit` in milliseconds. All but the id may be missing. `match` is in the form of
 * tolerance_read() (verify/checker.h). An empty field sets nothing. */
#ifndef VERIFY_TEST_LIMITS_H
#define VERIFY_TEST_LIMITS_H

#include "base/str.h"
#include "base/table.h"
#include "verify/checker.h"
#include "verify/cases_notes.h"

struct test_limit {
    double seconds; /* 0: unknown */
    struct tolerance tolerance;
};

/* All zero at first. */
struct cases_limits {
    struct table ids;              /* of the problems */
    ARRAY(struct test_limit) list; /* by the number of the id */
};

/* Reads the table. Rows and values that cannot be used are noted on `file`. Of several rows of a
 * problem the first one counts. */
void cases_limits_read(struct cases_limits *limits, const struct str *content, const char *file,
                       struct cases_notes *notes);

/* Returns what is known about a problem, or NULL. */
const struct test_limit *cases_limits_find(const struct cases_limits *limits,
                                           const char *problem_id);

void cases_limits_release(struct cases_limits *limits);
SCOPED_VALUE(cases_limits, cases_limits_release)

#endif
