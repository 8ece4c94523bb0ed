/* Pairs that are near other pairs. MinHash finds candidates, then the similarity of each is
 * computed. */
#ifndef GUARD_NEAR_H
#define GUARD_NEAR_H

#include "base/union_find.h"
#include "guard/fingerprints.h"

/* Compares two pairs. Their similarity is that of the less similar side. Returns whether they are
 * near each other by the preset; only then sets `similarity`. */
bool near_compare(struct similarity *similarity, const struct fingerprints *prints,
                  const struct pair *a, const struct pair *b);

/* Whether the buggy programs of two pairs (numbers) agree in a band before this one. A caller that
 * visits the bands in order has compared such pairs already. With `band` = n_bands: whether they
 * are candidates. */
bool near_agree_before(const struct fingerprints *prints, int band, uint32_t a, uint32_t b);

/* A pair and its key in a band. band_sort() sorts by key; those with the same key keep their order.
 * They form a bucket, which ends at the index that band_bucket_end() returns. */
struct band_key {
    uint32_t key, number;
};
void band_sort(struct band_key *keyed, size_t n);
size_t band_bucket_end(const struct band_key *keyed, size_t n, size_t start);

/* A search for near pairs: what is compared, and who learns of it. */
struct near_search {
    const struct fingerprints *prints;
    const struct pairs *pairs;

    /* Called for each join; `a` is the smaller number. */
    void (*take)(void *context, uint32_t a, uint32_t b, const struct similarity *similarity);
    void *context;

    const struct guard_options *guard; /* NULL: one thread, and no progress is reported */
};

/* Joins the sets of the given pairs (numbers, ascending) where two candidates are near each other.
 * Two pairs that are in one set already are not compared, so the joins are a spanning forest of the
 * near pairs. Uses the threads of `guard`; the joins do not depend on their number. Reports
 * progress as `phase`, in keys: each pair has one key in each band. Fails if no thread can be
 * started. */
int near_join(struct union_find *sets, const struct near_search *search, const uint32_t *numbers,
              size_t n, const char *phase, struct err *err);

#endif
