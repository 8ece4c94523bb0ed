/* Sets and multisets of what a program consists of, and how similar two of them are (Jaccard). */
#ifndef GUARD_BAG_H
#define GUARD_BAG_H

#include "base/scoped.h"
#include "guard/sequence.h"

enum { BAG_SKETCH_WORDS = 4 };

struct bag {
    uint64_t sketch[BAG_SKETCH_WORDS]; /* for each element the bit that its hash says */
    uint64_t *elements;                /* different ones, ascending; owned */
    uint32_t *counts;                  /* how often each; in the same memory */
    uint32_t n;                        /* number of elements */
    uint32_t total;                    /* sum of the counts */
};

/* The bag of some numbers, which are put in order. Release with bag_release(). */
void bag_init(struct bag *bag, uint64_t *numbers, size_t n);

/* The bag of all runs of `length` tokens, which are 1 or more. */
void bag_of_sequence(struct bag *bag, const struct sequence *sequence, size_t length);
void bag_release(struct bag *bag);
SCOPED_VALUE(bag, bag_release)

struct similarity {
    double set;      /* |A and B| / |A or B| of different elements */
    double multiset; /* the same with their counts */
};

/* A bound on the number of different elements that two bags share, from their sketches: never
 * too small, and found much faster than the number itself. */
uint32_t bag_most_shared(const struct bag *a, const struct bag *b);

/* Two empty bags are as similar as can be. */
struct similarity bag_similarity(const struct bag *a, const struct bag *b);

#endif
