#include "db/fixes/sampling.h"

#include <stdlib.h>

static int by_store(const void *a, const void *b)
{
    const struct fix_item *x = a, *y = b;
    int result = COMPARE(x->fix_key, y->fix_key);
    return result ? result : x->is_clean - y->is_clean;
}

static int by_sample_rank(const void *a, const void *b)
{
    const struct fix_item *x = a, *y = b;
    int result = COMPARE(x->sample_rank, y->sample_rank);
    return result ? result : by_store(a, b);
}

void sampling_cut_down(struct fix_selection *selection, int64_t n_sample)
{
    if (n_sample < 0 || (size_t)n_sample >= selection->items.n)
        return;
    array_sort(&selection->items, by_sample_rank);
    selection->items.n = (size_t)n_sample;
    sampling_sort(selection);
}

void sampling_sort(struct fix_selection *selection)
{
    array_sort(&selection->items, by_store);
}
