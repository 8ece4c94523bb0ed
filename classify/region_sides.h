/* What a test expects of a condition, and of a call with two sides (region_spot.h). */
#ifndef CLASSIFY_REGION_SIDES_H
#define CLASSIFY_REGION_SIDES_H

#include "classify/region_spot.h"

/* Names of relations; ends with NULL. */
extern const char *const side_relations[];

/* Returns whether a relation is between the tokens, in no other brackets. */
bool side_has_relation(const struct spot *spot, size_t first, size_t end);

/* Returns whether a token is a literal, or the name of a constant. */
bool side_is_literal(const struct spot *spot, size_t i);

/* Returns whether the tokens begin with one. */
bool side_begins_literal(const struct spot *spot, size_t i);

/* Returns whether the token of a condition, from `first` to `end`, is what is expected: its
 * relation, or the side that is constant. */
bool side_is_expected(const struct spot *spot, size_t first, size_t end);

/* The first items of a call. */
struct sides {
    size_t starts[3], ends[3];
    size_t n;
};

struct sides sides_of(const struct spot *spot, const struct place_frame *frame);

/* Returns the index of the expected one of two sides: the one that is called so, or is constant, or
 * where the language's assertions have it. */
size_t sides_expected(const struct spot *spot, const struct sides *sides);

/* Returns whether the first of three sides is the message, as JUnit 4 has it. */
bool sides_have_message(const struct spot *spot, const struct sides *sides);

/* Returns whether the second side is an operator between two others: tt_int_op(f(1), ==, 2). */
bool sides_have_operator(const struct spot *spot, const struct sides *sides);

#endif
