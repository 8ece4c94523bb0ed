/* Two texts in one input. `$a$b$` marks a difference: the first text has `a` there, the second has
 * `b`. Both texts contain everything outside the marks. */
#ifndef TESTS_FUZZ_PAIR_INPUT_H
#define TESTS_FUZZ_PAIR_INPUT_H

#include "base/str.h"

/* Clears both texts first. The end of the input closes an open mark. */
void pair_input_cut(struct str *first, struct str *second, const char *bytes, size_t length);

/* Appends an input that gives these two texts, which must not contain `$`. */
void pair_input_join(struct str *out, const struct str *first, const struct str *second);

#endif
