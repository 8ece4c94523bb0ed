/* What the benchmark of guard/ runs and times: one command per step. */
#ifndef BENCH_GUARD_STEPS_H
#define BENCH_GUARD_STEPS_H

#include "bench/corpus.h"
#include "bench/rounds.h"

enum { PRESET_ALLAMANIS, PRESET_BUGLAB, PRESET_BIGCODE, N_PRESETS };

extern const char *const preset_names[N_PRESETS];

enum guard_step {
    GUARD_PARSE_ALL,
    GUARD_DEDUP,                             /* and the other presets */
    GUARD_DEDUP_1 = GUARD_DEDUP + N_PRESETS, /* with one thread */
    GUARD_SMALL = GUARD_DEDUP_1 + N_PRESETS, /* on the small corpus */
    GUARD_SPLIT = GUARD_SMALL + N_PRESETS,
    GUARD_LEAK,
    GUARD_LEAK_SIMILAR,
    GUARD_LEAK_FOLDER,
    N_GUARD_STEPS
};

enum { SMALL_PART = 10, STRANGERS_PART = 20 }; /* of the pairs */

struct guard_bench_options {
    long n, runs, jobs, sample;
    const char *seed, *work, *tokfix;
    const char *benchmark; /* a folder that tokfix leak takes */
};

/* A corpus and what is made of it. */
struct corpus_files {
    struct corpus corpus;
    const char *stores[N_PRESETS]; /* copies, on which dedup runs with that preset */
};

struct guard_bench {
    struct guard_bench_options options;
    struct corpus_files main, small, strangers; /* strangers: of other random numbers */
    const char *stranger_pairs;                 /* the benchmark made of them */
    struct step steps[N_GUARD_STEPS];
    struct rounds rounds;
    bool is_wrong; /* recall is too low, or a planted group was not found */
    struct arena arena;
};

/* Fills in the steps' commands. */
void guard_steps_define(struct guard_bench *bench);

#endif
