#include "verify/problem_tests.h"

#include <stdlib.h>
#include <string.h>

void problem_tests_clear(struct problem_tests *tests)
{
    arena_release(&tests->arena);
    array_clear(&tests->cases);
    tests->seconds = 0;
    tests->tolerance = TOLERANCE_USUAL;
    tests->n_bytes = 0;
}

void problem_tests_add_stored(struct problem_tests *tests, const struct test_case *test)
{
    struct test_case copy = *test;
    copy.name = arena_text(&tests->arena, test->name);
    copy.input = arena_copy_text(&tests->arena, test->input, test->input_length);
    copy.expected = arena_copy_text(&tests->arena, test->expected, test->expected_length);
    tests->n_bytes = mem_add(tests->n_bytes, mem_add(test->input_length, test->expected_length));
    array_push(&tests->cases, copy);
}

bool problem_tests_add(struct problem_tests *tests, const struct test_case *test,
                       struct cases_notes *notes, const char *file)
{
    if (strncmp(test->name, FOUND_TEST_PREFIX, strlen(FOUND_TEST_PREFIX)) == 0) {
        cases_notes_add(notes, file, test->line,
                        "the test '%s' is left out: names of found tests begin with '%s'",
                        test->name, FOUND_TEST_PREFIX);
        return true;
    }
    size_t n_bytes = mem_add(tests->n_bytes, mem_add(test->input_length, test->expected_length));
    bool is_too_large = n_bytes > MAX_PROBLEM_TEST_BYTES;
    if (is_too_large || tests->cases.n == MAX_PROBLEM_TESTS) {
        cases_notes_add(
            notes, file, test->line,
            "this test and the next ones of the problem are left out: a problem may have "
            "%d %s",
            is_too_large ? (int)MAX_PROBLEM_TEST_BYTES : (int)MAX_PROBLEM_TESTS,
            is_too_large ? "bytes of tests" : "tests");
        return false;
    }
    problem_tests_add_stored(tests, test);
    return true;
}

/* By name; tests with the same name in the order in which they were added. */
static int compare_cases(const void *a, const void *b)
{
    const struct test_case *x = *(struct test_case *const *)a, *y = *(struct test_case *const *)b;
    int order = strcmp(x->name, y->name);
    return order ? order : COMPARE(x, y);
}

void problem_tests_finish(struct problem_tests *tests, struct cases_notes *notes, const char *file)
{
    scoped_array ARRAY(const struct test_case *) order = {0};
    scoped_array ARRAY(struct test_case) sorted = {0};
    for (size_t i = 0; i < tests->cases.n; i++)
        array_push(&order, &tests->cases.items[i]);
    array_sort(&order, compare_cases);
    for (size_t i = 0; i < order.n; i++) {
        const struct test_case *test = order.items[i];
        if (sorted.n && strcmp(sorted.items[sorted.n - 1].name, test->name) == 0)
            cases_notes_add(notes, file, test->line,
                            "there is already a test '%s' of the problem; this one is left out",
                            test->name);
        else
            array_push(&sorted, *test);
    }
    for (size_t i = 0; i < sorted.n; i++)
        tests->cases.items[i] = sorted.items[i];
    tests->cases.n = sorted.n;
}

void problem_tests_widen_tolerance(struct problem_tests *tests)
{
    for (size_t i = 0; i < tests->cases.n && !tests->tolerance.is_for_all_numbers; i++)
        tests->tolerance.is_for_all_numbers =
            output_has_real(tests->cases.items[i].expected, tests->cases.items[i].expected_length);
}

void problem_tests_hash(const struct problem_tests *tests, char hex[SHA256_HEX_SIZE])
{
    scoped(str) all = {0};
    for (size_t i = 0; i < tests->cases.n; i++) {
        const struct test_case *test = &tests->cases.items[i];
        str_add(&all, test->name, strlen(test->name) + 1);
        str_add(&all, test->input, test->input_length);
        str_add(&all, "", 1);
        str_add(&all, test->expected, test->expected_length);
        str_add(&all, "", 1);
    }
    sha256_hex(str_text(&all), all.length, hex);
}

void problem_tests_release(struct problem_tests *tests)
{
    arena_release(&tests->arena);
    array_release(&tests->cases);
}

bool is_time_limit(double seconds)
{
    return seconds >= MIN_LIMIT_SECONDS && seconds <= MAX_LIMIT_SECONDS;
}
