/* Each step sorts the items by what it decides on, sets the fate of those that it leaves out, and
 * restores the order of the database. */
#include "fixes/sampling.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

static int by_category(const void *a, const void *b)
{
    const struct fix_item *x = a, *y = b;
    int result = strcmp(x->category, y->category);
    return result ? result : by_sample_rank(a, b);
}

static int by_shuffle_rank(const void *a, const void *b)
{
    const struct fix_item *x = a, *y = b;
    int result = COMPARE(x->shuffle_rank, y->shuffle_rank);
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

/* Returns the number of items in the category that starts at `i`. */
static size_t run_length(const struct fix_selection *selection, size_t i)
{
    const struct fix_item *items = selection->items.items;
    size_t end = i;
    while (end < selection->items.n && strcmp(items[end].category, items[i].category) == 0)
        end++;
    return end - i;
}

/* Keeps the same number of fixes in each category: as many as the rarest one has, or fewer so that
 * all fit into the sample. */
static int balance(struct fix_selection *selection, int64_t n_sample, struct err *err)
{
    size_t quota = SIZE_MAX, n_categories = 0;
    sort(selection, by_category);
    for (size_t i = 0, length; i < selection->items.n; i += length, n_categories++) {
        length = run_length(selection, i);
        quota = length < quota ? length : quota;
    }
    if (n_sample >= 0 && n_categories && (size_t)n_sample / n_categories < quota)
        quota = (size_t)n_sample / n_categories;
    if (n_categories && !quota)
        return err_set(err,
                       "a balanced sample of %s is too small for %zu categories; ask "
                       "for %zu or more",
                       counted(n_sample, "fix", "fixes").text, n_categories, n_categories);
    for (size_t i = 0, length; i < selection->items.n; i += length) {
        length = run_length(selection, i);
        for (size_t k = quota; k < length; k++)
            selection->items.items[i + k].fate = FATE_SAMPLE;
    }
    return 0;
}

/* A balanced choice is never larger than the sample. */
int sampling_cut_down(struct fix_selection *selection, bool balances_categories, int64_t n_sample,
                      struct err *err)
{
    int status = balances_categories ? balance(selection, n_sample, err) : 0;
    if (!balances_categories && n_sample >= 0 && (size_t)n_sample < selection->items.n) {
        sort(selection, by_sample_rank);
        for (size_t i = (size_t)n_sample; i < selection->items.n; i++)
            selection->items.items[i].fate = FATE_SAMPLE;
    }
    sort(selection, by_store);
    return status;
}

void sampling_sort(struct fix_selection *selection)
{
    sort(selection, by_store);
}

void sampling_shuffle(struct fix_selection *selection)
{
    sort(selection, by_shuffle_rank);
}
