/* All pairs of a list compared with all others: what candidates by MinHash are measured against. */
#ifndef BENCH_BRUTE_FORCE_H
#define BENCH_BRUTE_FORCE_H

#include "guard/near.h"

struct near_pair {
    uint32_t a, b; /* numbers of pairs, a < b */
    double similarity;
    bool is_candidate;
};

enum { N_TENTHS = 11 }; /* of similarity; equal programs are one more */

struct brute_force {
    ARRAY(struct near_pair) near;
    size_t n_compared, n_candidates;
    double seconds;             /* of the comparisons alone */
    size_t n_similar[N_TENTHS]; /* comparisons by the similarity of their less similar side */
    struct union_find sets;     /* by number of a pair: tied wherever two are near each other */
};

/* Compares the pairs with the given numbers, ascending. Release with brute_force_release(). */
void brute_force_run(struct brute_force *out, const struct fingerprints *prints,
                     const struct pairs *pairs, const uint32_t *numbers, size_t n);
void brute_force_release(struct brute_force *brute);

/* CPU time of this program, in seconds: what it measures has one thread, and others' work does not count. */
double brute_force_now(void);

#endif
