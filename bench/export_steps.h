/* What the benchmark of export/ runs and times. */
#ifndef BENCH_EXPORT_STEPS_H
#define BENCH_EXPORT_STEPS_H

#include "bench/corpus.h"
#include "bench/rounds.h"

enum { MAX_EXPORT_STEPS = 32 };

struct export_bench {
    long n, runs, jobs;
    const char *seed, *work, *tokfix;
    struct corpus corpus;
    struct step steps[MAX_EXPORT_STEPS]; /* [0] is the floor: sqlite3 -json */
    struct rounds rounds;
    struct arena arena;
};

/* Fills in the steps' commands. */
void export_steps_define(struct export_bench *bench);

#endif
