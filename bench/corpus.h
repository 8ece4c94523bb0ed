/* A corpus of pairs and the store mined of it: made when they are not there. */
#ifndef BENCH_CORPUS_H
#define BENCH_CORPUS_H

#include "base/arena.h"
#include "base/err.h"

/* Of what corpora are made. */
struct corpus_maker {
    const char *seed; /* tree of programs that they grow from */
    const char *tokfix;
    long jobs;
    struct arena *arena; /* where paths live */
};

struct corpus {
    long n; /* pairs */
    const char *folder;
    const char *store; /* as mined */
};

/* A corpus in WORK/guard-N, SUFFIX behind it. */
struct corpus corpus_named(struct arena *arena, const char *work, long n, const char *suffix);

/* Makes the folder of all corpora. */
int corpus_make_folder(const char *path, struct err *err);

/* Grows the corpus, unless it is there, and mines it. Fails when it grew from another seed. */
int corpus_make(const struct corpus_maker *maker, const struct corpus *corpus,
                const char *random_seed, struct err *err);

/* Runs a command whose output and messages go to NAME.out and NAME.log in the corpus's folder. */
int corpus_run(const struct corpus_maker *maker, const struct corpus *corpus, const char *name,
               const char *const *argv, struct err *err);

#endif
