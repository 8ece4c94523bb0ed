/* A set of 64-bit numbers. */
#ifndef BENCH_SEEN_H
#define BENCH_SEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero it before the first use. */
struct seen {
    uint64_t *slots; /* open addressing, 0: free; owned */
    size_t n, n_slots;
};

/* Adds a number; returns whether it was not there. */
bool seen_add(struct seen *seen, uint64_t number);
void seen_release(struct seen *seen);

#endif
