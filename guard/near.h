/* Pairs near other pairs: candidates by MinHash, then the exact similarity of each. */
#ifndef GUARD_NEAR_H
#define GUARD_NEAR_H

#include "guard/fingerprints.h"
#include "guard/union_find.h"

/* How similar two pairs are: the less similar of the two sides. Returns whether they are near each
 * other as the preset says; only then is `similarity` set. */
bool near_compare(struct similarity *similarity, const struct fingerprints *prints,
                  const struct pair *a, const struct pair *b);

/* Whether their buggy programs agree in a band before this one: who goes from band to band has
 * compared them then. Before `n_bands`: whether they are candidates. */
bool near_agree_before(const struct fingerprints *prints, int band, const struct pair *a,
                       const struct pair *b);

/* A pair and its key in a band. The order is by key, then number: those with one key are a bucket.
 */
struct band_key {
    uint32_t key, number;
};
int near_compare_keys(const void *a, const void *b);

/* Joins the sets of the given pairs (numbers, ascending) wherever two candidates are near each
 * other, and tells each join: `a` is the smaller number. Two that are in one set already are not
 * compared: the joins are a spanning forest of the near pairs. Reports its progress as that phase
 * if `guard` is not NULL, in keys: each pair has one in each band. */
void near_join(struct union_find *sets, const struct fingerprints *prints,
               const struct pairs *pairs, const uint32_t *numbers, size_t n,
               void (*take)(void *context, uint32_t a, uint32_t b,
                            const struct similarity *similarity),
               void *context, const char *phase, const struct guard_options *guard);

#endif
