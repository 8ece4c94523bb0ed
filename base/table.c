/* A table uses open addressing with linear probing, and is at most half full.
 *
 * Sets use path halving. The smaller root always becomes the root of the joined set; with path
 * halving, the cost is still logarithmic on average (Tarjan and van Leeuwen 1984). */
#include "base/table.h"

#include "base/hash.h"

#include <string.h>

static uint64_t hash_of(const char *key)
{
    return hash_bytes(key, strlen(key), 0);
}

/* Returns the slot of the text, or the free slot for it. */
static struct table_slot *slot_of(const struct table *table, const char *key, uint64_t hash)
{
    size_t mask = table->n_slots - 1, at = hash & mask;
    for (;; at = (at + 1) & mask) {
        struct table_slot *slot = &table->slots[at];
        if (!slot->number_plus_one ||
            (slot->hash == (uint32_t)(hash >> 32) &&
             strcmp(table->keys.items[slot->number_plus_one - 1], key) == 0))
            return slot;
    }
}

int64_t table_find(const struct table *table, const char *key)
{
    return table->n_slots ? (int64_t)slot_of(table, key, hash_of(key))->number_plus_one - 1
                          : TABLE_NONE;
}

static void grow(struct table *table)
{
    table->n_slots = table->n_slots ? mem_multiply(table->n_slots, 2) : 1024;
    free(table->slots);
    table->slots = mem_alloc(table->n_slots, sizeof *table->slots);
    for (size_t i = 0; i < table->keys.n; i++) {
        uint64_t hash = hash_of(table->keys.items[i]);
        *slot_of(table, table->keys.items[i], hash) =
            (struct table_slot){(uint32_t)i + 1, (uint32_t)(hash >> 32)};
    }
}

/* Returns the number of a text, which is added if it is new. */
static int64_t number_in(struct table *table, const char *key, bool *is_new)
{
    if (table->keys.n >= UINT32_MAX - 1)
        mem_exhausted();
    if (table->keys.n * 2 >= table->n_slots)
        grow(table);
    uint64_t hash = hash_of(key);
    struct table_slot *slot = slot_of(table, key, hash);
    *is_new = !slot->number_plus_one;
    if (*is_new) {
        array_push(&table->keys, arena_copy_text(&table->arena, key, strlen(key)));
        *slot = (struct table_slot){(uint32_t)table->keys.n, (uint32_t)(hash >> 32)};
    }
    return (int64_t)slot->number_plus_one - 1;
}

int64_t table_add(struct table *table, const char *key)
{
    bool is_new;
    int64_t number = number_in(table, key, &is_new);
    return is_new ? number : TABLE_NONE;
}

int64_t table_number(struct table *table, const char *key)
{
    bool is_new;
    return number_in(table, key, &is_new);
}

void table_release(struct table *table)
{
    array_release(&table->keys);
    arena_release(&table->arena);
    free(table->slots);
    *table = (struct table){0};
}

void union_find_init(struct union_find *sets, size_t n)
{
    sets->parents = mem_alloc(n, sizeof *sets->parents);
    sets->n = n;
    for (size_t i = 0; i < n; i++)
        sets->parents[i] = (uint32_t)i;
}

void union_find_release(struct union_find *sets)
{
    free(sets->parents);
    *sets = (struct union_find){0};
}

uint32_t union_find_root(struct union_find *sets, uint32_t item)
{
    uint32_t *parents = sets->parents;
    while (parents[item] != item) {
        uint32_t next = parents[parents[item]];
        __atomic_store_n(&parents[item], next, __ATOMIC_RELAXED);
        item = next;
    }
    return item;
}

uint32_t union_find_peek(const struct union_find *sets, uint32_t item)
{
    uint32_t parent;
    while ((parent = __atomic_load_n(&sets->parents[item], __ATOMIC_RELAXED)) != item)
        item = parent;
    return item;
}

bool union_find_join(struct union_find *sets, uint32_t a, uint32_t b)
{
    uint32_t root_a = union_find_root(sets, a), root_b = union_find_root(sets, b);
    if (root_a == root_b)
        return false;
    bool is_a_first = root_a < root_b;
    __atomic_store_n(&sets->parents[is_a_first ? root_b : root_a], is_a_first ? root_a : root_b,
                     __ATOMIC_RELAXED);
    return true;
}
