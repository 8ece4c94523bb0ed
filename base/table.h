/* Numbers in place of things: texts are numbered, and numbers are joined to sets. */
#ifndef BASE_TABLE_H
#define BASE_TABLE_H

#include "base/mem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Texts, numbered in the order in which they were added, and found by hashing. All zero before the
 * first use. */
struct table {
    ARRAY(const char *) keys; /* by number; zero-terminated, in `arena` */
    struct arena arena;
    struct table_slot *slots; /* open addressing */
    size_t n_slots;           /* a power of two */
};

struct table_slot {
    uint32_t number_plus_one; /* 0: free */
    uint32_t hash;            /* a part of it */
};

enum { TABLE_NONE = -1 };

/* Returns the number of a text, or TABLE_NONE. */
int64_t table_find(const struct table *table, const char *key);

/* Adds a copy of a text and returns its number, or TABLE_NONE if the text is already in the table.
 * Holds at most 2^32 - 2 texts. */
int64_t table_add(struct table *table, const char *key);

/* Returns the number of a text. Adds the text if it is not in the table. */
int64_t table_number(struct table *table, const char *key);

void table_release(struct table *table);
SCOPED_VALUE(table, table_release)

/* Sets of numbers that are joined two at a time (union-find). The smallest number of a set
 * represents it, so the representative does not depend on the order of the joins. */
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
