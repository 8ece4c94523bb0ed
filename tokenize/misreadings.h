/* Finds where a grammar reads a program otherwise than a compiler, and what to hand it instead. */
#ifndef TOKENIZE_MISREADINGS_H
#define TOKENIZE_MISREADINGS_H

#include "tokenize/meanings.h"

/* Adds edits of a round for names that mean something else than the grammar assumes. `meanings` are
 * those of the tree. Returns how many. */
size_t misreadings_find(struct handed *handed, const struct meanings *meanings, uint32_t round);

/* Gives names that are called or are arguments, but mean types, the kind of a type in the tree; and
 * names in the places of types that mean values, that of a value. What is left of declarations with
 * such a name becomes an operation, or arguments. */
void misreadings_mark_types(const struct meanings *meanings);

#endif
