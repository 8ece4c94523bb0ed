/* MinHash signatures cut into bands (locality-sensitive hashing): two bags that agree in a whole
 * band are candidates for being similar.
 *
 * Sources: Broder, "On the resemblance and containment of documents", 1997; Leskovec, Rajaraman
 * and Ullman, "Mining of Massive Datasets", chapter 3. Two sets with the Jaccard similarity s
 * agree in one of b bands of r rows with the probability 1 - (1 - s^r)^b. */
#ifndef GUARD_MINHASH_H
#define GUARD_MINHASH_H

#include "guard/bag.h"

enum { MINHASH_PERMUTATIONS = 256, MINHASH_MAX_BANDS = MINHASH_PERMUTATIONS };

struct minhash {
    int n_bands, n_rows; /* of each band */
    bool is_multiset;    /* what occurs n times counts n times */
    uint32_t factors[MINHASH_PERMUTATIONS], offsets[MINHASH_PERMUTATIONS];
};

/* As many rows as still give two bags that are just as similar as `threshold` (above 0, at most
 * 1) a chance of 99.5 % to be candidates. */
void minhash_init(struct minhash *minhash, double threshold, bool is_multiset);

/* The chance that two bags of that similarity become candidates. */
double minhash_recall(const struct minhash *minhash, double similarity);

/* The bag's key in each band: `n_bands` numbers. Bags with a common key in a band agree in it, but
 * for about one pair in 2^32. */
void minhash_bands(uint32_t *keys, const struct minhash *minhash, const struct bag *bag);

#endif
