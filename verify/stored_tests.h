/* Reads the tests of a problem back from a database on which `tokfix verify` was run. */
#ifndef VERIFY_STORED_TESTS_H
#define VERIFY_STORED_TESTS_H

#include "db/db.h"
#include "verify/problem_tests.h"

/* Reads the given tests and those that were found, with the time limit and the tolerance that
 * `verify` used, into `out`, which is zeroed. Tests are left out if their input or output was not
 * stored (schema.sql: tests). Fails if no fix of the problem in this language was executed. Release
 * `out` with problem_tests_release(), also after a failure. */
int stored_tests_read(struct problem_tests *out, struct db *db, const char *problem_id,
                      const char *language, struct err *err);

#endif
