/* What a plain scalar of YAML means: a word without quotes, which may be a text, a number, ...
 *
 * YAML 1.1 (which most programs still speak) and the core schema of YAML 1.2 disagree about it:
 * `no` is false in one and a text in the other. */
#ifndef BASE_YAML_SCALAR_H
#define BASE_YAML_SCALAR_H

#include "base/err.h"
#include "base/json.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether a text of `length` bytes of UTF-8, written plain in a block, is that text for readers of
 * both. Texts that look much like numbers or dates are not, without looking closer. */
bool yaml_scalar_is_safe(const char *text, size_t length);

/* The value of a plain scalar by the core schema (YAML 1.2.2, 10.3.2). Fails for what has no place
 * in JSON: infinity, what is no number (.nan), and whole numbers beyond 64 bits. */
int yaml_scalar_read(struct json **out, const char *text, struct err *err);

#endif
