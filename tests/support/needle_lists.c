/* See needle_lists.h. */
#include "tests/support/needle_lists.h"

#include "tests/support/test.h"

void benchmark_add(struct benchmark *benchmark, const char *id, const char *buggy,
                   const char *fixed, const char *program)
{
    const char *const codes[N_ITEM_SIDES] = {buggy, fixed, program};
    struct benchmark_item item = {.id = id, .place = id};
    for (int side = 0; side < N_ITEM_SIDES; side++)
        if (codes[side])
            item.codes[side] = (struct item_code){codes[side], strlen(codes[side])};
    array_push(&benchmark->items, item);
}

void needles_of(struct needles *needles, struct benchmark *benchmark,
                const struct match_options *options)
{
    needles_make(needles, benchmark, &language_python, options);
    assert_int_equal(benchmark->rejects.n, 0);
}
