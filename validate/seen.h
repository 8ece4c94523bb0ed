/* Digests, and where each was first seen. */
#ifndef VALIDATE_SEEN_H
#define VALIDATE_SEEN_H

#include "base/hash.h"

struct seen {
    struct digest digest;
    uint64_t line; /* the caller's; from 1 */
    uint32_t file;
    uint32_t split;      /* its number */
    uint32_t told_split; /* one more than the split that was told last; 0: none */
};

struct seen_table; /* opaque: open addressing, 40 bytes a slot */

struct seen_table *seen_table_new(void);
void seen_table_free(struct seen_table *table); /* NULL is ignored */

/* The entry of a digest, valid until the next call. Returns whether it is new: then the caller sets
 * its line, which is not 0, its file and its split. */
bool seen_table_add(struct seen_table *table, struct seen **out, struct digest digest);

#endif
