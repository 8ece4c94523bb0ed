/* JSON by the letter. */
#ifndef BASE_JSON_SYNTAX_H
#define BASE_JSON_SYNTAX_H

#include <stddef.h>

/* JSON by the letter of RFC 8259: stricter than the reader in base/json.h, and it says where.
 * Returns NULL when `length` bytes of UTF-8 are one JSON value with white space around it; else
 * what is wrong, a static text, and at which byte (from 0). */
const char *json_syntax_error(const char *bytes, size_t length, size_t *byte);

#endif
