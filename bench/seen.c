/* Linear probing; at most half of the slots are in use. The numbers are hashes already. */
#include "bench/seen.h"

#include "base/mem.h"

#include <stdlib.h>

/* The place of a number, or the free one where it belongs. */
static uint64_t *place_of(const struct seen *seen, uint64_t number)
{
    size_t at = number & (seen->n_slots - 1);
    while (seen->slots[at] && seen->slots[at] != number)
        at = (at + 1) & (seen->n_slots - 1);
    return &seen->slots[at];
}

static void grow(struct seen *seen)
{
    struct seen larger = {.n = seen->n, .n_slots = seen->n_slots ? 2 * seen->n_slots : 1024};
    larger.slots = mem_alloc(larger.n_slots, sizeof *larger.slots);
    for (size_t i = 0; i < seen->n_slots; i++)
        if (seen->slots[i])
            *place_of(&larger, seen->slots[i]) = seen->slots[i];
    free(seen->slots);
    *seen = larger;
}

bool seen_add(struct seen *seen, uint64_t number)
{
    if (2 * seen->n >= seen->n_slots)
        grow(seen);
    number += number == 0; /* 0 and 1 are one number here */
    uint64_t *place = place_of(seen, number);
    if (*place)
        return false;
    *place = number;
    seen->n++;
    return true;
}

void seen_release(struct seen *seen)
{
    free(seen->slots);
    *seen = (struct seen){0};
}
