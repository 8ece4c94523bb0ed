/* Texts keep their numbers, however many there are. */
#include "base/table.h"
#include "tests/support/test.h"

TEST(table__finds_nothing_while_it_is_empty)
{
    scoped(table) table = {0};
    assert_int_equal(table_find(&table, ""), TABLE_NONE);
    assert_int_equal(table_find(&table, "a"), TABLE_NONE);
}

TEST(table__numbers_texts_in_the_order_in_which_they_come)
{
    static const char *const keys[] = {
        "b",      "a",  "",     "ab", "ba", "data/p00001/Python/s1.py", "A", " ",
        "りんご", "b ", "\xff", "aa", "aaa"};
    scoped(table) table = {0};
    for (size_t i = 0; i < N_ITEMS(keys); i++) {
        assert_int_equal(table_find(&table, keys[i]), TABLE_NONE);
        assert_int_equal(table_add(&table, keys[i]), i);
        assert_int_equal(table_add(&table, keys[i / 2]), TABLE_NONE);
        for (size_t k = 0; k < N_ITEMS(keys); k++)
            assert_int_equal(table_find(&table, keys[k]), k <= i ? (int64_t)k : TABLE_NONE);
    }
    assert_int_equal(table.keys.n, N_ITEMS(keys));
    for (size_t i = 0; i < N_ITEMS(keys); i++)
        assert_string_equal(table.keys.items[i], keys[i]);
}

TEST(table__keeps_copies)
{
    scoped(table) table = {0};
    char key[] = "one";
    table_add(&table, key);
    key[0] = 'O';
    assert_int_equal(table_find(&table, key), TABLE_NONE);
    assert_int_equal(table_find(&table, "one"), 0);
}

TEST(table__is_empty_after_release_and_can_be_used_again)
{
    scoped(table) table = {0};
    table_add(&table, "one");
    table_add(&table, "two");
    table_release(&table);
    assert_int_equal(table_find(&table, "two"), TABLE_NONE);
    assert_int_equal(table_add(&table, "two"), 0);
}

/* Growth, and texts that differ in little. */
TEST(table__grows_as_needed)
{
    enum { N = 200000 };
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

TEST(table__gives_a_text_one_number_however_often_it_comes)
{
    static const struct {
        const char *key;
        int64_t number;
    } calls[] = {{"b", 0}, {"a", 1}, {"b", 0}, {"", 2}, {"a", 1}, {"", 2}, {"ab", 3}};
    scoped(table) table = {0};
    for (size_t i = 0; i < N_ITEMS(calls); i++)
        assert_int_equal(table_number(&table, calls[i].key), calls[i].number);
    assert_int_equal(table.keys.n, 4);
    for (int i = 0; i < 5000; i++) { /* while it grows */
        assert_int_equal(table_number(&table, printed("k%d", i / 2)), 4 + i / 2);
    }
    assert_int_equal(table_find(&table, "ab"), 3);
}
