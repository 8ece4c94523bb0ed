/* Running the program from a test. */
#ifndef TESTS_SUPPORT_RUN_H
#define TESTS_SUPPORT_RUN_H

#include "base/str.h"

#include <stdbool.h>

/* Runs a printf-style shell command, in which $TOKFIX, $SAMPLE, $SHARED and $SCRATCH stand for what
 * tests/run.sh sets. What it prints (both streams) replaces `output`, which may be NULL.
 * Returns the exit status. */
int run_shell(struct str *output, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same for a command that must succeed; fails the test with its output otherwise. */
void run_valid(struct str *output, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether a shell command succeeds; when not, prints `skipped: WHAT, for WHY`. */
bool can_run(const char *command, const char *what, const char *why);

/* The same for Python, of a version with all of today's syntax, and for the real AtCoder pairs. */
bool has_python(const char *what);
bool has_atcoder(const char *what);

/* Whether $TOKFIX is the program as it is built for users; when it is one with sanitizers, prints
 * `skipped: WHAT, ...`. */
bool is_release(const char *what);

/* The content of a file below $SCRATCH or $SHARED, named with the variable: "$SCRATCH/a". */
void read_test_file(struct str *content, const char *path);

#endif
