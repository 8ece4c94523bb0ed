/* Uses path halving. The smaller root always becomes the root of the joined set; with path halving,
 * the cost is still logarithmic on average (Tarjan and van Leeuwen 1984). */
#include "base/union_find.h"

#include "base/mem.h"

#include <stdlib.h>

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
