/* The names of missing shards. tests/slow/test_shards.c shows the rest. */
#include "miner/shard_set.h"
#include "tests/support/test.h"

TEST(shard_set__names_missing_ones_as_ranges)
{
    static const struct {
        const char *there; /* a letter for each: x is present */
        const char *missing;
        size_t n;
    } cases[] = {
        {"x", "", 0},
        {".", "1", 1},
        {"xxxx", "", 0},
        {"....", "1-4", 4},
        {".x.x", "1,3", 2},
        {"x..x", "2-3", 2},
        {"x.x...x.", "2,4-6,8", 5},
        {"..x", "1-2", 2},
        {"", "", 0},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) out = {0};
        bool is_there[16];
        size_t n = strlen(cases[i].there);
        for (size_t k = 0; k < n; k++)
            is_there[k] = cases[i].there[k] == 'x';
        assert_int_equal(shard_set_add_missing(&out, is_there, n), cases[i].n);
        assert_string_equal(str_text(&out), cases[i].missing);
    }
}
