/* What holds in all samples of a problem: ranges of numbers, alphabets, and relations between
 * fields, lists, words and rows. Facts are learned from the samples' trees, and then say whether
 * another tree of the same shape is as they are. */
#ifndef INPUTS_INPUT_FACTS_H
#define INPUTS_INPUT_FACTS_H

#include "verify/inputs/input_predicates.h"
#include "verify/inputs/input_range.h"
#include "verify/inputs/input_shape.h"

/* Facts of one kind at one place: bits of input_predicates.h. */
struct input_site {
    uint32_t broken;     /* did not hold once */
    uint32_t kept;       /* held, often enough: what other trees must have */
    uint8_t evidence[8]; /* how often a bit held where it could have failed; 255: or more */
};

struct input_facts; /* opaque */

/* Allocates facts without knowledge, in the arena. */
struct input_facts *input_facts_new(const struct input_shape_found *found, struct arena *arena);

/* Learns from a sample. */
void input_facts_learn(struct input_facts *facts, const struct input_tree *tree);

/* Decides which facts are kept, after the last sample. */
void input_facts_settle(struct input_facts *facts, enum input_strictness strictness);

/* Whether a tree has all that is kept. */
bool input_facts_hold(const struct input_facts *facts, const struct input_tree *tree);

/* What other trees may have for a variable, and what the samples had. */
struct input_bounds input_facts_bounds(const struct input_facts *facts, int var);
const struct input_range *input_facts_range(const struct input_facts *facts, int var);

/* What is kept of a number beside a scalar (HOLDS_LE, ...), of the length of a word beside a scalar
 * (the same bits), and of the lists of a variable: in a line, or in a column of a block. */
uint32_t input_facts_scalar(const struct input_facts *facts, int var, int scalar);
uint32_t input_facts_list(const struct input_facts *facts, int var, bool is_column);
uint32_t input_facts_edges(const struct input_facts *facts, const struct input_step *block,
                           int scalar);

#endif
