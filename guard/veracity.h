/* How much of what a system repaired it cannot have seen: performance veracity, after Li and
 * others, Journal of Software 35(7), 2024: of the repaired items of a benchmark, the share that
 * does not leak. */
#ifndef GUARD_VERACITY_H
#define GUARD_VERACITY_H

#include "guard/leak.h"

struct veracity {
    int64_t n_repaired;
    int64_t n_leaked[N_LEAK_KINDS]; /* repaired items that leak in a kind */
    int64_t n_leaked_at_all;
    double veracity; /* 1 - n_leaked_at_all / n_repaired; 1 when nothing was repaired */
};

/* Reads the ids of the repaired items, one a line, and compares them with the leaks. Fails for
 * an id that the benchmark does not have, or that stands there twice. */
int veracity_read(struct veracity *out, const char *path, const struct benchmark *benchmark,
                  const struct leaks *leaks, struct err *err);

#endif
