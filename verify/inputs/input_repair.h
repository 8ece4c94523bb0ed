/* Draws fields of an input; and makes a changed tree fit its shape again, and what is kept of the
 * samples where that is easy. */
#ifndef INPUTS_INPUT_REPAIR_H
#define INPUTS_INPUT_REPAIR_H

#include "base/dice.h"
#include "verify/inputs/input_facts.h"

/* What changes of a tree draw from. */
struct input_source {
    const struct input_shape_found *found;
    const struct input_facts *facts;
    const struct input_tree *samples;
    size_t n_samples;
    const int64_t *hints; /* numbers that programs name */
    size_t n_hints;
    struct dice *dice;
    struct arena *arena; /* of the changed tree */
};

/* Replaces a field by one that the variable could have: an observed one, one beside it, an end of
 * its range, or anything in the range. */
void input_draw_cell(const struct input_source *source, int var, struct input_cell *cell);

/* Changes a word in one place, or its length. */
void input_draw_word(const struct input_source *source, int var, struct input_cell *cell,
                     size_t length);

/* Gives lists and blocks the sizes that the scalars say, words their lengths, numbers their bounds,
 * and orders lists. It may fail, so ask input_facts_hold(). Returns false if sizes are impossible.
 */
bool input_repair(const struct input_source *source, struct input_tree *tree);

#endif
