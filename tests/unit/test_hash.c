/* Different texts, seeds and orders have different hashes, and the hashes do not change between
 * versions. */
#include "base/hash.h"
#include "tests/support/test.h"

/* XXH3 is specified: other numbers would make other databases of the same input. */
TEST(hash__is_the_one_that_is_specified)
{
    struct digest empty = digest_bytes("", 0);
    assert_true(hash_bytes("", 0, 0) == 0x2d06800538d394c2u);
    assert_true(empty.high == 0x99aa06d3014798d8u && empty.low == 0x6001c324468d497fu);
}

TEST(hash__distinguishes_bytes_and_seeds)
{
    static const char bytes[] = "abcdefgh\0abcdefgh\0\0\0";
    uint64_t seen[N_ITEMS(bytes) * 4];
    size_t n = 0;
    for (size_t length = 0; length < 8; length++)
        for (uint64_t seed = 0; seed < 4; seed++)
            seen[n++] = hash_bytes(bytes, length, seed);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            assert_true(seen[i] != seen[k]);
    assert_true(hash_bytes(bytes, 8, 1) == hash_bytes(bytes + 9, 8, 1));
    assert_true(hash_bytes(bytes + 17, 1, 1) != hash_bytes(bytes + 17, 2, 1));
}

TEST(hash__sum_is_that_of_the_parts_together)
{
    static const char text[] = "The quick brown fox jumps over the lazy dog, and again and again.";
    struct hash_sum *sum = hash_sum_new();
    assert_true(hash_sum_finish(sum) == 0xef46db3751d8e999u);
    uint64_t whole = 0;
    for (size_t step = sizeof text; step > 0; step--) {
        sum = hash_sum_new();
        for (size_t at = 0; at < sizeof text; at += step)
            hash_sum_add(sum, text + at, step < sizeof text - at ? step : sizeof text - at);
        hash_sum_add(sum, "", 0);
        uint64_t result = hash_sum_finish(sum);
        if (step == sizeof text)
            whole = result;
        assert_true(result == whole);
    }
    sum = hash_sum_new();
    hash_sum_add(sum, "abc", 3);
    assert_true(hash_sum_finish(sum) == 0x44bc2cf5ad770999u);
}

TEST(hash__of_a_pair_knows_its_order)
{
    for (uint64_t a = 0; a < 20; a++)
        for (uint64_t b = 0; b < 20; b++) {
            assert_true(hash_pair(a, b) == hash_pair(a, b));
            if (a != b)
                assert_true(hash_pair(a, b) != hash_pair(b, a));
        }
}

TEST(digest__compares_as_one_number)
{
    static const struct digest ascending[] = {
        {0, 0}, {0, 1}, {0, UINT64_MAX}, {1, 0}, {1, 1}, {UINT64_MAX, 0}, {UINT64_MAX, UINT64_MAX},
    };
    for (int a = 0; a < (int)N_ITEMS(ascending); a++)
        for (int b = 0; b < (int)N_ITEMS(ascending); b++) {
            int order = digest_compare(ascending[a], ascending[b]);
            assert_int_equal((order > 0) - (order < 0), (a > b) - (a < b));
        }
}

TEST(digest__depends_on_every_byte)
{
    char bytes[300] = {0};
    struct digest zeros = digest_bytes(bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = 1;
        assert_int_not_equal(digest_compare(zeros, digest_bytes(bytes, sizeof bytes)), 0);
        bytes[i] = 0;
        assert_int_not_equal(digest_compare(zeros, digest_bytes(bytes, i)), 0);
    }
    assert_int_equal(digest_compare(zeros, digest_bytes(bytes, sizeof bytes)), 0);
}
