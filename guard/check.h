/* Whether splits leak into each other: found anew from the programs, not from what was stored of
 * duplicates. */
#ifndef GUARD_CHECK_H
#define GUARD_CHECK_H

#include "guard/closure.h"
#include "guard/duplicates.h"

struct check_options {
    struct fingerprint_options fingerprints; /* what is a duplicate */
    unsigned closure;                        /* what may not stand in two splits */
};

/* Two pairs that may not stand in different splits and do. */
struct crossing {
    /* exact, renamed, near, conflict, problem, problem-cluster, user */
    const char *what;
    uint32_t a, b;                /* pairs */
    struct similarity similarity; /* of `near`; else 1 */
};

struct check {
    /* Of duplicates a link for each two pairs that are tied; of others one for each program,
     * problem or user and each further pair or split. */
    ARRAY(struct crossing) crossings;
    int64_t n_pairs; /* that are in a split and not excluded */
    /* That are in no split, and not excluded: real ones, and made ones. */
    int64_t n_outside_real, n_outside_made;
};

/* Compares the splits. `prints` are those of `pairs`; where duplicates are not to be compared, they
 * are not looked at. Release with check_release(), also after a failure. */
int check_splits(struct check *out, struct db *db, const struct pairs *pairs,
                 const struct fingerprints *prints, const struct check_options *options,
                 const struct guard_options *guard, struct err *err);
void check_release(struct check *check);
SCOPED_VALUE(check, check_release)

#endif
