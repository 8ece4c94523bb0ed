/* How tags are drawn, and how rows are shared. tests/cases/tags.case has what is tagged. */
#include "export/tag_draws.h"
#include "export/tag_rows.h"
#include "tests/support/test.h"

TEST(sets__are_counted)
{
    static const struct {
        size_t n_tokens, max_tags;
        int64_t n;
    } cases[] = {
        {0, 5, 0},
        {1, 1, 0}, /* one stays */
        {1, 5, 0},
        {2, 5, 2},
        {3, 1, 3},
        {3, 2, 6},
        {3, 3, 6},
        {3, 100, 6},
        {10, 10, 1022},
        {40, 5, 760098}, /* 40 + 780 + 9880 + 91390 + 658008 */
        {1024, 2, 524800},
        {1024, 100, INT64_MAX},
        {4294967295u, 100, INT64_MAX},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_int_equal(tag_count_sets(cases[i].n_tokens, cases[i].max_tags), cases[i].n);
}

/* Draws all sets that there are: each is new, and they are as many as were counted. */
TEST(draws__give_every_set_once)
{
    enum { N_TOKENS = 6 };
    for (size_t max_tags = 1; max_tags <= N_TOKENS + 1; max_tags++) {
        bool was_drawn[1 << N_TOKENS] = {false};
        scoped(tag_draws) draws = {0};
        struct tag_set set = {0};
        int64_t n = tag_count_sets(N_TOKENS, max_tags);
        tag_draws_start(&draws, N_TOKENS, max_tags, 1);
        for (int64_t i = 0; i < n; i++) {
            unsigned bits = 0;
            tag_draws_next(&draws, &set);
            assert_true(set.numbers.n >= 1 && set.numbers.n <= max_tags &&
                        set.numbers.n < N_TOKENS);
            for (size_t k = 0; k < set.numbers.n; k++) {
                assert_true(set.numbers.items[k] < N_TOKENS);
                assert_true(k == 0 || set.numbers.items[k - 1] < set.numbers.items[k]);
                bits |= 1u << set.numbers.items[k];
            }
            assert_false(was_drawn[bits]);
            was_drawn[bits] = true;
        }
        array_release(&set.numbers);
    }
}

/* Among many seeds, numbers of tags and tokens come about as often as each other. */
TEST(draws__are_even)
{
    enum { N_TOKENS = 10, MAX_TAGS = 4, N_SEEDS = 40000 };
    double n_of_size[MAX_TAGS + 1] = {0}, n_of_token[N_TOKENS] = {0}, n_tags = 0;
    for (uint64_t seed = 0; seed < N_SEEDS; seed++) {
        scoped(tag_draws) draws = {0};
        struct tag_set set = {0};
        tag_draws_start(&draws, N_TOKENS, MAX_TAGS, seed);
        tag_draws_next(&draws, &set);
        n_of_size[set.numbers.n]++;
        for (size_t i = 0; i < set.numbers.n; i++, n_tags++)
            n_of_token[set.numbers.items[i]]++;
        array_release(&set.numbers);
    }
    for (size_t size = 1; size <= MAX_TAGS; size++)
        assert_true(n_of_size[size] > 0.95 * N_SEEDS / MAX_TAGS &&
                    n_of_size[size] < 1.05 * N_SEEDS / MAX_TAGS);
    for (size_t i = 0; i < N_TOKENS; i++)
        assert_true(n_of_token[i] > 0.95 * n_tags / N_TOKENS &&
                    n_of_token[i] < 1.05 * n_tags / N_TOKENS);
}

/* The rows of three units with 2, 3 and many tokens. */
static void assert_shares(int64_t n_rows, size_t max_tags, int64_t n, int64_t a, int64_t b,
                          int64_t c)
{
    scoped(tag_units) units = {0};
    const uint32_t n_tokens[] = {2, 3, 100};
    for (uint64_t i = 0; i < 3; i++)
        array_push(&units.list,
                   (struct tag_unit){.n_tokens = n_tokens[i], .seed = i, .split = STRATUM_NONE});
    array_push(&units.list, (struct tag_unit){.n_tokens = 9, .seed = 0, .split = SPLIT_TRAIN});
    assert_int_equal(tag_units_share(&units, 0, n_rows, max_tags),
                     n_rows < 9 || max_tags > 1 ? n_rows < 381 ? n_rows : 381 : 9);
    assert_int_equal(tag_units_share(&units, STRATUM_NONE, n_rows, max_tags), n);
    assert_int_equal(units.list.items[0].n_rows, a);
    assert_int_equal(units.list.items[1].n_rows, b);
    assert_int_equal(units.list.items[2].n_rows, c);
}

TEST(rows__are_shared_in_rounds)
{
    assert_shares(0, 5, 0, 0, 0, 0);
    assert_shares(1, 5, 1, 1, 0, 0);
    assert_shares(3, 5, 3, 1, 1, 1);
    assert_shares(4, 5, 4, 2, 1, 1);
    assert_shares(9, 5, 9, 2, 4, 3);
    assert_shares(1000, 5, 1000, 2, 6, 992);
    assert_shares(1000, 1, 105, 2, 3, 100); /* 105 in all */
}
