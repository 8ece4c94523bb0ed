/* Corpora and stores for the benchmark of guard/: made when they are not there. */
#ifndef BENCH_GUARD_CORPORA_H
#define BENCH_GUARD_CORPORA_H

#include "bench/guard_steps.h"

/* Names all folders and files. */
void guard_corpora_name(struct guard_bench *bench);

/* Grows the corpora, mines them, and copies the stores. Fails when a corpus grew from another seed. */
int guard_corpora_make(struct guard_bench *bench, struct err *err);

#endif
