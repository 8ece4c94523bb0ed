/* Infers the shape that all samples of a problem have in common. */
#ifndef INPUTS_INPUT_SHAPE_H
#define INPUTS_INPUT_SHAPE_H

#include "verify/inputs/input_tree.h"

/* The most samples that are looked at. */
enum { INPUT_MAX_SAMPLES = 8 };

/* What was inferred: the shape, and the numbers that its parts have. */
struct input_shape_found {
    struct input_shape shape;
    size_t n_vars, n_scalars, n_steps;
};

/* Finds the simplest shape that reads all samples to their end. There is always one, except for
 * inputs of many lines that have nothing in common; then it returns false. */
bool input_shape_infer(struct input_shape_found *found, const struct input_lines *samples, size_t n,
                       struct arena *arena);

#endif
