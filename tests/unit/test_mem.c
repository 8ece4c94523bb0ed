/* Memory is zeroed, kept and copied. An impossible size ends the program. */
#include "base/mem.h"
#include "tests/support/test.h"

/* A sanitizer's allocator answers NULL, as others do, instead of ending the program itself. */
const char *__asan_default_options(void);
const char *__tsan_default_options(void);

const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

const char *__tsan_default_options(void)
{
    return "allocator_may_return_null=1";
}

TEST(mem__gives_zeroed_memory)
{
    static const size_t sizes[][2] = {{1, 1}, {3, 5}, {1000, 24}, {1, 1 << 20}};
    for (size_t i = 0; i < N_ITEMS(sizes); i++) {
        size_t n_bytes = sizes[i][0] * sizes[i][1];
        for (int round = 0; round < 2; round++) { /* the second may get what the first gave back */
            unsigned char *bytes = mem_alloc(sizes[i][0], sizes[i][1]);
            for (size_t j = 0; j < n_bytes; j++)
                assert_int_equal(bytes[j], 0);
            memset(bytes, 0xff, n_bytes);
            free(bytes);
        }
    }
}

TEST(mem__gives_something_for_a_size_of_zero)
{
    static const size_t sizes[][2] = {{0, 0}, {0, 8}, {8, 0}};
    for (size_t i = 0; i < N_ITEMS(sizes); i++) {
        void *bytes = mem_alloc(sizes[i][0], sizes[i][1]);
        assert_non_null(bytes);
        bytes = mem_resize(bytes, sizes[i][0], sizes[i][1]);
        assert_non_null(bytes);
        free(bytes);
    }
}

TEST(mem__keeps_the_content_when_it_resizes)
{
    static const size_t steps[] = {1, 2, 100, 10000, 50, 3};
    int *numbers = NULL;
    size_t n_known = 0;
    for (size_t i = 0; i < N_ITEMS(steps); i++) {
        numbers = mem_resize(numbers, steps[i], sizeof *numbers);
        for (size_t j = 0; j < n_known && j < steps[i]; j++)
            assert_int_equal(numbers[j], 3 * j);
        for (size_t j = 0; j < steps[i]; j++)
            numbers[j] = (int)(3 * j);
        n_known = steps[i];
    }
    free(numbers);
}

TEST(mem__copies_text_with_a_final_zero)
{
    static const struct {
        const char *text;
        size_t length;
    } cases[] = {{"", 0}, {NULL, 0}, {"abc", 3}, {"abc", 2}, {"a\0b", 3}};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped_memory char *copy = mem_copy_text(cases[i].text, cases[i].length);
        assert_ptr_not_equal(copy, cases[i].text);
        for (size_t j = 0; j < cases[i].length; j++)
            assert_int_equal(copy[j], cases[i].text[j]);
        assert_int_equal(copy[cases[i].length], '\0');
    }
}

TEST(mem__computes_sizes_up_to_the_largest)
{
    assert_true(mem_add(0, 0) == 0);
    assert_true(mem_add(SIZE_MAX - 1, 1) == SIZE_MAX);
    assert_true(mem_multiply(0, SIZE_MAX) == 0);
    assert_true(mem_multiply(SIZE_MAX, 1) == SIZE_MAX);
    assert_true(mem_multiply(SIZE_MAX / 2, 2) == SIZE_MAX - 1);
}

static void add_past_the_end(void)
{
    mem_add(SIZE_MAX, 1);
}

static void multiply_past_the_end(void)
{
    mem_multiply(SIZE_MAX / 2 + 1, 2);
}

static void allocate_an_overflow(void)
{
    free(mem_alloc(SIZE_MAX / 2 + 1, 2));
}

static void allocate_too_much(void)
{
    free(mem_alloc(1, SIZE_MAX / 4));
}

static void resize_to_an_overflow(void)
{
    free(mem_resize(NULL, SIZE_MAX / 2 + 1, 2));
}

static void resize_to_too_much(void)
{
    free(mem_resize(mem_alloc(1, 1), SIZE_MAX / 4, 1));
}

static void copy_too_long_a_text(void)
{
    free(mem_copy_text("", SIZE_MAX));
}

