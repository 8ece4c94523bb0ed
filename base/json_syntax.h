/* Strict JSON syntax. */
#ifndef BASE_JSON_SYNTAX_H
#define BASE_JSON_SYNTAX_H

#include <stddef.h>

enum {
    MAX_JSON_DEPTH = 1000
}; /* of arrays and objects in one another; json_parse() reads as many */

/* Checks JSON strictly according to RFC 8259. It is stricter than the reader in base/json.h, and it
 * reports the position. Returns NULL when `length` bytes of UTF-8 are one JSON value with white
 * space around it. Otherwise returns what is wrong, as a static text, and sets `byte` to where
 * (from 0). */
const char *json_syntax_error(const char *bytes, size_t length, size_t *byte);

/* Returns the number of bytes of the value at the start, which is inside of `depth` open arrays and
 * objects; 0 if it is not one. What comes after it is not looked at. */
size_t json_syntax_value(const char *bytes, size_t length, size_t depth);

#endif
