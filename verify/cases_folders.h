/* Tests in folders, in one of two layouts.
 *
 *   codenet   PROBLEM/input.txt, PROBLEM/output.txt          one test, `sample`
 *   folders   PROBLEM/in/NAME, PROBLEM/out/NAME              as AtCoder publishes them
 *
 * Project CodeNet has the first one in derived/input_output/data. Beside the problems of the second
 * one may be a table of limits. Its tests have the names of their files, without
 * `.txt`. Names that begin with a dot are hidden files of other programs, and ignored.
 *
 * A table of time limits, and of how outputs are compared: limits.csv beside tests in folders, or
 * metadata/problem_list.csv of Project CodeNet.
 *
 *   problem_id,seconds,match
 *   p00001,2.0,Lines
 *
 * The columns may be in any order, and there may be others. CodeNet's names are `id`, and
 * `time_limit` in milliseconds. All but the id may be missing. `match` is in the form of
 * tolerance_read() (verify/checker.h). An empty field sets nothing. */
#ifndef VERIFY_CASES_FOLDERS_H
#define VERIFY_CASES_FOLDERS_H

#include "base/err.h"
#include "verify/problem_tests.h"

#include <stdbool.h>

struct cases_folders; /* opaque */

/* Opens the tests in a folder: `path` itself, or a folder of CodeNet below it. Fails if there are
 * none, and the message says what was looked for. Release with cases_folders_free(). */
int cases_folders_open(struct cases_folders **out, const char *path, struct cases_notes *notes,
                       struct err *err);

/* Whether the layout is that of CodeNet. */
bool cases_folders_is_codenet(const struct cases_folders *folders);

/* Reads the tests of a problem into `tests`, which are empty. What cannot be used is noted. Fails
 * only if the machine does. */
int cases_folders_read(const struct cases_folders *folders, const char *problem_id,
                       struct problem_tests *tests, struct cases_notes *notes, struct err *err);

void cases_folders_free(struct cases_folders *folders);
SCOPED_POINTER(cases_folders, cases_folders_free)

#endif
