/* Memory is zeroed, kept and copied. An impossible size ends the program. */
#include "base/mem.h"
#include "tests/support/test.h"

#include <errno.h>

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

TEST(mem__is_zeroed_and_keeps_its_content_when_it_is_resized)
{
    static const size_t sizes[][2] = {{1, 1}, {3, 5}, {1000, 24}, {1, 1 << 20},
                                      {0, 0}, {0, 8}, {8, 0}};
    static const size_t steps[] = {1, 2, 100, 10000, 50, 3};
    int *numbers = NULL;
    for (size_t i = 0; i < N_ITEMS(sizes); i++)
        for (int round = 0; round < 2; round++) { /* the second may get what the first gave back */
            size_t n_bytes = sizes[i][0] * sizes[i][1];
            unsigned char *bytes = mem_alloc(sizes[i][0], sizes[i][1]);
            assert_non_null(bytes);
            for (size_t j = 0; j < n_bytes; j++)
                assert_int_equal(bytes[j], 0);
            memset(bytes, 0xff, n_bytes);
            assert_non_null(bytes = mem_resize(bytes, sizes[i][0], sizes[i][1]));
            free(bytes);
        }
    for (size_t i = 0; i < N_ITEMS(steps); i++) {
        numbers = mem_resize(numbers, steps[i], sizeof *numbers);
        for (size_t j = 0; j < steps[i]; j++) {
            if (i > 0 && j < steps[i - 1])
                assert_int_equal(numbers[j], 3 * j);
            numbers[j] = (int)(3 * j);
        }
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
        scoped(arena) arena = {0};
        scoped_memory char *copy = mem_copy_text(cases[i].text, cases[i].length);
        char *kept = arena_copy_text(&arena, cases[i].text, cases[i].length);
        assert_memory_equal(copy, cases[i].text ? cases[i].text : "", cases[i].length);
        assert_memory_equal(kept, copy, cases[i].length + 1);
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

struct point {
    int x, y;
};

/* A test of what has to end the program. */
#define ENDING(name, ...)                    \
    static void name(void)                   \
    {                                        \
        __VA_ARGS__;                         \
    }                                        \
    TEST(mem__is_exhausted_by_##name)        \
    {                                        \
        assert_exhausts_memory(name, #name); \
    }
ENDING(add_past_the_end, mem_add(SIZE_MAX, 1))
ENDING(multiply_past_the_end, mem_multiply(SIZE_MAX / 2 + 1, 2))
ENDING(allocate_an_overflow, free(mem_alloc(SIZE_MAX / 2 + 1, 2)))
ENDING(allocate_too_much, free(mem_alloc(1, SIZE_MAX / 4)))
ENDING(resize_to_an_overflow, free(mem_resize(NULL, SIZE_MAX / 2 + 1, 2)))
ENDING(resize_to_too_much, free(mem_resize(mem_alloc(1, 1), SIZE_MAX / 4, 1)))
ENDING(copy_too_long_a_text, free(mem_copy_text("", SIZE_MAX)))
ENDING(grow_past_the_largest_capacity,
       ARRAY(int) numbers = {.n = SIZE_MAX / 2 + 1, .capacity = SIZE_MAX / 2 + 1};
       array_reserve_one(&numbers))
ENDING(grow_past_the_largest_size,
       ARRAY(struct point) points = {.n = SIZE_MAX / 8, .capacity = SIZE_MAX / 8};
       array_reserve_one(&points))
ENDING(take_an_overflow, arena_alloc(&(struct arena){0}, SIZE_MAX / 2 + 1, 2))
ENDING(take_the_largest_size, arena_alloc(&(struct arena){0}, SIZE_MAX, 1))
ENDING(take_all_but_a_block_header, arena_alloc(&(struct arena){0}, SIZE_MAX - 15, 1))
ENDING(take_too_long_a_text, arena_copy_text(&(struct arena){0}, "", SIZE_MAX))

TEST(array__keeps_items_of_any_type_in_order_while_it_grows)
{
    scoped_array ARRAY(struct point) points = {0};
    scoped_array ARRAY(int) same = {0};
    array_release(&points); /* nothing was added */
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 10000; i++) {
            array_push(&points, (struct point){.y = 3 * i, .x = i});
            assert_int_equal(points.n, i + 1);
            assert_true(points.n <= points.capacity);
        }
        for (int i = 0; i < 10000; i++)
            assert_true(points.items[i].x == i && points.items[i].y == 3 * i);
        const struct point *items = points.items;
        size_t capacity = points.capacity;
        array_clear(&points);
        assert_true(points.n == 0 && points.items == items && points.capacity == capacity);
    }
    array_push(&same, 42);
    for (int i = 0; i < 1000; i++) /* also when the push makes the array move */
        array_push(&same, same.items[0]);
    for (int next = 0; next < 1000;)
        array_push(&same, next++); /* evaluated once */
    for (size_t i = 0; i < same.n; i++)
        assert_int_equal(same.items[i], i <= 1000 ? 42 : i - 1001);
    array_release(&points);
    assert_true(!points.items && points.n == 0 && points.capacity == 0);
    array_reserve_one(&points);
    assert_true(points.n == 0 && points.capacity > 0);
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

TEST(arena__gives_zeroed_memory_aligned_for_any_type_and_apart)
{
    scoped(arena) arena = {0};
    unsigned char *given[N_ITEMS(sizes)];
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < N_ITEMS(sizes); i++) {
            given[i] = round ? arena_alloc(&arena, sizes[i], 1) : arena_alloc(&arena, 1, sizes[i]);
            assert_int_equal((uintptr_t)given[i] % _Alignof(max_align_t), 0);
            for (size_t j = 0; j < sizes[i]; j++)
                assert_int_equal(given[i][j], 0);
            memset(given[i], (int)i + 1, sizes[i]);
        }
        for (size_t i = 0; i < N_ITEMS(sizes); i++)
            for (size_t j = 0; j < sizes[i]; j++)
                assert_int_equal(given[i][j], i + 1);
        assert_non_null(arena.blocks);
        arena_release(&arena);
        assert_null(arena.blocks);
    }
    double *numbers = arena_alloc(&arena, 1000, sizeof *numbers);
    char *after = arena_alloc(&arena, 1, 1);
    for (size_t i = 0; i < 1000; i++)
        numbers[i] = 1e300;
    assert_int_equal(*after, 0);
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

/* ---- Errors (base/err.h): complete if they fit, and cut otherwise ---- */

TEST(err__takes_a_message_and_gives_the_code_to_return)
{
    struct err kept;
    err_set(&kept, "kept");
    assert_error(err_set(&err, "line %d of '%s'", 7, "x.csv"), "line 7 of 'x.csv'");
    errno = ENOSPC;
    assert_error(err_set_errno(&err, "cannot open '%s'", "x"),
                 printed("cannot open 'x': %s", strerror(ENOSPC)));
    assert_error(err_pass(&err, &kept), "kept");
    assert_int_equal(err_set(NULL, "line %d", 7), ERR);
    assert_int_equal(err_set_errno(NULL, "cannot open"), ERR);
    assert_int_equal(err_pass(NULL, &kept), ERR);
    assert_true(ERR < 0);
}

TEST(err__cuts_what_does_not_fit)
{
    enum { SIZE = sizeof((struct err *)0)->message };
    static char text[2 * SIZE];
    struct {
        struct err err;
        char after[16]; /* which must stay as it is */
    } both;
    memset(text, 'a', sizeof text - 1);
    for (size_t shown = SIZE - 40; shown < sizeof text; shown += 7) {
        memset(both.after, 'z', sizeof both.after);
        err_set(&both.err, "%.*s", (int)shown, text);
        assert_int_equal(strlen(both.err.message), smaller(shown, SIZE - 1));
        errno = ENOENT;
        err_set_errno(&both.err, "%.*s", (int)shown, text);
        size_t whole = shown + strlen(": ") + strlen(strerror(ENOENT));
        assert_int_equal(strlen(both.err.message), smaller(whole, SIZE - 1));
        for (size_t i = 0; i < sizeof both.after; i++)
            assert_int_equal(both.after[i], 'z');
    }
}
