/* SHA-256 (FIPS 180-4, nettle), as 64 lower-case hexadecimal digits. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>

enum { SHA256_HEX_SIZE = 65 }; /* digits and the final zero */

void sha256_hex(const void *bytes, size_t length, char hex[SHA256_HEX_SIZE]);

#endif
