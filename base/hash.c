/* Uses xxHash. */
#include "base/hash.h"

#include "base/array.h"
#include "base/mem.h"

#include <xxhash.h>

uint64_t hash_bytes(const void *bytes, size_t length, uint64_t seed)
{
    return XXH3_64bits_withSeed(bytes, length, seed);
}

static XXH64_state_t *state_of(struct hash_sum *sum)
{
    return (XXH64_state_t *)sum;
}

struct hash_sum *hash_sum_new(void)
{
    XXH64_state_t *state = XXH64_createState();
    if (!state)
        mem_exhausted();
    XXH64_reset(state, 0);
    return (struct hash_sum *)state;
}

void hash_sum_add(struct hash_sum *sum, const void *bytes, size_t length)
{
    XXH64_update(state_of(sum), bytes, length);
}

uint64_t hash_sum_finish(struct hash_sum *sum)
{
    uint64_t result = XXH64_digest(state_of(sum));
    XXH64_freeState(state_of(sum));
    return result;
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

int numbered_digest_compare(const void *a, const void *b)
{
    const struct numbered_digest *x = a, *y = b;
    int order = digest_compare(x->digest, y->digest);
    return order ? order : COMPARE(x->number, y->number);
}
