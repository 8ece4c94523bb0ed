/* Open addressing with linear probing, at most half full; hash: FNV-1a. */
#include "base/table.h"

#include <string.h>

static uint64_t hash_of(const char *key)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *key; key++)
        hash = (hash ^ (unsigned char)*key) * 0x100000001b3u;
    return hash ^ hash >> 32;
}

/* The slot that holds the text, or the free one where it belongs. */
static size_t slot_of(const struct table *table, const char *key)
{
    size_t mask = table->n_slots - 1, slot = hash_of(key) & mask;
    while (table->slots[slot] && strcmp(table->keys.items[table->slots[slot] - 1], key) != 0)
        slot = (slot + 1) & mask;
    return slot;
}

int64_t table_find(const struct table *table, const char *key)
{
    return table->n_slots ? (int64_t)table->slots[slot_of(table, key)] - 1 : TABLE_NONE;
}

static void grow(struct table *table)
{
    table->n_slots = table->n_slots ? mem_multiply(table->n_slots, 2) : 1024;
    free(table->slots);
    table->slots = mem_alloc(table->n_slots, sizeof *table->slots);
    for (size_t i = 0; i < table->keys.n; i++)
        table->slots[slot_of(table, table->keys.items[i])] = (uint32_t)i + 1;
}

int64_t table_add(struct table *table, const char *key)
{
    if (table->keys.n >= UINT32_MAX - 1)
        mem_exhausted();
    if (table->keys.n * 2 >= table->n_slots)
        grow(table);
    size_t slot = slot_of(table, key);
    array_push(&table->keys, arena_copy_text(&table->arena, key, strlen(key)));
    table->slots[slot] = (uint32_t)table->keys.n;
    return (int64_t)table->keys.n - 1;
}

void table_release(struct table *table)
{
    array_release(&table->keys);
    arena_release(&table->arena);
    free(table->slots);
    *table = (struct table){0};
}
