/* What the benchmark runs and times: one command per step. */
#ifndef BENCH_STEPS_H
#define BENCH_STEPS_H

#include "base/arena.h"
#include "bench/measure.h"

#include <stdbool.h>

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

enum { MAX_RUNS = 100, MAX_ARGUMENTS = 16 };

struct options {
    long n, baseline_n; /* submissions of the large and of the small tree */
    long runs, jobs;
    const char *seed;  /* tree that the others grow from */
    const char *work;  /* folder for everything that is made */
    const char *parts; /* of: folder parse-everything archive baseline */
    const char *tokfix;
};

struct step {
    const char *name; /* for people */
    const char *key;  /* in the JSON and for file names */
    bool is_chosen;   /* one of the parts asked for */
    bool is_usable;   /* its untimed run went well */
    const char *db;   /* that it makes; NULL for none */
    const char *out;  /* file of its standard output */
    const char *log;  /* file of its standard error */
    const char *argv[MAX_ARGUMENTS];
    struct cost costs[MAX_RUNS];
    double instructions; /* of one run, user mode; 0 when not counted */
};

struct bench {
    struct options options;
    char *folder;  /* of the large tree and of what is made from it; in the arena, as all texts */
    char *small;   /* the same of the small one */
    char *archive; /* of the large tree */
    struct step steps[N_STEPS];
    bool has_perf; /* instructions can be counted here */
    bool is_wrong; /* what was found is not the truth, or two databases differ */
    struct arena arena;
};

/* Whether a part was asked for. */
bool bench_has_part(const struct bench *bench, const char *part);

/* Fills in the steps' commands. */
void steps_define(struct bench *bench);

/* One untimed round, `runs` timed ones, and one under perf where it works. A step that fails in
 * the untimed round is left out from then on; a later failure is an error. */
int steps_run(struct bench *bench, struct err *err);

/* Says on standard error what is going on: a line, or on a terminal one that the next replaces. */
void bench_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A line on standard error that stays. */
void bench_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Clears the line that bench_say() left on a terminal. */
void bench_hush(void);

#endif
