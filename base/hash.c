/* Uses xxHash, and nettle, which uses the processor's own instructions if there are any. */
#include "base/hash.h"

#include <nettle/base16.h>
#include <nettle/base64.h>
#include <nettle/sha2.h>
#include <nettle/version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

uint64_t hash_bytes(const void *bytes, size_t length, uint64_t seed)
{
    return XXH3_64bits_withSeed(bytes, length, seed);
}

uint64_t hash_pair(uint64_t a, uint64_t b)
{
    uint64_t both[2] = {a, b};
    return XXH3_64bits(both, sizeof both);
}

struct digest digest_bytes(const void *bytes, size_t length)
{
    XXH128_hash_t hash = XXH3_128bits(bytes, length);
    return (struct digest){hash.high64, hash.low64};
}

int digest_compare(struct digest a, struct digest b)
{
    int order = COMPARE(a.high, b.high);
    return order ? order : COMPARE(a.low, b.low);
}

void hash_add_library(struct str *out)
{
    unsigned number = XXH_versionNumber();
    str_print(out, "xxHash %u.%u.%u", number / 10000, number / 100 % 100, number % 100);
}

enum { FILE_BLOCK_BYTES = 1 << 16 };

struct sha256 {
    struct sha256_ctx context;
};

static void write_digest(struct sha256_ctx *context, char hex[SHA256_HEX_SIZE])
{
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_digest(context, sizeof digest, digest);
    base16_encode_update(hex, sizeof digest, digest);
    hex[SHA256_HEX_SIZE - 1] = '\0';
}

void sha256_hex(const void *bytes, size_t length, char hex[SHA256_HEX_SIZE])
{
    struct sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, length, bytes);
    write_digest(&context, hex);
}

void sha256_base64(const void *bytes, size_t length, char base64[SHA256_BASE64_SIZE])
{
    struct sha256_ctx context;
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_init(&context);
    sha256_update(&context, length, bytes);
    sha256_digest(&context, sizeof digest, digest);
    base64_encode_raw(base64, sizeof digest, digest);
    base64[SHA256_BASE64_SIZE - 1] = '\0';
}

struct sha256 *sha256_new(void)
{
    struct sha256 *sha256 = mem_alloc(1, sizeof *sha256);
    sha256_init(&sha256->context);
    return sha256;
}

void sha256_add(struct sha256 *sha256, const void *bytes, size_t length)
{
    if (length) /* otherwise `bytes` may be NULL, which memcpy() does not accept */
        sha256_update(&sha256->context, length, bytes);
}

void sha256_finish(struct sha256 *sha256, char hex[SHA256_HEX_SIZE])
{
    write_digest(&sha256->context, hex);
    free(sha256);
}

int sha256_file(const char *path, char hex[SHA256_HEX_SIZE], uint64_t *n_bytes, struct err *err)
{
    scoped_file FILE *file = fopen(path, "rbe");
    if (!file)
        return err_set_errno(err, "cannot open '%s'", path);
    scoped_memory char *block = mem_alloc(FILE_BLOCK_BYTES, 1);
    struct sha256_ctx context;
    uint64_t total = 0;
    size_t n;
    sha256_init(&context);
    while ((n = fread(block, 1, FILE_BLOCK_BYTES, file)) > 0) {
        sha256_update(&context, n, (const uint8_t *)block);
        total += n;
    }
    if (ferror(file))
        return err_set_errno(err, "cannot read '%s'", path);
    write_digest(&context, hex);
    if (n_bytes)
        *n_bytes = total;
    return 0;
}

void sha256_add_library(struct str *out)
{
    str_print(out, "nettle %d.%d", nettle_version_major(), nettle_version_minor());
}
