/* Whether two tokens mean the same, although their texts differ: 'a' and "a", 10 and 0xA. */
#ifndef TOKENIZE_SAME_VALUE_H
#define TOKENIZE_SAME_VALUE_H

#include "tokenize/program.h"

/* Returns whether one of the tokens can take the place of the other without a change of meaning:
 * both are literals with the same value and the same type, or spell one operator. The programs are
 * in `dialect` (the name of a set of dialects; NULL: unknown).
 *
 * The types of C and C++ must be the same both where `long` has 64 bits and where it has 32. False
 * is not certain: numbers of more than 4,300 digits, forms that only Python 2 has, and strings with
 * line splices are not compared, and an escape that names a character is only equal to itself. */
bool tokens_have_same_value(const struct program *a, size_t index_a, const struct program *b,
                            size_t index_b, const char *dialect);

#endif
