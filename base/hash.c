/* The door to xxHash. */
#include "base/hash.h"

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
    if (a.high != b.high)
        return a.high < b.high ? -1 : 1;
    return (a.low > b.low) - (a.low < b.low);
}
