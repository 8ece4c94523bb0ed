/* Runs of `tokfix mine` that are stopped half-way. */
#ifndef TESTS_SUPPORT_INTERRUPTED_H
#define TESTS_SUPPORT_INTERRUPTED_H

#include "base/str.h"

/* Makes $SCRATCH/many/Project_CodeNet: the sample's problems, each `n_copies` times under other ids. */
void interrupted_tree(int n_copies);

/* Starts to mine $SCRATCH/many as an archive that comes through a pipe and stalls half-way, the metadata
 * beside it, to `database` (below $SCRATCH) with `options`; waits until problems are committed; then
 * runs `then`, shell commands in which $RUN is the run's process. Ends the pipe; the run's exit status,
 * and in `output` what it and `then` printed. */
int interrupted_run(struct str *output, const char *database, const char *options,
                    const char *then);

/* Runs a shell command; its exit status and what it prints must be these: `message` stands in it. */
void expect_run(int status, const char *message, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
