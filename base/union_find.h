/* Sets of numbers that are joined two at a time (union-find). The smallest number of a set
 * represents it, so the representative does not depend on the order of the joins. */
#ifndef BASE_UNION_FIND_H
#define BASE_UNION_FIND_H

#include "base/mem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct union_find {
    uint32_t *parents; /* a root is its own parent; owned */
    size_t n;
};

/* Makes `n` sets of one number each: 0 to n - 1. Release with union_find_release(). */
void union_find_init(struct union_find *sets, size_t n);

void union_find_release(struct union_find *sets);
SCOPED_VALUE(union_find, union_find_release)

/* Returns the smallest number of the set that contains `item`. */
uint32_t union_find_root(struct union_find *sets, uint32_t item);

/* The same, from another thread: while one thread calls the functions above, others may call this.
 * What it returns was the root at some time during the call. */
uint32_t union_find_peek(const struct union_find *sets, uint32_t item);

/* Joins two sets. Returns false if they were one set already. */
bool union_find_join(struct union_find *sets, uint32_t a, uint32_t b);

#endif
