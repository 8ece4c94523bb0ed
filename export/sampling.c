/* Items are sorted by what decides, those that fall out are marked, and the rest is put back into
 * the order of the store. */
#include "export/sampling.h"

#include "base/hash.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef int (*order)(const void *a, const void *b);

static int compare_ints(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int compare_ranks(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_store(const void *a, const void *b)
{
    const struct export_item *x = a, *y = b;
    int result = compare_ints(x->fix_id, y->fix_id);
    return result ? result : x->is_clean - y->is_clean;
}

static int by_cluster(const void *a, const void *b)
{
    const struct export_item *x = a, *y = b;
    int result = compare_ints(x->cluster, y->cluster);
    for (int i = 0; !result && i < 2; i++)
        result = compare_ints(x->dates[i], y->dates[i]);
    return result ? result : by_store(a, b);
}

static int by_sample_rank(const void *a, const void *b)
{
    const struct export_item *x = a, *y = b;
    int result = compare_ranks(x->sample_rank, y->sample_rank);
    return result ? result : by_store(a, b);
}

static int by_category(const void *a, const void *b)
{
    const struct export_item *x = a, *y = b;
    int result = strcmp(x->category, y->category);
    return result ? result : by_sample_rank(a, b);
}

static int by_clean_rank(const void *a, const void *b)
{
    const struct export_item *x = a, *y = b;
    int result = compare_ranks(x->clean_rank, y->clean_rank);
    return result ? result : by_store(a, b);
}

static int by_source(const void *a, const void *b)
{
    const struct export_item *x = a, *y = b;
    int result = compare_ints(x->fixed_source, y->fixed_source);
    return result ? result : by_clean_rank(a, b);
}

static int by_shuffle_rank(const void *a, const void *b)
{
    const struct export_item *x = a, *y = b;
    int result = compare_ranks(x->shuffle_rank, y->shuffle_rank);
    return result ? result : by_store(a, b);
}

static void sort(struct export_selection *selection, order compare)
{
    if (selection->items.n)
        qsort(selection->items.items, selection->items.n, sizeof *selection->items.items, compare);
}

void sampling_take_one_per_cluster(struct export_selection *selection)
{
    struct export_item *items = selection->items.items;
    size_t n = 0;
    sort(selection, by_cluster);
    for (size_t i = 0; i < selection->items.n; i++)
        if (!items[i].cluster || i == 0 || items[i].cluster != items[i - 1].cluster)
            items[n++] = items[i]; /* n <= i: the one before is still there, or is the same */
    selection->items.n = n;
    sort(selection, by_store);
}

/* The number of items of the category that starts at `i`. */
static size_t run_length(const struct export_selection *selection, size_t i)
{
    const struct export_item *items = selection->items.items;
    size_t end = i;
    while (end < selection->items.n && strcmp(items[end].category, items[i].category) == 0)
        end++;
    return end - i;
}

/* Leaves as many of each category as there are of the rarest, or fewer so that all fit. */
static int balance(struct export_selection *selection, int64_t n_sample, struct err *err)
{
    size_t quota = SIZE_MAX, n_categories = 0, n = 0;
    sort(selection, by_category);
    for (size_t i = 0, length; i < selection->items.n; i += length, n_categories++) {
        length = run_length(selection, i);
        quota = length < quota ? length : quota;
    }
    if (n_sample >= 0 && n_categories && (size_t)n_sample / n_categories < quota)
        quota = (size_t)n_sample / n_categories;
    if (n_categories && !quota)
        return err_set(err, "a sample of %" PRId64 " cannot hold as many of each of %zu categories",
                       n_sample, n_categories);
    for (size_t i = 0, length; i < selection->items.n; i += length) {
        length = run_length(selection, i);
        for (size_t k = 0; k < quota && k < length; k++)
            selection->items.items[n++] = selection->items.items[i + k];
        /* what is behind i + length is untouched: n <= i + quota */
    }
    selection->items.n = n;
    return 0;
}

int sampling_cut_down(struct export_selection *selection, bool balances_categories,
                      int64_t n_sample, struct err *err)
{
    int status = balances_categories ? balance(selection, n_sample, err) : 0;
    if (status == 0 && n_sample >= 0 && (size_t)n_sample < selection->items.n) {
        sort(selection, by_sample_rank);
        selection->items.n = (size_t)n_sample;
    }
    sort(selection, by_store);
    return status;
}

/* Leaves, of the items, one for each fixed program that is the buggy one of no fix. */
static int keep_different_sources(struct export_selection *selection, struct db *db,
                                  struct err *err)
{
    struct db_statement *s;
    struct export_item *items = selection->items.items;
    size_t n = 0;
    if (db_prepare(&s, db,
                   "SELECT 1 FROM submissions b JOIN fixes f ON f.buggy = b.submission_key "
                   "WHERE b.source_id = ? LIMIT 1",
                   err) != 0)
        return ERR;
    int status = 0;
    int64_t previous = -1;
    sort(selection, by_source);
    for (size_t i = 0; i < selection->items.n && status >= 0; i++) {
        if (items[i].fixed_source == previous)
            continue;
        previous = items[i].fixed_source;
        status = db_bind(s, err, "i", previous);
        if (status == 0)
            status = db_step(s, err);
        if (status == 1)
            db_rewind(s);
        if (status == 0)
            items[n++] = items[i];
    }
    db_finish(s);
    selection->items.n = n;
    return status < 0 ? ERR : 0;
}

int sampling_add_clean(struct export_selection *selection, struct db *db, double share,
                       struct err *err)
{
    struct export_selection clean = {0};
    for (size_t i = 0; i < selection->items.n; i++) {
        array_push(&clean.items, selection->items.items[i]);
        clean.items.items[i].is_clean = true;
    }
    int status = keep_different_sources(&clean, db, err);
    selection->n_clean_wanted = llround(share * (double)selection->items.n);
    sort(&clean, by_clean_rank);
    for (size_t i = 0; i < clean.items.n && (int64_t)i < selection->n_clean_wanted; i++) {
        clean.items.items[i].shuffle_rank = hash_pair(clean.items.items[i].shuffle_rank, 1);
        array_push(&selection->items, clean.items.items[i]);
        selection->n_clean++;
    }
    array_release(&clean.items);
    sort(selection, by_store);
    return status;
}

void sampling_shuffle(struct export_selection *selection)
{
    sort(selection, by_shuffle_rank);
}
