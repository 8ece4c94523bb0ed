/* Sets of numbers that are joined two by two (union-find). The smallest number of a set stands for
 * it, so what stands for a set does not depend on the order in which it was joined. */
#ifndef GUARD_UNION_FIND_H
#define GUARD_UNION_FIND_H

#include "base/scoped.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct union_find {
    uint32_t *parents; /* a root is its own; owned */
    size_t n;
};

/* The numbers below `n`, each alone. Release with union_find_release(). */
void union_find_init(struct union_find *sets, size_t n);

void union_find_release(struct union_find *sets);
SCOPED_VALUE(union_find, union_find_release)

/* The smallest number of the set that `item` is in. */
uint32_t union_find_root(struct union_find *sets, uint32_t item);

/* Joins two sets; returns whether they were two. */
bool union_find_join(struct union_find *sets, uint32_t a, uint32_t b);

#endif
