/* Hashes of bytes (XXH3, xxHash 0.8). They are the same on all machines with the same byte order.
 * They do not resist an attacker who searches for two texts with the same hash. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns 64 bits for `length` bytes. A different seed gives a different hash function. */
uint64_t hash_bytes(const void *bytes, size_t length, uint64_t seed);

/* XXH64 of bytes that come in several parts. File formats use it for checksums. hash_sum_finish()
 * releases `sum`. */
struct hash_sum; /* opaque */
struct hash_sum *hash_sum_new(void);
void hash_sum_add(struct hash_sum *sum, const void *bytes, size_t length);
uint64_t hash_sum_finish(struct hash_sum *sum);

/* Returns 64 bits for two numbers; their order matters. */
uint64_t hash_pair(uint64_t a, uint64_t b);

/* 128 bits: texts with the same digest can be treated as equal. */
struct digest {
    uint64_t high, low;
};
struct digest digest_bytes(const void *bytes, size_t length);

/* Returns <0, 0 or >0, as qsort() expects. */
int digest_compare(struct digest a, struct digest b);

/* Appends the name and version of the library. */
void hash_add_library(struct str *out);

/* A digest and the number of the thing that has it. Sorted by digest, then number. */
struct numbered_digest {
    struct digest digest;
    uint32_t number;
};
int numbered_digest_compare(const void *a, const void *b);

#endif
