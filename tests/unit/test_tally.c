/* Rows by name and split. */
#include "publish/tally.h"
#include "tests/support/test.h"

TEST(tally__counts_by_name_and_split)
{
    struct tally tally = {0};
    tally_name(&tally, "none");
    tally_add(&tally, "b", 0);
    tally_add(&tally, "a", 2);
    tally_add(&tally, "b", 2);
    tally_add(&tally, "b", 2);
    assert_int_equal(tally.counts.n, 3);
    assert_int_equal(tally.counts.items[1].of[0], 1);
    assert_int_equal(tally.counts.items[1].of[1], 0);
    assert_int_equal(tally.counts.items[1].of[2], 2);
    assert_int_equal(split_counts_total(&tally.counts.items[1]), 3);
    assert_int_equal(split_counts_total(&tally.counts.items[0]), 0);
    tally_release(&tally);
}

TEST(tally__orders_by_rows_and_then_by_name)
{
    struct tally tally = {0};
    const char *const names[] = {"c", "b", "d", "b", "a", "c"};
    const char *const expected[] = {"b", "c", "a", "d"};
    for (size_t i = 0; i < N_ITEMS(names); i++)
        tally_add(&tally, names[i], (int)i % N_SPLITS);
    size_t *order = tally_order(&tally);
    for (size_t i = 0; i < N_ITEMS(expected); i++)
        assert_string_equal(tally.names.keys.items[order[i]], expected[i]);
    free(order);
    tally_release(&tally);
}
