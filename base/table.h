/* Texts, numbered in the order in which they were added, and found by hashing. */
#ifndef BASE_TABLE_H
#define BASE_TABLE_H

#include "base/mem.h"

#include <stdbool.h>
#include <stdint.h>

/* All zero before the first use. */
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

#endif
