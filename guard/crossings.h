/* Whether splits leak into each other. The check compares the programs again and does not use the
 * stored duplicates. */
#ifndef GUARD_CROSSINGS_H
#define GUARD_CROSSINGS_H

#include "guard/duplicates.h"
#include "guard/ties.h"

/* Two pairs that must be in the same split but are not. */
struct crossing {
    /* exact, renamed, near, conflict, program, problem, problem-cluster, user */
    const char *what;
    uint32_t a, b;                /* pairs */
    struct similarity similarity; /* for `near`; otherwise 1 */
};

struct crossings {
    /* For duplicates, one entry for each link between two pairs. For other ties, one entry for each
     * program, problem or user and each further pair or split. */
    ARRAY(struct crossing) list;
    int64_t n_pairs; /* pairs that are in a split and not excluded */
    /* Of these, in each split or fold: real ones; mutants and rewrites. */
    int64_t n_in[2][N_SUBSETS];
    /* Pairs that are in no split and not excluded: real ones, and mutants and rewrites. */
    int64_t n_outside_real, n_outside_made;
};

/* Compares the splits. `ties` is what must not be in two of them. `prints` are the fingerprints of
 * `pairs`; they are not used if it does not have duplicates. Release with crossings_release(), also
 * after a failure. */
int crossings_find(struct crossings *out, struct db *db, const struct pairs *pairs,
                   const struct fingerprints *prints, unsigned ties,
                   const struct guard_options *guard, struct err *err);
void crossings_release(struct crossings *crossings);
SCOPED_VALUE(crossings, crossings_release)

#endif
