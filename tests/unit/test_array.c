/* Arrays keep their items while they grow. */
#include "base/array.h"
#include "tests/support/test.h"

struct point {
    int x, y;
};

TEST(array__keeps_items_in_order_while_it_grows)
{
    scoped_array ARRAY(int) numbers = {0};
    for (int i = 0; i < 100000; i++) {
        array_push(&numbers, 3 * i);
        assert_int_equal(numbers.n, i + 1);
        assert_true(numbers.n <= numbers.capacity);
    }
    for (int i = 0; i < 100000; i++)
        assert_int_equal(numbers.items[i], 3 * i);
}

TEST(array__takes_items_of_any_type)
{
    scoped_array ARRAY(struct point) points = {0};
    scoped_array ARRAY(const char *) texts = {0};
    array_push(&points, (struct point){1, 2});
    array_push(&points, (struct point){.y = 4, .x = 3});
    array_push(&texts, "a");
    assert_int_equal(points.items[0].x, 1);
    assert_int_equal(points.items[0].y, 2);
    assert_int_equal(points.items[1].x, 3);
    assert_int_equal(points.items[1].y, 4);
    assert_string_equal(texts.items[0], "a");
}

TEST(array__takes_a_copy_of_one_of_its_items)
{
    scoped_array ARRAY(int) numbers = {0};
    array_push(&numbers, 42);
    for (int i = 0; i < 1000; i++) /* also when the push makes the array move */
        array_push(&numbers, numbers.items[0]);
    for (size_t i = 0; i < numbers.n; i++)
        assert_int_equal(numbers.items[i], 42);
}

TEST(array__evaluates_a_pushed_value_once)
{
    scoped_array ARRAY(int) numbers = {0};
    int next = 0;
    while (next < 100)
        array_push(&numbers, next++);
    assert_int_equal(numbers.n, 100);
    assert_int_equal(numbers.items[99], 99);
}

TEST(array__reserves_room_without_adding)
{
    scoped_array ARRAY(int) numbers = {0};
    for (int i = 0; i < 1000; i++) {
        array_reserve_one(&numbers);
        assert_int_equal(numbers.n, i);
        assert_true(numbers.capacity > numbers.n);
        numbers.items[numbers.n++] = i;
    }
}

TEST(array__forgets_its_items_and_keeps_the_memory)
{
    scoped_array ARRAY(int) numbers = {0};
    for (int i = 0; i < 1000; i++)
        array_push(&numbers, i);
    size_t capacity = numbers.capacity;
    array_clear(&numbers);
    assert_int_equal(numbers.n, 0);
    assert_int_equal(numbers.capacity, capacity);
    int *items = numbers.items;
    for (int i = 0; i < 1000; i++)
        array_push(&numbers, -i);
    assert_ptr_equal(numbers.items, items);
    assert_int_equal(numbers.items[999], -999);
}

TEST(array__is_empty_after_release)
{
    scoped_array ARRAY(int) numbers = {0};
    array_release(&numbers); /* nothing was added */
    array_push(&numbers, 1);
    array_release(&numbers);
    assert_null(numbers.items);
    assert_int_equal(numbers.n, 0);
    assert_int_equal(numbers.capacity, 0);
    array_push(&numbers, 2);
    assert_int_equal(numbers.items[0], 2);
}

static void grow_past_the_largest_capacity(void)
{
    ARRAY(int) numbers = {.n = SIZE_MAX / 2 + 1, .capacity = SIZE_MAX / 2 + 1};
    array_reserve_one(&numbers);
}

static void grow_past_the_largest_size(void)
{
    ARRAY(struct point) points = {.n = SIZE_MAX / 8, .capacity = SIZE_MAX / 8};
    array_reserve_one(&points);
}

TEST(array__ends_the_program_on_a_size_that_overflows)
{
    assert_exhausts_memory(grow_past_the_largest_capacity, "capacity");
    assert_exhausts_memory(grow_past_the_largest_size, "size");
}

TEST(bisect__finds_the_first_for_which_it_does_not_hold)
{
    static const int sorted[] = {1, 3, 3, 5, 8};
    static const size_t first[] = {0, 0, 1, 1, 3, 3, 4, 4, 4, 5}; /* not below 0, 1, 2, ... */
    for (size_t n = 0; n <= N_ITEMS(sorted); n++)
        for (int limit = 0; limit < (int)N_ITEMS(first); limit++) {
            size_t at;
            bisect(at, n, sorted[at] < limit);
            assert_int_equal(at, first[limit] < n ? first[limit] : n);
        }
}

TEST(hand_over__leaves_the_variable_empty)
{
    scoped_memory char *text = mem_copy_text("a", 1);
    scoped_memory char *taken = hand_over(text);
    assert_null(text);
    assert_string_equal(taken, "a");
    assert_null(hand_over(text));
}
