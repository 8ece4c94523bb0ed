/* Writes and reads JSON values as YAML, with libyaml.
 *
 * YAML 1.1, which most programs still use, and the core schema of YAML 1.2 disagree about some
 * plain scalars, words without quotes: `no` is false in one and a text in the other. */
#ifndef BASE_JSON_YAML_H
#define BASE_JSON_YAML_H

#include "base/err.h"
#include "base/json.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

/* Appends an object as a YAML document in block style, without the markers `---` and `...`. Readers
 * of YAML 1.1 and 1.2 get the same values: a text is plain if both read it as a text, and otherwise
 * in double quotes. Lines are not folded. Bytes of a text that are not UTF-8 become U+FFFD. */
void json_to_yaml(struct str *out, const struct json *value);

/* Reads the only document in `length` bytes of UTF-8; null when there is none. Plain scalars follow
 * the core schema of YAML 1.2. Quoted and block scalars are texts. Keys are always texts, quoted or
 * not.
 *
 * Fails, and names the line (`line 12: ...`), for: anchors and aliases, tags, a key that is not a
 * scalar, a duplicate key, a second document, zero bytes in a text, numbers that JSON does not
 * have, and more than 100 levels of lists and objects. */
int json_from_yaml(struct json **out, const char *bytes, size_t length, struct err *err);

/* Appends the name and version of the library. */
void json_yaml_add_library(struct str *out);

#endif
