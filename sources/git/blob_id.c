#include "sources/git/blob_id.h"

#include <nettle/base16.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { HEADER_BYTES = 32 };

bool blob_id_is(const char *id, const char *type, const char *bytes, size_t length)
{
    char header[HEADER_BYTES], hex[2 * SHA256_DIGEST_SIZE];
    uint8_t digest[SHA256_DIGEST_SIZE];
    size_t n_header = (size_t)snprintf(header, sizeof header, "%s %zu", type, length) + 1;
    bool is_sha256 = strlen(id) == 2 * SHA256_DIGEST_SIZE;
    size_t n_digest = is_sha256 ? SHA256_DIGEST_SIZE : SHA1_DIGEST_SIZE;
    if (is_sha256) {
        struct sha256_ctx context;
        sha256_init(&context);
        sha256_update(&context, n_header, (const uint8_t *)header);
        sha256_update(&context, length, (const uint8_t *)bytes);
        sha256_digest(&context, n_digest, digest);
    } else {
        struct sha1_ctx context;
        sha1_init(&context);
        sha1_update(&context, n_header, (const uint8_t *)header);
        sha1_update(&context, length, (const uint8_t *)bytes);
        sha1_digest(&context, n_digest, digest);
    }
    base16_encode_update(hex, n_digest, digest);
    return strlen(id) == 2 * n_digest && memcmp(id, hex, 2 * n_digest) == 0;
}
