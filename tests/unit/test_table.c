/* Texts keep their numbers, however many there are; sets do not depend on the order of joins. */
#include "base/table.h"
#include "base/chance.h"
#include "tests/support/test.h"

TEST(table__numbers_copies_of_texts_in_the_order_in_which_they_come)
{
    static const char *const keys[] = {"b", "a",      "",   "ab",   "ba", "A",
                                       " ", "りんご", "b ", "\xff", "aa"};
    scoped(table) table = {0};
    for (int round = 0; round < 2; round++) {
        assert_int_equal(table_find(&table, ""), TABLE_NONE);
        for (size_t i = 0; i < N_ITEMS(keys); i++) {
            char key[16];
            strcpy(key, keys[i]);
            assert_int_equal(table_find(&table, key), TABLE_NONE);
            assert_int_equal(i % 2 ? table_add(&table, key) : table_number(&table, key), i);
            key[0] = '?'; /* it has a copy */
            assert_int_equal(table_add(&table, keys[i / 2]), TABLE_NONE);
            assert_int_equal(table_number(&table, keys[i / 2]), i / 2);
            for (size_t k = 0; k < N_ITEMS(keys); k++)
                assert_int_equal(table_find(&table, keys[k]), k <= i ? (int64_t)k : TABLE_NONE);
        }
        for (size_t i = 0; i < N_ITEMS(keys); i++)
            assert_string_equal(table.keys.items[i], keys[i]);
        table_release(&table);
    }
}

/* Growth, and texts that differ in little. */
TEST(table__grows_as_needed)
{
    enum { N = 50000 };
    scoped(table) table = {0};
    char key[64];
    for (int i = 0; i < N; i++) {
        snprintf(key, sizeof key, "data/p%05d/Python/s%09d.py", i / 100, i);
        assert_int_equal(table_add(&table, key), i);
    }
    for (int i = 0; i < N; i++) {
        snprintf(key, sizeof key, "data/p%05d/Python/s%09d.py", i / 100, i);
        assert_int_equal(table_find(&table, key), i);
        assert_string_equal(table.keys.items[i], key);
        snprintf(key, sizeof key, "data/p%05d/Python/s%09d.pz", i / 100, i);
        assert_int_equal(table_find(&table, key), TABLE_NONE);
    }
    assert_true(table.n_slots >= table.keys.n * 2 && (table.n_slots & (table.n_slots - 1)) == 0);
}

/* The number of a text among the first `n`, found by looking at all of them. */
static int64_t find_slowly(const struct table *table, const char *key)
{
    for (size_t i = 0; i < table->keys.n; i++)
        if (strcmp(table->keys.items[i], key) == 0)
            return (int64_t)i;
    return TABLE_NONE;
}

TEST(table__finds_what_a_search_through_all_finds)
{
    scoped(table) table = {0};
    srand(3);
    for (int round = 0; round < 20000; round++) {
        char key[5] = {0};
        for (int i = rand() % 5; i > 0; i--)
            key[i - 1] = "ab/"[rand() % 3];
        int64_t number = find_slowly(&table, key);
        assert_int_equal(table_find(&table, key), number);
        size_t n = table.keys.n;
        assert_int_equal(table_add(&table, key), number == TABLE_NONE ? (int64_t)n : TABLE_NONE);
    }
    assert_int_equal(table.keys.n, 1 + 3 + 9 + 27 + 81);
}

/* ---- Sets ---- */

TEST(union_find__says_whether_two_sets_became_one)
{
    static const struct {
        uint32_t a, b;
        bool were_two;
    } joins[] = {{3, 3, false}, {4, 2, true},  {2, 4, false}, {1, 0, true},
                 {4, 1, true},  {0, 2, false}, {3, 4, true}};
    scoped(union_find) sets = {0};
    union_find_init(&sets, 0);
    assert_int_equal(sets.n, 0);
    union_find_release(&sets);
    union_find_init(&sets, 6);
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(union_find_root(&sets, i), i);
    for (size_t i = 0; i < N_ITEMS(joins); i++)
        assert_int_equal(union_find_join(&sets, joins[i].a, joins[i].b), joins[i].were_two);
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(union_find_root(&sets, i), i < 5 ? 0 : 5);
}

/* Against labels that are all written anew at each join. */
TEST(union_find__represents_a_set_by_its_smallest_number)
{
    struct dice chance = {11};
    for (int round = 0; round < 500; round++) {
        uint32_t labels[60], n = 1 + (uint32_t)dice_below(&chance, 60);
        scoped(union_find) sets = {0};
        union_find_init(&sets, n);
        for (uint32_t i = 0; i < n; i++)
            labels[i] = i;
        for (size_t joins = dice_below(&chance, 2 * 60); joins > 0; joins--) {
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
