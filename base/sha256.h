/* SHA-256 (FIPS 180-4, nettle), as 64 lower-case hexadecimal digits. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include "base/str.h"
#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

enum { SHA256_HEX_SIZE = 65 }; /* digits and the final zero */

void sha256_hex(const void *bytes, size_t length, char hex[SHA256_HEX_SIZE]);

/* The same in base 64 (RFC 4648), the form in which content security policies name scripts. */
enum { SHA256_BASE64_SIZE = 45 };
void sha256_base64(const void *bytes, size_t length, char base64[SHA256_BASE64_SIZE]);

/* The digest of bytes that come in several parts. It does not depend on how they are divided. */
struct sha256; /* opaque */
struct sha256 *sha256_new(void);
void sha256_add(struct sha256 *sha256, const void *bytes, size_t length);

/* Writes the digest and releases `sha256`. */
void sha256_finish(struct sha256 *sha256, char hex[SHA256_HEX_SIZE]);

/* Writes the digest of a file's content, which is read once from start to end, and the number of
 * its bytes (`n_bytes` may be NULL). */
int sha256_file(const char *path, char hex[SHA256_HEX_SIZE], uint64_t *n_bytes, struct err *err);

/* Appends the name and version of the library. */
void sha256_add_library(struct str *out);

#endif
