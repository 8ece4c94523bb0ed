/* Drawing mutations of a program, each once, by chance.
 *
 * What is drawn depends on the seed and the program alone, and one after the other: the first
 * five of a hundred are the five that are drawn when only five are wanted. */
#ifndef AUGMENT_MUTATION_DRAWS_H
#define AUGMENT_MUTATION_DRAWS_H

#include "augment/mutations.h"
#include "base/dice.h"
#include "base/scoped.h"

struct mutation_draws {
    struct mutations *mutations; /* borrowed */
    struct dice dice;
    ARRAY(uint64_t) n_left;       /* by group: members that were not drawn */
    ARRAY(uint64_t) first_member; /* by group: of all members */
    ARRAY(unsigned char) drawn;   /* a bit for each member */
    uint64_t n_left_of[N_MUTATION_RULES];
};

/* Begins to draw. `draws` is zeroed before the first use; its memory is reused. */
void mutation_draws_begin(struct mutation_draws *draws, struct mutations *mutations, uint64_t seed);
void mutation_draws_release(struct mutation_draws *draws);
SCOPED_VALUE(mutation_draws, mutation_draws_release)

/* Draws one that was not drawn before. False when there is none left. */
bool mutation_draws_next(struct mutation_draws *draws, struct mutation *mutation);

#endif
