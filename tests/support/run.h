/* Running the program from a test: at once, bounded, stopped, at a terminal; and the files of a
 * test. */
#ifndef TESTS_SUPPORT_RUN_H
#define TESTS_SUPPORT_RUN_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Running the program from a test. */

/* Runs a printf-style shell command, in which $TOKFIX, $SAMPLE, $SHARED and $SCRATCH stand for what
 * tests/run.sh sets. What it prints (both streams) replaces `output`, which may be NULL.
 * Returns the exit status. */
int run_shell(struct str *output, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same for a command that must succeed; fails the test with its output otherwise. */
void run_valid(struct str *output, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same with what it prints for a value. */
struct str output_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A text made as printf would: to be released, or one that lives until the test program ends, for
 * one thread. */
struct str str_of(const char *format, ...) __attribute__((format(printf, 1, 2)));
const char *printed(const char *format, ...) __attribute__((format(printf, 1, 2)));

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
struct str test_file(const char *path);

/* Files of a test, below the folder $SCRATCH that is the test's own. */

/* $SCRATCH/NAME; the text lives until the test program ends. */
const char *scratch_path(const char *name);

/* Makes or replaces the file at `path` with `length` bytes. */
void write_test_file(const char *path, const char *bytes, size_t length);

/* A stream into memory, one at a time; and the text that was written to it, which closes it and is
 * to be freed. A zero byte in it fails the test. */
FILE *text_stream(void);
char *text_written(FILE *stream);

/* Whether there is anything at `path`; a symbolic link counts, wherever it leads. */
bool path_exists(const char *path);

/* Running the program where memory and time are short, and big files to run it on.
 *
 * Sanitizers need far more of both: there only the outcome is checked, on smaller input. */

/* Runs a printf-style shell command as run_shell() does, as one process (`exec`) that may use a
 * minute of processor time and 3 GB of address space. Fails the test when a signal ends it, when
 * memory ran out, or when its resident memory passed `max_mb`. What it took is told on stdout, with
 * `name`. */
int run_bounded(struct str *output, const char *name, size_t max_mb, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* A size, or a tenth of it under a sanitizer. */
size_t bounded_size(size_t n);

/* A file below $SCRATCH that is written piece by piece. */
FILE *bounded_create(const char *name);
void bounded_close(FILE *file);

/* Writes a text `n` times. */
void bounded_repeat(FILE *file, const char *text, size_t n);

/* Goes `n` bytes on, which are zeros and take no room. */
void bounded_skip(FILE *file, uint64_t n);

/* Runs of `tokfix mine` that are stopped half-way. */

/* Makes $SCRATCH/many/Project_CodeNet: the sample's problems, each `n_copies` times under other
 * ids. */
void interrupted_tree(int n_copies);

/* Starts to mine $SCRATCH/many as an archive that comes through a pipe and stalls half-way, the
 * metadata beside it, to `database` (below $SCRATCH) with `options`; waits until problems are
 * committed; then runs `then`, shell commands in which $RUN is the run's process. Ends the pipe;
 * the run's exit status, and in `output` what it and `then` printed. */
int interrupted_run(struct str *output, const char *database, const char *options,
                    const char *then);

/* Runs a shell command; its exit status and what it prints must be these: `message` stands in it.
 */
void expect_run(int status, const char *message, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Running commands at a terminal. */

/* Whether there are pseudo-terminals; when not, prints `skipped: WHAT, ...`. */
bool has_pty(const char *what);

/* Runs a printf-style shell command, with the variables of run_shell(), at a new terminal of that
 * many columns and 24 lines, which types `keys` (may be ""). What is written to the terminal, as it
 * is written, replaces `screen`. Returns the exit status; fails the test when the command is not
 * done after a minute. */
int pty_run(struct str *screen, int columns, const char *keys, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Functions that must end the program for lack of memory. */

/* Runs `act` in a child process; fails the test unless it ends there as base/mem.h promises: with
 * exit status 1 and a message. `name` is for the failure. */
void assert_exhausts_memory(void (*act)(void), const char *name);

/* Tab-separated tables with a header, as the oracles are written. */

/* Calls `row` with the columns of each line behind the header; the text is cut up in place. A line
 * with another number of columns fails the test. Returns the number of rows. */
int tsv_each_row(char *table, int n_columns, void (*row)(char **columns, void *context),
                 void *context);

/* As cells are written: backslash, tab and line feed become \\, \t and \n. Replaces `out`. */
void tsv_escape(struct str *out, const char *text);

#endif
