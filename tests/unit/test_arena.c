/* Memory of an arena is zeroed, aligned, not shared, and valid until release. */
#include "base/arena.h"
#include "tests/support/test.h"

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

static void allocate_an_overflow(void)
{
    arena_alloc(&(struct arena){0}, SIZE_MAX / 2 + 1, 2);
}

static void allocate_the_largest_size(void)
{
    arena_alloc(&(struct arena){0}, SIZE_MAX, 1);
}

static void allocate_all_but_a_block_header(void)
{
    arena_alloc(&(struct arena){0}, SIZE_MAX - 15, 1);
}

static void copy_too_long_a_text(void)
{
    arena_copy_text(&(struct arena){0}, "", SIZE_MAX);
}

TEST(arena__ends_the_program_on_a_size_that_overflows)
{
    assert_exhausts_memory(allocate_an_overflow, "n * size");
    assert_exhausts_memory(allocate_the_largest_size, "rounding up");
    assert_exhausts_memory(allocate_all_but_a_block_header, "block header");
    assert_exhausts_memory(copy_too_long_a_text, "final zero");
}
