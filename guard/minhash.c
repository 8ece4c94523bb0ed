/* The elements are hashes already. Each permutation mixes them with two numbers of its own: one
 * multiplication, whose halves are folded. Compilers vectorize this loop. */
#include "guard/minhash.h"

#include <math.h>
#include <string.h>

static const double goal = 0.995;

double minhash_recall(const struct minhash *minhash, double similarity)
{
    return 1 - pow(1 - pow(similarity, minhash->n_rows), minhash->n_bands);
}

void minhash_init(struct minhash *minhash, double threshold, bool is_multiset)
{
    *minhash = (struct minhash){.n_rows = 1, .n_bands = MINHASH_PERMUTATIONS};
    minhash->is_multiset = is_multiset;
    for (int rows = 2; rows <= MINHASH_PERMUTATIONS / 2; rows++) {
        struct minhash longer = {.n_rows = rows, .n_bands = MINHASH_PERMUTATIONS / rows};
        if (minhash_recall(&longer, threshold) < goal)
            break;
        minhash->n_rows = longer.n_rows;
        minhash->n_bands = longer.n_bands;
    }
    for (uint64_t i = 0; i < MINHASH_PERMUTATIONS; i++) {
        minhash->factors[i] = (uint32_t)hash_pair(i, 1) | 1;
        minhash->offsets[i] = (uint32_t)hash_pair(i, 2);
    }
}

static void add_element(uint32_t *signature, const struct minhash *minhash, uint64_t element)
{
    uint32_t folded = (uint32_t)(element ^ element >> 32);
    for (int i = 0; i < MINHASH_PERMUTATIONS; i++) {
        uint64_t product = (uint64_t)minhash->factors[i] * (folded ^ minhash->offsets[i]);
        uint32_t value = (uint32_t)(product >> 32) ^ (uint32_t)product;
        signature[i] = value < signature[i] ? value : signature[i];
    }
}

void minhash_bands(uint32_t *keys, const struct minhash *minhash, const struct bag *bag)
{
    uint32_t signature[MINHASH_PERMUTATIONS];
    memset(signature, 0xff, sizeof signature);
    for (uint32_t i = 0; i < bag->n; i++) {
        add_element(signature, minhash, bag->elements[i]);
        for (uint32_t k = 1; minhash->is_multiset && k < bag->counts[i]; k++)
            add_element(signature, minhash, hash_pair(bag->elements[i], k));
    }
    size_t n_rows = (size_t)minhash->n_rows;
    for (int band = 0; band < minhash->n_bands; band++)
        keys[band] =
            (uint32_t)hash_bytes(&signature[(size_t)band * n_rows], n_rows * sizeof *signature, 0);
}
