/* Sets do not depend on the order of joins. */
#include "base/table.h"
#include "tests/support/mutation.h"
#include "tests/support/test.h"

enum { MAX_ITEMS = 60 };

TEST(union_find__begins_with_each_number_alone)
{
    scoped(union_find) sets = {0};
    union_find_init(&sets, 5);
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(union_find_root(&sets, i), i);
    union_find_release(&sets);
    union_find_init(&sets, 0);
    assert_int_equal(sets.n, 0);
}

TEST(union_find__says_whether_two_sets_became_one)
{
    static const struct {
        uint32_t a, b;
        bool were_two;
    } joins[] = {
        {3, 3, false}, {4, 2, true},  {2, 4, false}, {1, 0, true},
        {4, 1, true},  {0, 2, false}, {3, 4, true},
    };
    scoped(union_find) sets = {0};
    union_find_init(&sets, 6);
    for (size_t i = 0; i < N_ITEMS(joins); i++)
        assert_int_equal(union_find_join(&sets, joins[i].a, joins[i].b), joins[i].were_two);
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(union_find_root(&sets, i), 0);
    assert_int_equal(union_find_root(&sets, 5), 5);
}

/* Against labels that are all written anew at each join. */
TEST(union_find__represents_a_set_by_its_smallest_number)
{
    struct dice chance = {11};
    for (int round = 0; round < 500; round++) {
        uint32_t labels[MAX_ITEMS], n = 1 + (uint32_t)dice_below(&chance, MAX_ITEMS);
        scoped(union_find) sets = {0};
        union_find_init(&sets, n);
        for (uint32_t i = 0; i < n; i++)
            labels[i] = i;
        for (size_t joins = dice_below(&chance, 2 * MAX_ITEMS); joins > 0; joins--) {
            uint32_t a = (uint32_t)dice_below(&chance, n), b = (uint32_t)dice_below(&chance, n);
            uint32_t low = labels[a] < labels[b] ? labels[a] : labels[b];
            uint32_t high = labels[a] < labels[b] ? labels[b] : labels[a];
            assert_int_equal(union_find_join(&sets, a, b), low != high);
            for (uint32_t i = 0; i < n; i++)
                labels[i] = labels[i] == high ? low : labels[i];
            uint32_t any = (uint32_t)dice_below(&chance, n);
            assert_int_equal(union_find_peek(&sets, any), labels[any]);
            assert_int_equal(union_find_root(&sets, any), labels[any]);
        }
        for (uint32_t i = 0; i < n; i++)
            assert_int_equal(union_find_root(&sets, i), labels[i]);
    }
}

TEST(union_find__does_not_depend_on_the_order_of_joins)
{
    struct dice chance = {12};
    for (int round = 0; round < 200; round++) {
        uint32_t joins[40][2];
        scoped(union_find) first = {0}, second = {0};
        union_find_init(&first, MAX_ITEMS);
        union_find_init(&second, MAX_ITEMS);
        for (size_t i = 0; i < N_ITEMS(joins); i++) {
            joins[i][0] = (uint32_t)dice_below(&chance, MAX_ITEMS);
            joins[i][1] = (uint32_t)dice_below(&chance, MAX_ITEMS);
            union_find_join(&first, joins[i][0], joins[i][1]);
        }
        for (size_t i = N_ITEMS(joins); i > 0; i--) { /* shuffled, and turned round */
            size_t at = dice_below(&chance, i);
            union_find_join(&second, joins[at][1], joins[at][0]);
            joins[at][0] = joins[i - 1][0];
            joins[at][1] = joins[i - 1][1];
        }
        for (uint32_t i = 0; i < MAX_ITEMS; i++)
            assert_int_equal(union_find_root(&first, i), union_find_root(&second, i));
    }
}