TEST(mem__ends_the_program_when_it_is_exhausted)
{
    static const struct {
        void (*act)(void);
        const char *name;
    } cases[] = {
        {mem_exhausted, "mem_exhausted"},
        {add_past_the_end, "mem_add"},
        {multiply_past_the_end, "mem_multiply"},
        {allocate_an_overflow, "mem_alloc of an overflow"},
        {allocate_too_much, "mem_alloc of too much"},
        {resize_to_an_overflow, "mem_resize to an overflow"},
        {resize_to_too_much, "mem_resize to too much"},
        {copy_too_long_a_text, "mem_copy_text"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_exhausts_memory(cases[i].act, cases[i].name);
}

/* Arrays keep their items while they grow. */

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

/* Memory of an arena is zeroed, aligned, not shared, and valid until release. */

/* Sizes around those of an arena's blocks, in an order that mixes them. */
static const size_t sizes[] = {1,     7,     16,    17,     0,     4096, 65535, 65536,
                               65537, 1,     30000, 30000,  30000, 3,    1000,  200000,
                               65520, 65521, 15,    100000, 2,     8,    65535, 24};

TEST(arena__gives_zeroed_memory_aligned_for_any_type)
{
    struct arena arena = {0};
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < N_ITEMS(sizes); i++) {
            unsigned char *bytes = arena_alloc(&arena, sizes[i], 1);
            assert_non_null(bytes);
            assert_int_equal((uintptr_t)bytes % _Alignof(max_align_t), 0);
            for (size_t j = 0; j < sizes[i]; j++)
                assert_int_equal(bytes[j], 0);
            memset(bytes, 0xff, sizes[i]);
        }
        arena_release(&arena);
    }
}

TEST(arena__keeps_all_it_gave_apart)
{
    scoped(arena) arena = {0};
    unsigned char *given[N_ITEMS(sizes)];
    for (size_t i = 0; i < N_ITEMS(sizes); i++) {
        given[i] = arena_alloc(&arena, 1, sizes[i]);
        memset(given[i], (int)i + 1, sizes[i]);
    }
    for (size_t i = 0; i < N_ITEMS(sizes); i++)
        for (size_t j = 0; j < sizes[i]; j++)
            assert_int_equal(given[i][j], i + 1);
}

TEST(arena__counts_items_times_their_size)
{
    scoped(arena) arena = {0};
    double *numbers = arena_alloc(&arena, 1000, sizeof *numbers);
    char *behind = arena_alloc(&arena, 1, 1);
    for (size_t i = 0; i < 1000; i++)
        numbers[i] = 1e300;
    assert_int_equal(*behind, 0);
}

TEST(arena__copies_text_with_a_final_zero)
{
    scoped(arena) arena = {0};
    const char text[] = {'a', 'b', '\0', 'c', 'd'};
    char *whole = arena_copy_text(&arena, text, sizeof text);
    char *empty = arena_copy_text(&arena, NULL, 0);
    char *part = arena_copy_text(&arena, text, 1);
    assert_memory_equal(whole, text, sizeof text);
    assert_int_equal(whole[sizeof text], '\0');
    assert_string_equal(empty, "");
    assert_string_equal(part, "a");
}

TEST(arena__prints_text_of_any_length)
{
    scoped(arena) arena = {0};
    assert_string_equal(arena_print(&arena, "%s", ""), "");
    assert_string_equal(arena_print(&arena, "%s-%05d", "p", 42), "p-00042");
    for (int width = 1; width < 200000; width = width * 3 + 1) {
        const char *text = arena_print(&arena, "%*d", width, 7);
        assert_int_equal(strlen(text), width);
        assert_int_equal(text[width - 1], '7');
    }
}

TEST(arena__is_empty_after_release)
{
    scoped(arena) arena = {0};
    arena_release(&arena); /* nothing was allocated */
    assert_null(arena.blocks);
    arena_alloc(&arena, 1, 1);
    assert_non_null(arena.blocks);
    arena_release(&arena);
    assert_null(arena.blocks);
    arena_release(&arena);
    assert_string_equal(arena_print(&arena, "%d", 1), "1");
}

static void take_an_overflow(void)
{
    arena_alloc(&(struct arena){0}, SIZE_MAX / 2 + 1, 2);
}

static void take_the_largest_size(void)
{
    arena_alloc(&(struct arena){0}, SIZE_MAX, 1);
}

static void take_all_but_a_block_header(void)
{
    arena_alloc(&(struct arena){0}, SIZE_MAX - 15, 1);
}

static void take_too_long_a_text(void)
{
    arena_copy_text(&(struct arena){0}, "", SIZE_MAX);
}

TEST(arena__ends_the_program_on_a_size_that_overflows)
{
    assert_exhausts_memory(take_an_overflow, "n * size");
    assert_exhausts_memory(take_the_largest_size, "rounding up");
    assert_exhausts_memory(take_all_but_a_block_header, "block header");
    assert_exhausts_memory(take_too_long_a_text, "final zero");
}
