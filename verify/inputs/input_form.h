/* Infers the form of a line from all lines of the samples that are in its place. */
#ifndef VERIFY_INPUT_FORM_H
#define VERIFY_INPUT_FORM_H

#include "base/array.h"
#include "verify/inputs/input_tree.h"

/* A line, and the scalars that are known before it. */
struct input_use {
    const struct input_line *line;
    const struct input_scope *scope;
};

struct input_uses {
    struct input_use *items;
    size_t n, capacity;
};

/* Sets the form of a line, its number of fixed fields, the size of its list, and its tags. The size
 * may name the scalars `offered` and the line's own fields. Returns the cost: the more the form
 * leaves open, the higher. */
double input_form_infer(struct input_step *step, const struct input_uses *uses, const int *offered,
                        size_t n_offered);

#endif
