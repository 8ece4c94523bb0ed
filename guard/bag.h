/* A program as a set and as a multiset of elements (runs of tokens, or pieces of its tree), and the
 * Jaccard similarity of two programs. */
#ifndef GUARD_BAG_H
#define GUARD_BAG_H

#include "base/mem.h"
#include "guard/sequence.h"

enum { BAG_SKETCH_WORDS = 4 };

struct bag {
    uint64_t sketch[BAG_SKETCH_WORDS]; /* for each element, the bit that its hash selects */
    uint64_t *elements;                /* distinct, in ascending order; owned */
    uint32_t *counts;                  /* how often each element occurs; in the same memory block */
    uint32_t n;                        /* number of elements */
    uint32_t total;                    /* sum of the counts */
};

/* Makes a bag from `n` elements, which are hashes. Release with bag_release(). */
void bag_init(struct bag *bag, const uint64_t *hashes, size_t n);

/* Makes a bag from all runs of `length` tokens (1 or more). Release with bag_release(). */
void bag_of_sequence(struct bag *bag, const struct sequence *sequence, size_t length);
void bag_release(struct bag *bag);
SCOPED_VALUE(bag, bag_release)

struct similarity {
    double set;      /* |A and B| / |A or B|, over distinct elements */
    double multiset; /* the same, over elements with their counts */
};

/* Returns an upper bound on the number of distinct elements that two bags share, from the sketches:
 * each bit that only one sketch has means that the other bag lacks at least one element. */
static inline __attribute__((always_inline)) uint32_t bag_most_shared(const struct bag *a,
                                                                      const struct bag *b)
{
    uint32_t only_a = 0, only_b = 0;
    for (int i = 0; i < BAG_SKETCH_WORDS; i++) {
        only_a += (uint32_t)__builtin_popcountll(a->sketch[i] & ~b->sketch[i]);
        only_b += (uint32_t)__builtin_popcountll(b->sketch[i] & ~a->sketch[i]);
    }
    uint32_t most_a = a->n - only_a, most_b = b->n - only_b;
    return most_a < most_b ? most_a : most_b;
}

/* Returns how similar two bags are. The similarity of two empty bags is 1. */
struct similarity bag_similarity(const struct bag *a, const struct bag *b);

/* MinHash signatures cut into bands (locality-sensitive hashing). Two bags that agree in a whole
 * band are candidates: they may be similar.
 *
 * Sources: Broder, "On the resemblance and containment of documents", 1997; Leskovec, Rajaraman and
 * Ullman, "Mining of Massive Datasets", chapter 3. Two sets with Jaccard similarity s agree in at
 * least one of b bands of r rows with probability 1 - (1 - s^r)^b. */
enum { MINHASH_PERMUTATIONS = 256, MINHASH_MAX_BANDS = MINHASH_PERMUTATIONS };

struct minhash {
    int n_bands, n_rows; /* n_rows: of each band */
    bool is_multiset;    /* an element that occurs n times counts n times */
    uint32_t factors[MINHASH_PERMUTATIONS], offsets[MINHASH_PERMUTATIONS];
};

/* Chooses the bands. Rows are as many as possible while two bags of similarity `threshold` (above
 * 0, at most 1) become candidates with a probability of at least 99.5 %. */
void minhash_init(struct minhash *minhash, double threshold, bool is_multiset);

/* Sets `keys` to the bag's key in each band (`n_bands` numbers). Two bags with the same key in a
 * band agree in it, except about one pair of bags in 2^32. */
void minhash_bands(uint32_t *keys, const struct minhash *minhash, const struct bag *bag);

#endif
