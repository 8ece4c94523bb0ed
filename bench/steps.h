/* What the benchmark runs and times: one command per step. */
#ifndef BENCH_STEPS_H
#define BENCH_STEPS_H

#include "base/arena.h"
#include "bench/rounds.h"

enum step_id {
    STEP_READ_ALL,
    STEP_TOKFIX,
    STEP_TOKFIX_1,
    STEP_NO_SIEVE,
    STEP_DECOMPRESS,
    STEP_ARCHIVE,
    STEP_ARCHIVE_METADATA,
    STEP_BASELINE,
    STEP_TOKFIX_SMALL,
    N_STEPS
};

struct options {
    long n, baseline_n; /* submissions of the large and of the small tree */
    long runs, jobs;
    const char *seed;  /* tree that the others grow from */
    const char *work;  /* folder for everything that is made */
    const char *parts; /* of: folder parse-everything archive baseline */
    const char *tokfix;
};

struct bench {
    struct options options;
    char *folder;  /* of the large tree and of what is made from it; in the arena, as all texts */
    char *small;   /* the same of the small one */
    char *archive; /* of the large tree */
    struct step steps[N_STEPS];
    struct rounds rounds; /* of the steps */
    bool is_wrong;        /* what was found is not the truth, or two databases differ */
    struct arena arena;
};

/* Whether a part was asked for. */
bool bench_has_part(const struct bench *bench, const char *part);

/* Fills in the steps' commands. */
void steps_define(struct bench *bench);

#endif
