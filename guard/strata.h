/* The strata of a split: what each part should have its share of. They are all fixes, each
 * category, each language, each source (the data set that the problem is from; all git repositories
 * are one), and each category of a language of a source. */
#ifndef GUARD_STRATA_H
#define GUARD_STRATA_H

#include "base/union_find.h"
#include "guard/fix_pairs.h"
#include "guard/stratify.h"

struct strata_request {
    const struct pairs *pairs;
    struct union_find *groups; /* of the pairs */
    const int *pins;           /* by pair: its earlier part, or NO_PART */
    const char *seed;
    const double *shares; /* by part */
    int n_parts;
};

/* Divides the groups of the pairs that decide the splits, and sets the part of each pair; NO_PART
 * for others. */
int strata_divide(int *parts, struct db *db, const struct strata_request *request, struct err *err);

#endif
