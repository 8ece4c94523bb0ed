/* Runs of a command, and what they cost. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "base/err.h"

#include <stddef.h>

struct cost {
    double seconds; /* by the clock */
    double cpu;     /* seconds, user and system */
    double memory;  /* largest resident size, MB */
};

/* Runs a command with its standard output in the file `out` and its standard error in the file
 * `log`, both written anew. Fails when it does not end with exit status 0; `cost` may be NULL. */
int measure_run(struct cost *cost, const char *const *argv, const char *out, const char *log,
                struct err *err);

/* The same, and tells the exit status, -1 when there is none. */
int measure_run_status(struct cost *cost, int *exit_status, const char *const *argv,
                       const char *out, const char *log, struct err *err);

/* The first line that a shell command prints, without its line end; empty when it fails. */
void measure_answer(char *line, size_t size, const char *command);

/* The median of `n` > 0 values, which are sorted; the smallest is then the first. */
double measure_median(double *values, size_t n);

#endif
