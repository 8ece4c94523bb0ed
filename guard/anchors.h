/* Where needles may be contained in a longer sequence, in time proportional to its length.
 *
 * Each needle is anchored at the run of its tokens that is rarest among all needles; only where
 * that run occurs, the whole needle is compared. A run has eight tokens; a shorter needle is a run
 * of its own length, so that each place of the sequence is looked up once for each length that
 * occurs. A run counts as it is, or up to renaming in itself. */
#ifndef GUARD_ANCHORS_H
#define GUARD_ANCHORS_H

#include "base/scoped.h"
#include "guard/needles.h"

struct anchors; /* opaque */

/* Anchors the needles that have at least `min_tokens` (of their options) tokens. The needles must
 * outlive them. */
struct anchors *anchors_new(const struct needles *needles, bool is_renamed);
void anchors_free(struct anchors *anchors);
SCOPED_POINTER(anchors, anchors_free)

/* Calls `take` for each place where a needle that is wanted is contained in the sequence: its
 * number, and the index of its first token there. */
void anchors_search(const struct anchors *anchors, const struct sequence *sequence,
                    bool (*is_wanted)(void *context, uint32_t needle),
                    void (*take)(void *context, uint32_t needle, uint32_t start), void *context);

#endif
