/* JSON by the letter of RFC 8259: stricter than the reader in base/json.h, and it tells where. */
#ifndef VALIDATE_JSON_SYNTAX_H
#define VALIDATE_JSON_SYNTAX_H

#include <stddef.h>

/* Returns NULL when `length` bytes of UTF-8 are one JSON value with white space around it; else
 * what is wrong, a static text, and at which byte (from 0). */
const char *json_syntax_error(const char *bytes, size_t length, size_t *byte);

#endif
