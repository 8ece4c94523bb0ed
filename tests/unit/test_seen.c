/* Digests are found with the index of their first occurrence, in any number. */
#include "export/validate/seen.h"
#include "tests/support/test.h"

enum { N_DIGESTS = 20000 };

/* Every other digest falls into the same few slots. */
static struct digest digest_of(uint64_t number)
{
    struct digest digest = digest_bytes(&number, sizeof number);
    if (number % 2)
        digest.low = number % 16;
    return digest;
}

TEST(seen__finds_the_first_place_of_each)
{
    struct seen_table *table = seen_table_new();
    struct seen *seen;
    enum { N_NEAR = 600 };
    for (uint64_t i = 0; i < N_DIGESTS; i++) {
        if (i % 2 && i > N_NEAR)
            continue;
        assert_true(seen_table_add(table, &seen, digest_of(i)));
        seen->line = i + 1;
        seen->file = (uint32_t)(i % 7);
    }
    for (uint64_t i = 0; i < N_DIGESTS; i++) {
        if (i % 2 && i > N_NEAR)
            continue;
        assert_false(seen_table_add(table, &seen, digest_of(i)));
        assert_int_equal(seen->line, i + 1);
        assert_int_equal(seen->file, i % 7);
        assert_int_equal(seen->told_split, 0);
    }
    assert_true(seen_table_add(table, &seen, digest_of(N_DIGESTS)));
    seen_table_free(table);
    seen_table_free(NULL);
}
