#include "export/validate/seen.h"

#include "base/mem.h"

#include <stdlib.h>

enum { FIRST_SLOTS = 1024 };

struct seen_table {
    struct seen *slots; /* free: line 0 */
    size_t n_slots;     /* a power of two */
    size_t n;
};

struct seen_table *seen_table_new(void)
{
    struct seen_table *table = mem_alloc(1, sizeof *table);
    table->n_slots = FIRST_SLOTS;
    table->slots = mem_alloc(table->n_slots, sizeof *table->slots);
    return table;
}

void seen_table_free(struct seen_table *table)
{
    if (!table)
        return;
    free(table->slots);
    free(table);
}

/* The slot of a digest, or the free slot for it. */
static struct seen *find(const struct seen_table *table, struct digest digest)
{
    size_t at = (size_t)digest.low & (table->n_slots - 1);
    while (table->slots[at].line && digest_compare(table->slots[at].digest, digest) != 0)
        at = (at + 1) & (table->n_slots - 1);
    return &table->slots[at];
}

static void grow(struct seen_table *table)
{
    struct seen_table old = *table;
    table->n_slots = mem_multiply(old.n_slots, 2);
    table->slots = mem_alloc(table->n_slots, sizeof *table->slots);
    for (size_t i = 0; i < old.n_slots; i++)
        if (old.slots[i].line)
            *find(table, old.slots[i].digest) = old.slots[i];
    free(old.slots);
}

bool seen_table_add(struct seen_table *table, struct seen **out, struct digest digest)
{
    if (table->n >= table->n_slots / 2)
        grow(table);
    *out = find(table, digest);
    if ((*out)->line)
        return false;
    (*out)->digest = digest;
    table->n++;
    return true;
}
