/* Two texts in one input: `$a$b$` stands where they differ, the first has `a` there and the second
 * `b`; what stands outside belongs to both. */
#ifndef TESTS_FUZZ_PAIR_INPUT_H
#define TESTS_FUZZ_PAIR_INPUT_H

#include "base/str.h"

/* Clears both texts first. A mark that is not closed is closed by the end. */
void pair_input_cut(struct str *first, struct str *second, const char *bytes, size_t length);

/* Appends an input that is cut into these two, which hold no `$`. */
void pair_input_join(struct str *out, const struct str *first, const struct str *second);

#endif
