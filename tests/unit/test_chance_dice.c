/* Draws agree with published numbers. */
#include "base/chance.h"
#include "tests/support/test.h"

/* The first five from the seed 1234567 as Rosetta Code lists them (Pseudo-random
 * numbers/Splitmix64), and the first from 0 as other implementations test it. */
TEST(dice__roll_what_splitmix64_gives)
{
    static const uint64_t rolls[] = {6457827717110365317u, 3203168211198807973u,
                                     9817491932198370423u, 4593380528125082431u,
                                     16408922859458223821u};
    struct dice dice = {1234567}, zero = {0};
    for (size_t i = 0; i < N_ITEMS(rolls); i++)
        assert_true(dice_below(&dice, SIZE_MAX) == rolls[i]);
    assert_true(dice_below(&zero, SIZE_MAX) == 0xe220a8397b1dcdafu);
}

TEST(dice__stay_within_their_range)
{
    struct dice dice = {7};
    bool is_seen[6] = {false};
    for (int i = 0; i < 1000; i++) {
        int64_t n = dice_between(&dice, -2, 3);
        double unit = dice_unit(&dice);
        assert_in_range(n + 2, 0, 5);
        assert_true(unit >= 0 && unit < 1);
        assert_int_equal(dice_below(&dice, 1), 0);
        assert_false(dice_chance(&dice, 0));
        assert_true(dice_chance(&dice, 1));
        is_seen[n + 2] = true;
    }
    for (size_t i = 0; i < N_ITEMS(is_seen); i++)
        assert_true(is_seen[i]);
}

TEST(dice__go_by_weights)
{
    static const double weights[] = {0, 3, 0, 1, 0};
    struct dice dice = {7};
    int n[N_ITEMS(weights)] = {0};
    for (int i = 0; i < 40000; i++)
        n[dice_weighted(&dice, weights, N_ITEMS(weights))]++;
    assert_int_equal(n[0] + n[2] + n[4], 0);
    assert_in_range(n[1], 29500, 30500);
}
