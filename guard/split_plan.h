/* A split on its way into the store. */
#ifndef GUARD_SPLIT_PLAN_H
#define GUARD_SPLIT_PLAN_H

#include "guard/split.h"

struct split_plan {
    struct pairs pairs;
    struct union_find groups; /* of pairs */
    int *splits;              /* by pair: number, or NO_SPLIT */
    const char *origin;       /* how it is stored: seed, import */
    const char *seed;
    const int64_t *ratio; /* NULL: zeroes */
    unsigned closure;
    int64_t n_previous;
};

/* Counts the pairs and groups of each split. */
void split_plan_count(struct split_summary *summary, struct split_plan *plan);

/* Writes it in the place of an earlier one. */
int split_plan_store(struct split_plan *plan, struct db *db, struct err *err);

void split_plan_release(struct split_plan *plan);
SCOPED_VALUE(split_plan, split_plan_release)

#endif
