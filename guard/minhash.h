/* MinHash signatures cut into bands (locality-sensitive hashing). Two bags that agree in a whole
 * band are candidates: they may be similar.
 *
 * Sources: Broder, "On the resemblance and containment of documents", 1997; Leskovec, Rajaraman and
 * Ullman, "Mining of Massive Datasets", chapter 3. Two sets with Jaccard similarity s agree in at
 * least one of b bands of r rows with probability 1 - (1 - s^r)^b. */
#ifndef GUARD_MINHASH_H
#define GUARD_MINHASH_H

#include "guard/bag.h"

enum { MINHASH_PERMUTATIONS = 256, MINHASH_MAX_BANDS = MINHASH_PERMUTATIONS };

struct minhash {
    int n_bands, n_rows; /* n_rows: of each band */
    bool is_multiset;    /* an element that occurs n times counts n times */
    uint32_t factors[MINHASH_PERMUTATIONS], offsets[MINHASH_PERMUTATIONS];
};

/* Chooses the bands. Rows are as many as possible while two bags of similarity `threshold` (above
 * 0, at most 1) become candidates with a probability of at least 99.5 %. */
void minhash_init(struct minhash *minhash, double threshold, bool is_multiset);

/* Returns the probability that two bags of this similarity become candidates. */
double minhash_recall(const struct minhash *minhash, double similarity);

/* Sets `keys` to the bag's key in each band (`n_bands` numbers). Two bags with the same key in a
 * band agree in it, except about one pair of bags in 2^32. */
void minhash_bands(uint32_t *keys, const struct minhash *minhash, const struct bag *bag);

#endif
