/* Tests as JSON lines:
 *
 *   {"problem_id": "p00001", "name": "sample", "input": "1 2\n", "output": "3\n"}
 *
 * `name` may be missing; the tests of a problem are then numbered by their rows, from 1 and with as
 * many digits as their highest number has. `seconds` and `match` may be given as in a table of
 * limits (cases_folders.h); they are properties of the problem, and the first row that has them
 * counts. Other keys are ignored. The rows of a problem may be anywhere in the file. JSON texts
 * with zero bytes cannot be read (base/json.h).
 *
 * Only an index is kept in memory, 24 bytes a row. The rows of a problem are read from the file
 * when they are asked for. A file that cannot be read twice (it is packed, or a pipe) is first
 * copied to an unnamed temporary file, unpacked, in $TMPDIR or /tmp. */
#ifndef VERIFY_CASES_ROWS_H
#define VERIFY_CASES_ROWS_H

#include "base/err.h"
#include "verify/problem_tests.h"

struct cases_rows; /* opaque */

/* Opens a file, and reads it once; "-" is standard input. Rows that cannot be used are noted. Fails
 * if there is no row that can be used, and if a line is longer than LINES_MAX_BYTES (base/lines.h).
 * Release with cases_rows_free(). */
int cases_rows_open(struct cases_rows **out, const char *path, struct cases_notes *notes,
                    struct err *err);

/* Reads the tests of a problem into `tests`, which are empty. What cannot be used is noted. Fails
 * if the file cannot be read any more, or has changed. */
int cases_rows_read(const struct cases_rows *rows, const char *problem_id,
                    struct problem_tests *tests, struct cases_notes *notes, struct err *err);

void cases_rows_free(struct cases_rows *rows);
SCOPED_POINTER(cases_rows, cases_rows_free)

#endif
