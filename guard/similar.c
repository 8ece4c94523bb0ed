/* See similar.h. */
#include "guard/similar.h"

#include "guard/minhash.h"

#include <stdlib.h>

enum { FEW = 512 };

struct keyed {
    uint32_t key, needle;
};

struct similar_index {
    const struct needles *needles;
    ARRAY(uint32_t) usable; /* needles that are long enough */
    struct minhash minhash;
    struct keyed *bands; /* n_bands times usable.n, each band by key; NULL: there are few */
};

static int compare_keys(const void *a, const void *b)
{
    const struct keyed *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->needle > y->needle) - (x->needle < y->needle);
}

static void make_bands(struct similar_index *index)
{
    size_t n = index->usable.n, n_bands = (size_t)index->minhash.n_bands;
    uint32_t keys[MINHASH_MAX_BANDS];
    index->bands = mem_alloc(mem_multiply(n_bands, n), sizeof *index->bands);
    for (size_t i = 0; i < n; i++) {
        uint32_t needle = index->usable.items[i];
        minhash_bands(keys, &index->minhash, &index->needles->list.items[needle].bag);
        for (size_t band = 0; band < n_bands; band++)
            index->bands[band * n + i] = (struct keyed){keys[band], needle};
    }
    for (size_t band = 0; band < n_bands; band++)
        qsort(&index->bands[band * n], n, sizeof *index->bands, compare_keys);
}

struct similar_index *similar_index_new(const struct needles *needles)
{
    struct similar_index *index = mem_alloc(1, sizeof *index);
    index->needles = needles;
    minhash_init(&index->minhash, needles->options.threshold, true);
    for (uint32_t i = 0; i < needles->list.n; i++)
        if (needles->list.items[i].sequence.tokens.n >= needles->options.min_tokens)
            array_push(&index->usable, i);
    if (index->usable.n > FEW)
        make_bands(index);
    return index;
}

void similar_index_free(struct similar_index *index)
{
    if (!index)
        return;
    array_release(&index->usable);
    free(index->bands);
    free(index);
}

/* What a comparison needs to know. */
struct comparison {
    const struct similar_index *index;
    const struct bag *bag;
    void (*take)(void *context, uint32_t needle, double similarity);
    void *context;
};

static void compare(const struct comparison *comparison, uint32_t needle)
{
    const struct bag *a = &comparison->index->needles->list.items[needle].bag, *b = comparison->bag;
    double threshold = comparison->index->needles->options.threshold;
    uint32_t small = a->total < b->total ? a->total : b->total, large = a->total + b->total - small;
    if ((double)small / large < threshold) /* they cannot share enough */
        return;
    struct similarity similarity = bag_similarity(a, b);
    if (similarity.multiset >= threshold)
        comparison->take(comparison->context, needle, similarity.multiset);
}

/* The first of a band's needles whose key is not below `key`. */
static size_t lower_bound(const struct keyed *band, size_t n, uint32_t key)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (band[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void similar_search(const struct similar_index *index, const struct bag *bag,
                    void (*take)(void *context, uint32_t needle, double similarity), void *context)
{
    struct comparison comparison = {index, bag, take, context};
    size_t n = index->usable.n;
    uint32_t keys[MINHASH_MAX_BANDS];
    if (!index->bands) {
        for (size_t i = 0; i < n; i++)
            compare(&comparison, index->usable.items[i]);
        return;
    }
    minhash_bands(keys, &index->minhash, bag);
    for (size_t band = 0; band < (size_t)index->minhash.n_bands; band++) {
        const struct keyed *keyed = &index->bands[band * n];
        for (size_t i = lower_bound(keyed, n, keys[band]); i < n && keyed[i].key == keys[band]; i++)
            compare(&comparison, keyed[i].needle);
    }
}
