/* Divides groups of fixes among parts, such as train, validation and test, or folds. A group is
 * never divided. The fixes of a group are of several strata: of all fixes, of a category, of a
 * language. Each stratum should get the number of fixes in each part that is wanted.
 *
 * The result does not depend on the order of the groups, only on their ranks and counts. */
#ifndef GUARD_STRATIFY_H
#define GUARD_STRATIFY_H

#include "base/mem.h"

#include <stdbool.h>
#include <stdint.h>

enum { STRATIFY_ALL = 0, NO_PART = -1 };

/* If fewer fixes of a stratum are wanted in a part, nothing is required. */
enum { STRATIFY_MIN_WANTED = 20 };

struct stratum_count {
    uint32_t stratum, n;
};

struct stratify_group {
    size_t first; /* its counts, ascending by stratum; if it has any, the first is of all */
    uint32_t n_counts;
    uint64_t rank; /* breaks ties; a hash of a seed and of what the group contains */
    int part;      /* the result */
    int pin;       /* the part that it must get, or NO_PART */
    int start; /* of a large group: its part where the fewest cells may be outside; or NO_PART */
};

struct stratify {
    ARRAY(struct stratify_group) groups;
    ARRAY(struct stratum_count) counts;
    uint32_t n_strata;
    int n_parts;
    const double *shares; /* by part; their sum is 1 */
    double *wanted;       /* by stratum, then part: fixes, the part's share; owned */
    int64_t *got;         /* the result: the same; owned */
    uint32_t n_outside;   /* cells, each a stratum in a part, outside the tolerance of `wanted` */
    uint32_t n_least;     /* so many, or more, are outside in any division */
};

void stratify_release(struct stratify *task);
SCOPED_VALUE(stratify, stratify_release)

/* Appends a group without counts. */
void stratify_add_group(struct stratify *task, uint64_t rank, int pin);

/* Counts a fix of the last group in a stratum. Call stratify_close_group() after its last fix. */
void stratify_count(struct stratify *task, uint32_t stratum);
void stratify_close_group(struct stratify *task);

uint32_t stratify_count_in(const struct stratify *task, const struct stratify_group *group,
                           uint32_t stratum);

/* How far a number of fixes may be from the one that is wanted: two fixes, or a tenth; and whether
 * it is as near. */
double stratify_tolerance(double wanted);
bool stratify_is_within(double wanted, double got);

/* Whether the group may get the part: it is not larger than the part, or no part is larger. */
bool stratify_has_room(const struct stratify *task, const struct stratify_group *group, int part);

/* Sets the part of each group that has counts, `wanted`, `got`, `n_outside` and `n_least`. As few
 * cells are outside as were found, and the numbers are near the wanted ones. */
void stratify(struct stratify *task);

/* Returns the number of fixes of the stratum, nearest to the wanted one, that whole groups can put
 * into the part. No division of the groups comes nearer. */
uint32_t stratify_nearest(const struct stratify *task, uint32_t stratum, int part);

/* Returns a number of cells that are outside in any division; at most `n_found`, the number in the
 * division that was found. Sets `start` of the groups. */
uint32_t stratify_least_outside(struct stratify *task, uint32_t n_found);

#endif
