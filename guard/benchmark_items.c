#include "guard/benchmark_items.h"

#include <string.h>

void benchmark_reject(struct benchmark *benchmark, const char *place, const char *reason)
{
    struct arena *arena = &benchmark->arena;
    if (++benchmark->n_rejected > MAX_LISTED_REJECTS)
        return;
    struct benchmark_reject reject = {arena_copy_text(arena, place, strlen(place)),
                                      arena_copy_text(arena, reason, strlen(reason))};
    array_push(&benchmark->rejects, reject);
}

void benchmark_release(struct benchmark *benchmark)
{
    array_release(&benchmark->items);
    array_release(&benchmark->rejects);
    arena_release(&benchmark->arena);
}
