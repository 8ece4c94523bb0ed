/* The links between duplicates as `tokfix dedup` stored them: a forest whose trees are the clusters.
 *
 * Links of excluded pairs are there, too: two pairs that such a one ties may be near each other
 * without a link of their own. */
#ifndef GUARD_LINK_FOREST_H
#define GUARD_LINK_FOREST_H

#include "guard/fix_pairs.h"
#include "guard/union_find.h"

/* A link as one of its ends sees it. */
struct forest_link {
    uint32_t to;      /* pair */
    const char *kind; /* exact, renamed, near */
    double jaccard;
};

struct link_forest {
    size_t n_pairs;
    struct forest_link *links; /* by pair */
    size_t *start;             /* by pair: where its links begin; one more at the end */
    /* Once searched, by pair: the nearest start (itself for a start, PAIR_NONE where there is none),
     * how many links away it is, and the first of them. */
    uint32_t *nearest, *distance;
    size_t *step;
};

/* Reads the links, and joins the sets (of pairs) that they tie. Release with
 * link_forest_release(), also after a failure. */
int link_forest_read(struct link_forest *out, struct db *db, const struct pairs *pairs,
                     struct union_find *sets, struct err *err);

/* Finds for each pair the way to the nearest of the starts: those for which `is_start` is true. */
void link_forest_search(struct link_forest *forest, const bool *is_start);

/* The first step of a pair's way to its nearest start; NULL for a start. */
const struct forest_link *link_forest_step(const struct link_forest *forest, uint32_t pair);

void link_forest_release(struct link_forest *forest);

#endif
