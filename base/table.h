/* Texts numbered in the order in which they were added, and found again by hashing. */
#ifndef BASE_TABLE_H
#define BASE_TABLE_H

#include "base/arena.h"
#include "base/array.h"

#include <stdbool.h>
#include <stdint.h>

/* Zero it before the first use. */
struct table {
    ARRAY(const char *) keys; /* by number; zero-terminated, in `arena` */
    struct arena arena;
    uint32_t *slots; /* number + 1, or 0 when free; open addressing */
    size_t n_slots;  /* a power of two */
};

enum { TABLE_NONE = -1 };

/* The number of a text, or TABLE_NONE. */
int64_t table_find(const struct table *table, const char *key);

/* Adds a copy of a text that is not there; returns its number. At most 2^32 - 2. */
int64_t table_add(struct table *table, const char *key);

void table_release(struct table *table);

#endif
