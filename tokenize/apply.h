/* Exported edits, applied to a source: the rule that README gives to those who read exports. */
#ifndef TOKENIZE_APPLY_H
#define TOKENIZE_APPLY_H

#include "base/str.h"

#include <stdbool.h>

/* Whether two characters that come to stand side by side would become parts of one token: two word
 * characters (letters, digits, `_`, non-ASCII), or a digit and a dot. */
bool characters_join(char left, char right);

/* Applies an edit as exported rows give it: the bytes from `start_byte` to `end_byte` of
 * `source` become `after`; a space goes where characters that join then meet, or two quotes and a
 * third of the same kind (an empty string and another string: three would open a string over
 * lines); a deletion (empty `after`) also removes the blanks after the token. The result is
 * appended to `out`. */
void edit_apply(struct str *out, const char *source, size_t length, size_t start_byte,
                size_t end_byte, const char *after, size_t after_length);

#endif
