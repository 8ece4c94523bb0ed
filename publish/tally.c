/* See tally.h. */
#include "publish/tally.h"

#include <stdlib.h>
#include <string.h>

int64_t split_counts_total(const struct split_counts *counts)
{
    int64_t total = 0;
    for (int split = 0; split < N_SPLITS; split++)
        total += counts->of[split];
    return total;
}

static struct split_counts *counts_of(struct tally *tally, const char *name)
{
    size_t number = (size_t)table_number(&tally->names, name);
    if (number == tally->counts.n)
        array_push(&tally->counts, (struct split_counts){0});
    return &tally->counts.items[number];
}

void tally_name(struct tally *tally, const char *name)
{
    counts_of(tally, name);
}

void tally_add(struct tally *tally, const char *name, int split)
{
    counts_of(tally, name)->of[split]++;
}

static int compare(const void *a, const void *b, void *context)
{
    const struct tally *tally = context;
    size_t left = *(const size_t *)a, right = *(const size_t *)b;
    int64_t n_left = split_counts_total(&tally->counts.items[left]);
    int64_t n_right = split_counts_total(&tally->counts.items[right]);
    if (n_left != n_right)
        return n_left < n_right ? 1 : -1;
    return strcmp(tally->names.keys.items[left], tally->names.keys.items[right]);
}

size_t *tally_order(const struct tally *tally)
{
    size_t *order = mem_alloc(tally->counts.n + 1, sizeof *order);
    for (size_t i = 0; i < tally->counts.n; i++)
        order[i] = i;
    qsort_r(order, tally->counts.n, sizeof *order, compare, (void *)tally);
    return order;
}

void tally_release(struct tally *tally)
{
    table_release(&tally->names);
    array_release(&tally->counts);
}
