/* Hashes of bytes (XXH3, xxHash 0.8): the same on every machine of one byte order, and not meant to
 * withstand those who search for two texts with one hash. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 64 bits of `length` bytes; another seed is another function. */
uint64_t hash_bytes(const void *bytes, size_t length, uint64_t seed);

/* XXH64 of bytes that come one part after the other, which file formats use for their checksums.
 * hash_sum_finish() releases `sum`. */
struct hash_sum; /* opaque */
struct hash_sum *hash_sum_new(void);
void hash_sum_add(struct hash_sum *sum, const void *bytes, size_t length);
uint64_t hash_sum_finish(struct hash_sum *sum);

/* The 64 bits of two numbers, in their order. */
uint64_t hash_pair(uint64_t a, uint64_t b);

/* 128 bits: enough to take two texts with one digest for the same. */
struct digest {
    uint64_t high, low;
};
struct digest digest_bytes(const void *bytes, size_t length);

/* <0, 0, >0, as qsort wants it. */
int digest_compare(struct digest a, struct digest b);

/* Appends name and version of the library. */
void hash_add_library(struct str *out);

/* A digest and the number of what has it; the order is by digest, then number. */
struct numbered_digest {
    struct digest digest;
    uint32_t number;
};
int numbered_digest_compare(const void *a, const void *b);

#endif
