/* Commands that are timed beside each other. */
#ifndef BENCH_ROUNDS_H
#define BENCH_ROUNDS_H

#include "bench/measure.h"

#include <stdbool.h>
#include <stddef.h>

enum { MAX_RUNS = 100, MAX_ARGUMENTS = 16 };

struct step {
    const char *name; /* for people */
    const char *key;  /* in the JSON and for file names */
    bool is_chosen;   /* one of the parts asked for */
    bool is_usable;   /* its untimed run went well */
    bool may_find;    /* exit status 1 after some output says that something was found */
    const char *db;   /* that it makes; NULL for none */
    const char *out;  /* file of its standard output */
    const char *log;  /* file of its standard error */
    const char *argv[MAX_ARGUMENTS];
    struct cost costs[MAX_RUNS];
    double instructions; /* of one run, user mode; 0 when not counted */
};

struct rounds {
    struct step *steps;
    size_t n_steps;
    long n_runs;
    bool has_perf; /* instructions can be counted here */
};

/* One untimed round, `n_runs` timed ones, and one under perf where it works. A step that fails in
 * the untimed round is left out from then on; a later failure is an error. */
int rounds_run(struct rounds *rounds, struct err *err);

/* Says on standard error what is going on: a line, or on a terminal one that the next replaces. */
void bench_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A line on standard error that stays. */
void bench_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Clears the line that bench_say() left on a terminal. */
void bench_hush(void);

#endif
