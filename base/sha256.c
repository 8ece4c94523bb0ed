/* The door to nettle, which uses the processor's own instructions where there are some. */
#include "base/sha256.h"

#include <nettle/base16.h>
#include <nettle/sha2.h>

void sha256_hex(const void *bytes, size_t length, char hex[SHA256_HEX_SIZE])
{
    struct sha256_ctx context;
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_init(&context);
    sha256_update(&context, length, bytes);
    sha256_digest(&context, sizeof digest, digest);
    base16_encode_update(hex, sizeof digest, digest);
    hex[SHA256_HEX_SIZE - 1] = '\0';
}
