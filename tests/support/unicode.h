/* Code points for tests that go through all of them. */
#ifndef TESTS_SUPPORT_UNICODE_H
#define TESTS_SUPPORT_UNICODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { N_CODE_POINTS = 0x110000 };

/* Surrogates are code points, but have no place in UTF-8. */
bool is_surrogate(uint32_t code);

/* Writes the UTF-8 form of a code point (RFC 3629), for surrogates what it would be; returns the
 * number of bytes. */
size_t encode_utf8(uint32_t code, char bytes[4]);

#endif
