/* Draws mutations of a program at random, each at most once.
 *
 * The draws depend only on the seed and the program, and are made one after another. So the first
 * five of a hundred are the same five as when only five are drawn. */
#ifndef AUGMENT_MUTATION_DRAWS_H
#define AUGMENT_MUTATION_DRAWS_H

#include "augment/mutations.h"
#include "base/dice.h"
#include "base/scoped.h"

struct mutation_draws {
    struct mutations *mutations; /* borrowed */
    struct dice dice;
    ARRAY(uint64_t) n_left; /* by group: number of members that were not drawn */
    ARRAY(uint64_t)
    first_member;               /* by group: number of its first member, among the members of all
                                 * groups */
    ARRAY(unsigned char) drawn; /* one bit for each member */
    uint64_t n_left_of[N_MUTATION_RULES];
};

/* Starts the draws. `draws` must be zero before the first use; its memory is reused. */
void mutation_draws_begin(struct mutation_draws *draws, struct mutations *mutations, uint64_t seed);
void mutation_draws_release(struct mutation_draws *draws);
SCOPED_VALUE(mutation_draws, mutation_draws_release)

/* Draws a mutation that was not drawn before. Returns false if there is none left. */
bool mutation_draws_next(struct mutation_draws *draws, struct mutation *mutation);

#endif
