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
