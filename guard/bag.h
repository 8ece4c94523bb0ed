/* A program as a set and as a multiset of elements (runs of tokens, or pieces of its tree), and the
 * Jaccard similarity of two programs. */
#ifndef GUARD_BAG_H
#define GUARD_BAG_H

#include "base/scoped.h"
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

/* Returns an upper bound on the number of distinct elements that two bags share. It is computed
 * from the sketches, which is much faster than counting. */
uint32_t bag_most_shared(const struct bag *a, const struct bag *b);

/* Returns how similar two bags are. The similarity of two empty bags is 1. */
struct similarity bag_similarity(const struct bag *a, const struct bag *b);

#endif
