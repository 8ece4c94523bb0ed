/* Whether two tokens mean the same, although their texts differ: 'a' and "a", 10 and 0xA. */
#ifndef TOKENIZE_SAME_VALUE_H
#define TOKENIZE_SAME_VALUE_H

#include "tokenize/program.h"

/* Returns the dialects (language_dialects_named) in which one of the tokens can take the place of
 * the other without a change of meaning: both are literals with the same value and the same type,
 * or spell one operator.
 *
 * The types of C and C++ must be the same both where `long` has 64 bits and where it has 32. A
 * dialect that is not returned is not certain: numbers of more than 4,300 digits or that only
 * Python 2 has, and strings with line splices are not compared. The name of a character that
 * libunistring does not know is only equal to itself. */
unsigned dialects_of_same_value(const struct program *a, size_t index_a, const struct program *b,
                                size_t index_b);

/* Returns whether they can in all dialects that `dialects` names (NULL: in all). */
bool tokens_have_same_value(const struct program *a, size_t index_a, const struct program *b,
                            size_t index_b, const char *dialects);

#endif
