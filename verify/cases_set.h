/* The tests that programs are run on: inputs with their expected outputs, for each problem.
 *
 * A path is a folder, or a file of JSON lines, which may be packed.
 *
 * A folder has one for each problem:
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
 * tolerance_read() (verify/checker.h). An empty field sets nothing.
 *
 * In JSON lines, a row is a test:
 *
 *   {"problem_id": "p00001", "name": "sample", "input": "1 2\n", "output": "3\n"}
 *
 * `name` may be missing; the tests of a problem are then numbered by their rows, from 1 and with as
 * many digits as their highest number has. `seconds` and `match` may be given as in a table of
 * limits; they are properties of the problem, and the first row that has them
 * counts. Other keys are ignored. The rows of a problem may be anywhere in the file. JSON texts
 * with zero bytes cannot be read (base/json.h).
 *
 * The rows are copied, unpacked, to a temporary database of SQLite (in $TMPDIR or /var/tmp), and
 * read from there when they are asked for. Their number does not matter for the memory.
 *
 * Tests are data that others made, hostile until checked. Files and rows that cannot be used are
 * noted and left out. One thread at a time uses a set. */
#ifndef VERIFY_CASES_SET_H
#define VERIFY_CASES_SET_H

#include "base/err.h"
#include "miner/pair_source.h"
#include "verify/problem_runner.h"

#include <stdbool.h>

struct cases_set; /* opaque */

/* Opens the tests at a path; "-" is JSON lines from standard input. Fails if there are none, and
 * the message says what was looked for. Release with cases_set_free(). */
int cases_set_open(struct cases_set **out, const char *path, struct err *err);

/* Whether a dataset has tests in the place of Project CodeNet, so that its path can be given to
 * cases_set_open(). `path` is the folder of the dataset; any other path has none. */
bool cases_set_is_beside(const char *path);

/* From now on, problem ids begin with the prefix and a colon, and the ids of the tests do not. */
void cases_set_strip(struct cases_set *set, const char *prefix);

/* Reads the tests of a problem, in place of those that are in `tests`, which may be zeroed. A
 * problem without tests, and any id that is not that of a problem, gives no cases. Fails only if
 * the machine does; `tests` are then incomplete. A problem that is read again is noted again. */
int cases_set_read(struct cases_set *set, const char *problem_id, struct problem_tests *tests,
                   struct err *err);

/* Returns the kind: folders, jsonl. */
const char *cases_set_kind(const struct cases_set *set);

/* Returns the last part of the path, of a folder's resolved path; "-" for standard input. The set
 * owns it. */
const char *cases_set_name(const struct cases_set *set);

/* Returns what was noted so far: about the set, then about the problems in the order in which they
 * were read. The set owns the notes. */
const struct input_errors *cases_set_notes(const struct cases_set *set);

/* `set` may be NULL. */
void cases_set_free(struct cases_set *set);
SCOPED_POINTER(cases_set, cases_set_free)

#endif
