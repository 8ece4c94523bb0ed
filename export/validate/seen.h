/* A table of digests, with the place where each was first seen. */
#ifndef VALIDATE_SEEN_H
#define VALIDATE_SEEN_H

#include "base/hash.h"

struct seen {
    struct digest digest;
    uint64_t line; /* set by the caller; from 1 */
    uint32_t file;
    uint32_t split;      /* its number */
    uint32_t told_split; /* one more than the last reported split; 0: none */
};

struct seen_table; /* opaque: open addressing, 40 bytes per slot */

struct seen_table *seen_table_new(void);
void seen_table_free(struct seen_table *table); /* NULL is ignored */

/* Sets `*out` to the entry of a digest, valid until the next call. Returns whether it is new. The
 * caller then sets its line, which is not 0, its file and its split. */
bool seen_table_add(struct seen_table *table, struct seen **out, struct digest digest);

#endif
