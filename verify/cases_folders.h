/* Tests in folders, one for each problem:
 *
 *   PROBLEM/input.txt, PROBLEM/output.txt          one test, `sample`, as in Project CodeNet
 *   PROBLEM/in/NAME, PROBLEM/out/NAME              as AtCoder publishes them
 *
 * They are in derived/input_output/data of the folder, as in Project CodeNet, or else in the folder
 * itself. Tests of the second kind have the names of their files, without `.txt`. Names that begin
 * with a dot are hidden files of other programs, and ignored.
 *
 * A table has time limits, and how outputs are compared: metadata/problem_list.csv of Project
 * CodeNet, or limits.csv beside the problems.
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

struct cases_folders; /* opaque */

/* Opens the tests in a folder. Fails if there are none, and the message says what was looked for.
 * Release with cases_folders_free(). */
int cases_folders_open(struct cases_folders **out, const char *path, struct cases_notes *notes,
                       struct err *err);

/* Reads the tests of a problem into `tests`, which are empty. What cannot be used is noted. Fails
 * only if the machine does. */
int cases_folders_read(const struct cases_folders *folders, const char *problem_id,
                       struct problem_tests *tests, struct cases_notes *notes, struct err *err);

void cases_folders_free(struct cases_folders *folders);
SCOPED_POINTER(cases_folders, cases_folders_free)

#endif
