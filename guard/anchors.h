/* Finds where needles may be contained in a longer sequence, in time proportional to its length.
 *
 * Each needle has an anchor: the run of its tokens that is rarest among all needles. The whole
 * needle is compared only where its anchor occurs. A run has eight tokens. The anchor of a shorter
 * needle is the whole needle, so each place in the sequence is looked up once for each length that
 * occurs. Runs are compared either as they are, or up to renaming within the run. */
#ifndef GUARD_ANCHORS_H
#define GUARD_ANCHORS_H

#include "base/scoped.h"
#include "guard/needles.h"

struct anchors; /* opaque */

/* Makes the anchors of the needles that have at least `min_tokens` tokens (of their options). With
 * `is_renamed`, runs are compared up to renaming. The needles must outlive the anchors. Release
 * with anchors_free(). */
struct anchors *anchors_new(const struct needles *needles, bool is_renamed);
void anchors_free(struct anchors *anchors);
SCOPED_POINTER(anchors, anchors_free)

/* Calls `take` for each place where a wanted needle is contained in the sequence, with the needle's
 * number and the index of the first token of the place. */
void anchors_search(const struct anchors *anchors, const struct sequence *sequence,
                    bool (*is_wanted)(void *context, uint32_t needle),
                    void (*take)(void *context, uint32_t needle, uint32_t start), void *context);

#endif
