/* Each step sorts the items by what it decides on, sets the fate of those that it leaves out, and
 * restores the order of the database. */
#include "fixes/sampling.h"

#include <stdlib.h>

typedef int (*order)(const void *a, const void *b);

static int by_store(const void *a, const void *b)
{
    const struct fix_item *x = a, *y = b;
    int result = COMPARE(x->fix_key, y->fix_key);
    return result ? result : x->is_clean - y->is_clean;
}

/* The same order as that in which tokfix dedup chooses the representative of a cluster. */
static int by_age(const struct fix_item *x, const struct fix_item *y)
{
    int result = (x->values[BY_ORIGIN] != ORIGIN_REAL) - (y->values[BY_ORIGIN] != ORIGIN_REAL);
    for (int i = 0; !result && i < 2; i++)
        result = COMPARE(x->dates[i], y->dates[i]);
    return result ? result : by_store(x, y);
}

static int by_cluster(const void *a, const void *b)
{
    const struct fix_item *x = a, *y = b;
    int result = COMPARE(x->cluster, y->cluster);
    return result ? result : by_age(x, y);
}

static int by_exact_cluster(const void *a, const void *b)
{
    const struct fix_item *x = a, *y = b;
    int result = COMPARE(x->exact, y->exact);
    return result ? result : by_age(x, y);
}

static int by_sample_rank(const void *a, const void *b)
{
    const struct fix_item *x = a, *y = b;
    int result = COMPARE(x->sample_rank, y->sample_rank);
    return result ? result : by_store(a, b);
}

static void sort(struct fix_selection *selection, order compare)
{
    array_sort(&selection->items, compare);
}

void sampling_mark_later(struct fix_selection *selection, bool of_exact)
{
    struct fix_item *items = selection->items.items;
    int64_t previous = 0;
    sort(selection, of_exact ? by_exact_cluster : by_cluster);
    for (size_t i = 0; i < selection->items.n; i++) {
        int64_t cluster = of_exact ? items[i].exact : items[i].cluster;
        if (cluster && cluster == previous)
            items[i].fate = of_exact ? FATE_DUPLICATE : FATE_CLUSTER;
        previous = cluster;
    }
    sort(selection, by_store);
}

void sampling_cut_down(struct fix_selection *selection, int64_t n_sample)
{
    if (n_sample < 0 || (size_t)n_sample >= selection->items.n)
        return;
    sort(selection, by_sample_rank);
    for (size_t i = (size_t)n_sample; i < selection->items.n; i++)
        selection->items.items[i].fate = FATE_SAMPLE;
    sort(selection, by_store);
}

void sampling_sort(struct fix_selection *selection)
{
    sort(selection, by_store);
}
