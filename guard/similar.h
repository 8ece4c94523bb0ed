/* Which needles are similar to a bag. */
#ifndef GUARD_SIMILAR_H
#define GUARD_SIMILAR_H

#include "guard/needles.h"

struct similar_index; /* opaque; for all threads */

/* Of the needles that have at least `min_tokens` tokens. They must outlive it. */
struct similar_index *similar_index_new(const struct needles *needles);
void similar_index_free(struct similar_index *index);

/* Calls `take` for the needles that are as similar to the bag as their options say. A few
 * needles are all compared; of many, candidates by MinHash, which finds 99.5 % of those at the
 * threshold. A needle may be told several times. */
void similar_search(const struct similar_index *index, const struct bag *bag,
                    void (*take)(void *context, uint32_t needle, double similarity), void *context);

#endif
