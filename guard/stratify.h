/* Divides clusters of fixes among subsets, such as train, validation and test, or folds. A cluster
 * is never divided. The fixes of a cluster are of several strata: of all fixes, of a category, of a
 * language. Each stratum should get the number of fixes in each subset that is wanted.
 *
 * The result does not depend on the order of the clusters, only on their ranks and counts. */
#ifndef GUARD_STRATIFY_H
#define GUARD_STRATIFY_H

#include "base/mem.h"

#include <stdbool.h>
#include <stdint.h>

enum { STRATIFY_ALL = 0, NO_SUBSET = -1 };

struct stratum_count {
    uint32_t stratum, n;
};

struct stratify_cluster {
    size_t first; /* its counts, ascending by stratum; if it has any, the first is of all */
    uint32_t n_counts;
    uint64_t rank; /* breaks ties; a hash of a seed and of what the cluster contains */
    int subset;    /* the result */
    int pin;       /* the subset that it must get, or NO_SUBSET */
};

struct stratify {
    ARRAY(struct stratify_cluster) clusters;
    ARRAY(struct stratum_count) counts;
    uint32_t n_strata;
    int n_subsets;
    const double *shares; /* by subset; their sum is 1 */
    double *wanted;       /* by stratum, then subset: fixes, the subset's share; owned */
    int64_t *got;         /* the result: the same; owned */
};

void stratify_release(struct stratify *division);
SCOPED_VALUE(stratify, stratify_release)

/* Sorts the counts of the last cluster, from its first one on, and adds those of a stratum up. Call
 * it before the next cluster is added. */
void stratify_close_cluster(struct stratify *division);

/* Whether the number of fixes that a stratum got in a subset is too far from the wanted one: more
 * than two fixes and more than a tenth. If fewer than 20 are wanted (or NAN), no number is. */
bool stratify_is_outside(double wanted, double got);

/* Sets the subset of each cluster that has counts, `wanted` and `got`. Few numbers are outside, and
 * the others are near the wanted ones. */
void stratify(struct stratify *division);

#endif
