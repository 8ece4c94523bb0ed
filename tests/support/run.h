/* Running the program from a test: directly, with limits, stopped, at a terminal; and the files of
 * a test. */
#ifndef TESTS_SUPPORT_RUN_H
#define TESTS_SUPPORT_RUN_H

#include "base/packed.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Running the program from a test. */

/* Runs a printf-style shell command with the variables $TOKFIX, $SAMPLE, $SHARED and $SCRATCH of
 * tests/run.sh. Its output (both streams) replaces `output`, which may be NULL. Returns the exit
 * status. */
int run_shell(struct str *output, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Does the same, and fails the test with the output unless the command succeeds. */
void run_valid(struct str *output, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Runs a command that must succeed, and returns its output. */
struct str output_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Begins a shell command that calls make, or a script that does: as a user types it, not as the
 * make that runs the tests would have it; but with the same compiler and flags, or it would build
 * tokfix anew while others test it. */
#define PLAIN                                                           \
    "MAKEFLAGS=\"$(echo \"$MAKEFLAGS\" | sed -n 's/^.* -- / -- /p')\" " \
    "env -u MFLAGS -u MAKELEVEL "

/* Return a text formatted as by printf. The first one is to be released; the second one is valid
 * until the test program ends, and only one thread may call it. */
struct str str_of(const char *format, ...) __attribute__((format(printf, 1, 2)));
const char *printed(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Whether a test can run here. Each returns false if not, after printing `skipped: WHAT, because
 * WHY`; the test then calls skip(). can_test() returns `is_possible`, can_run() whether a shell
 * command succeeds, has_program() whether a program is installed, is_release() whether $TOKFIX is
 * the release build, without sanitizers. has_python() wants a Python that has all current syntax,
 * has_atcoder() the real AtCoder pairs. */
bool can_test(bool is_possible, const char *what, const char *why);
bool can_run(const char *command, const char *what, const char *why);
bool has_program(const char *program, const char *what);
bool has_python(const char *what);
bool has_atcoder(const char *what);
bool is_release(const char *what);

/* Returns the content of a file in $SCRATCH or $SHARED. Its name contains the variable:
 * "$SCRATCH/a". */
void read_test_file(struct str *content, const char *path);
struct str test_file(const char *path);

/* Files of a test, in its own folder $SCRATCH. */

/* Returns $SCRATCH/NAME, which is valid until the test program ends. */
const char *scratch_path(const char *name);

/* Creates or replaces the file at `path` with `length` bytes; $SCRATCH/NAME with a text. */
void write_test_file(const char *path, const char *bytes, size_t length);
void write_test_text(const char *name, const char *text);

/* Does the same, packed by the program of the packing. */
void write_packed_file(const char *path, enum packing packing, const char *bytes, size_t length);

/* Opens a stream into memory, one at a time; and closes it and returns the written text, which the
 * caller frees. A zero byte in the text fails the test. */
FILE *text_stream(void);
char *text_written(FILE *stream);

/* Returns whether something exists at `path`. A symbolic link counts, whatever its target. */
bool path_exists(const char *path);

/* Running the program with limits on memory and time, and large files for it. With sanitizers,
 * which need far more of both, only the outcome is checked, on smaller input. */

/* Runs a printf-style shell command as run_shell() does, as one process (`exec`) with at most a
 * minute of processor time and 3 GB of address space. Fails the test if a signal ends it, if memory
 * runs out, or if its resident memory exceeds `max_mb`. Prints its cost with `name` to standard
 * output. */
int run_bounded(struct str *output, const char *name, size_t max_mb, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Returns a size, or a tenth of it under a sanitizer. */
size_t bounded_size(size_t n);

/* Returns how many of `n` draws a test of a property makes: all in the slow tests, an eighth in the
 * fast ones. Suites that call it are in both. */
size_t tier_draws(size_t n);

/* A file in $SCRATCH that is written piece by piece. */
FILE *bounded_create(const char *name);
void bounded_close(FILE *file);

/* Writes a text `n` times. */
void bounded_repeat(FILE *file, const char *text, size_t n);

/* Skips `n` bytes. They are zeros and take no space. */
void bounded_skip(FILE *file, uint64_t n);

/* Runs of `tokfix mine` that are stopped halfway. */

/* Creates $SCRATCH/many/Project_CodeNet: the sample's problems, each `n_copies` times with other
 * ids. */
void interrupted_tree(int n_copies);

/* Starts to mine $SCRATCH/many as an archive from a pipe that stalls halfway, with the metadata as
 * a folder, to `database` (in $SCRATCH) with `options`. Waits until problems are committed. Then
 * runs `then`, shell commands in which $RUN is the process of the run, and closes the pipe. Returns
 * the exit status of the run; `output` gets the output of the run and of `then`. */
int interrupted_run(struct str *output, const char *database, const char *options,
                    const char *then);

/* Runs a shell command. Fails the test unless its exit status is `status` and its output contains
 * `message`. */
void expect_run(int status, const char *message, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Running commands at a terminal. */

/* Returns whether a pseudo-terminal can be opened, as can_test() does. */
bool has_pty(const char *what);

/* Runs a printf-style shell command, with the variables of run_shell(), at a new terminal of this
 * many columns and 24 lines. The terminal types `keys` (may be ""). Everything written to the
 * terminal replaces `screen`. Returns the exit status. Fails the test if the command does not end
 * within a minute. */
int pty_run(struct str *screen, int columns, const char *keys, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Functions that must end the program when memory runs out. */

/* Runs `act` in a child process. Fails the test unless it ends the child as base/mem.h promises:
 * with exit status 1 and a message. `name` is for the failure. */
void assert_exhausts_memory(void (*act)(void), const char *name);

/* Tab-separated tables with a header: the format of the oracles. */

/* Calls `row` with the columns of each line after the header, and changes the text. A line with
 * another number of columns fails the test. Returns the number of rows. */
int tsv_each_row(char *table, int n_columns, void (*row)(char **columns, void *context),
                 void *context);

/* Replaces `out` by a text as a cell: backslash, tab and line feed become \\, \t and \n. */
void tsv_escape(struct str *out, const char *text);

#endif
