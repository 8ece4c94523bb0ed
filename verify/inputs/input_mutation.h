/* Changes the tree of an input in a few places. */
#ifndef VERIFY_INPUT_MUTATION_H
#define VERIFY_INPUT_MUTATION_H

#include "verify/inputs/input_repair.h"

/* Changes a tree in one place: a field, a size, a word, a list, a row, or a part of another sample.
 * The tree may no longer fit its shape; input_repair() follows. */
void input_mutate(const struct input_source *source, struct input_tree *tree);

/* Draws all fields anew, and small sizes. */
void input_redraw(const struct input_source *source, struct input_tree *tree);

#endif
