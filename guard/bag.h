/* A program as a set and as a multiset of elements (n-grams of tokens, or pieces of its tree), and
 * the Jaccard similarity of two programs.
 *
 * A bag takes 8 bytes and 12 for each of its elements. A program that resembles another one is a
 * change of that bag instead: 16 bytes, and 16 for each element that occurs more or less often. */
#ifndef GUARD_BAG_H
#define GUARD_BAG_H

#include "base/mem.h"

#include <stdbool.h>
#include <stdint.h>

enum { BAG_SKETCH_WORDS = 4 };

struct bag {
    uint32_t n;          /* number of elements */
    uint32_t total;      /* how often they occur, together */
    uint64_t elements[]; /* distinct, in ascending order; after them their counts (bag_counts) */
};

/* Returns a bag of `n` elements, which are hashes. Release with free(). */
struct bag *bag_new(const uint64_t *hashes, size_t n);

/* Returns how often each element occurs. */
static inline const uint32_t *bag_counts(const struct bag *bag)
{
    return (const uint32_t *)&bag->elements[bag->n];
}

/* What makes another bag of a bag. */
struct changed_element {
    uint64_t element;
    int32_t more; /* how much more often it occurs; not 0 */
};
struct bag_change {
    uint32_t n, total; /* of the other bag */
    uint32_t n_elements;
    struct changed_element elements[];
};

/* Returns what makes a bag of the hashes `after` of the bag of the hashes `before`, in whatever
 * order these are; NULL if that is much. Release with free(). */
struct bag_change *bag_change_new(const struct bag *bag, const uint64_t *before, size_t n_before,
                                  const uint64_t *after, size_t n_after);

/* A bag of a program. */
struct changed_bag {
    const struct bag *bag;
    const struct bag_change *change; /* NULL: none */
};

/* Returns the number of distinct elements. */
static inline uint32_t changed_bag_n(struct changed_bag bag)
{
    return bag.change ? bag.change->n : bag.bag->n;
}

struct similarity {
    double set;      /* |A and B| / |A or B|, over distinct elements */
    double multiset; /* the same, over elements with their counts */
};

/* What a first test of two bags needs. */
struct bag_outline {
    uint64_t sketch[BAG_SKETCH_WORDS]; /* for each element, the bit that its hash selects */
    uint32_t n;                        /* number of elements */
    uint32_t n_bits;                   /* of the sketch that are set */
};
struct bag_outline bag_outline_of(const struct bag *bag);

/* Returns an upper bound on the number of distinct elements that two bags share: each bit that only
 * one sketch has means that the other bag lacks at least one element. */
static inline __attribute__((always_inline)) uint32_t bag_most_shared(const struct bag_outline *a,
                                                                      const struct bag_outline *b)
{
    uint32_t differ = 0; /* bits that only one sketch has */
    for (int i = 0; i < BAG_SKETCH_WORDS; i++)
        differ += (uint32_t)__builtin_popcountll(a->sketch[i] ^ b->sketch[i]);
    uint32_t most_a = a->n - (differ + a->n_bits - b->n_bits) / 2;
    uint32_t most_b = b->n - (differ + b->n_bits - a->n_bits) / 2;
    return most_a < most_b ? most_a : most_b;
}

/* What two bags share: distinct elements, and elements with their counts. */
struct shared {
    uint32_t n, total;
};
struct shared bag_shared(const struct bag *a, const struct bag *b);

/* Returns how similar two bags are. The similarity of two empty bags is 1. The second is for
 * changed ones; `shared` is what the two share without their changes. */
struct similarity bag_similarity(const struct bag *a, const struct bag *b);
struct similarity changed_bag_similarity(struct changed_bag a, struct changed_bag b,
                                         struct shared shared);

/* MinHash signatures cut into bands (locality-sensitive hashing). Two bags that agree in a whole
 * band are candidates: they may be similar.
 *
 * Sources: Broder, "On the resemblance and containment of documents", 1997; Leskovec, Rajaraman and
 * Ullman, "Mining of Massive Datasets", chapter 3. Two sets with Jaccard similarity s agree in at
 * least one of b bands of r rows with probability 1 - (1 - s^r)^b. */
enum { MINHASH_PERMUTATIONS = 256, MINHASH_MAX_BANDS = MINHASH_PERMUTATIONS };

struct minhash {
    int n_bands, n_rows; /* n_rows: of each band */
    uint32_t factors[MINHASH_PERMUTATIONS], offsets[MINHASH_PERMUTATIONS];
};

/* Chooses the bands. Rows are as many as possible while two bags of similarity `threshold` (above
 * 0, at most 1) become candidates with a probability of at least 99.5 %. */
void minhash_init(struct minhash *minhash, double threshold);

/* Sets `keys` to the bag's key in each band (`n_bands` numbers). Two bags with the same key in a
 * band agree in it, except about one pair of bags in 2^32. */
void minhash_bands(uint32_t *keys, const struct minhash *minhash, const struct bag *bag);

#endif
