/* Applies exported edits to a source. The manual gives the same rule to readers of exports. */
#ifndef TOKENIZE_APPLY_H
#define TOKENIZE_APPLY_H

#include "base/str.h"

#include <stdbool.h>

/* Returns whether two adjacent characters become parts of one token: two word characters (letters,
 * digits, `_`, non-ASCII), or a digit and a dot. */
bool characters_join(char left, char right);

/* Applies an edit of an exported row and appends the result to `out`.
 *
 * `after` replaces the bytes from `start_byte` to `end_byte` of `source`. A space is inserted where
 * two characters that join would meet, or two of the same sign (`+ - & | < > =`), or `/` and `/` or
 * `*`. A space is also inserted where two quotes would meet a third
 * of the same kind: after an empty string comes another string, and three quotes would open a
 * multi-line string. A deletion (empty `after`) also removes the blanks after the token. */
void edit_apply(struct str *out, const char *source, size_t length, size_t start_byte,
                size_t end_byte, const char *after, size_t after_length);

#endif
