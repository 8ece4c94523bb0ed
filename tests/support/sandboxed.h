/* Python programs in a sandbox, fresh and warm, for tests.
 *
 * A table of programs is a file of tests/sandbox. It is Python, with marks:
 *
 *     ### NAME | END | limits    begins a program. END is exited (the default), signaled NUMBER,
 *                                cpu, idle, late or flooding; limits are wall=, cpu= (seconds),
 *                                memory=, address=, stack= (MiB)
 *     #< LINE                    a line of its standard input
 *     #> LINE                    a line of its standard output; "...": any output
 *     #= CODE                    its exit status, if not 0; "?": any
 *     #! TEXT                    is in its standard error; a number is the size of that */
#ifndef TESTS_SUPPORT_SANDBOXED_H
#define TESTS_SUPPORT_SANDBOXED_H

#include "base/sandbox/sandbox.h"

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether there is a python3, and a sandbox can be opened. If not, says so. */
bool has_sandbox(const char *what);

/* Whether this is root, who can become another user. If not, says so. */
bool can_be_user(const char *what);

/* Calls the function in a new process of a user without rights. Returns what it returns. */
int sandboxed_as_user(int (*check)(void));

/* Opens a sandbox for Python with a zygote of some modules. The second one fails the test if it
 * cannot, the first one returns ERR, with the message on standard error. */
int sandboxed_make(struct sandbox **out);
struct sandbox *sandboxed_open(void);

/* A run of a text with the usual limits, which can be changed. */
struct sandbox_execute sandboxed_run(bool is_warm);

/* Puts a text into folder 0 and runs it. Returns as sandbox_execute(), with the message on standard
 * error. */
int sandboxed_try(struct sandbox *sandbox, const char *text, const struct sandbox_execute *run,
                  struct sandbox_result *result);

/* The same, and fails the test unless the program exits with `code` and prints `output`. */
void sandboxed_expect(struct sandbox *sandbox, const char *text, bool is_warm, int code,
                      const char *output);

/* How a run ended, as in the table. Valid until the next call. */
const char *sandboxed_end(const struct sandbox_result *result);

/* Runs all programs of a table, fresh and warm, each after `prelude` (may be ""). Compares their
 * ends with the marks, or if `prelude` is NULL, the warm one with the fresh one. Returns how many
 * differ, and prints these. */
int sandboxed_table(struct sandbox *sandbox, const char *name, const char *prelude);

#endif
