/* How much of what was repaired does not leak. */
#include "guard/veracity.h"
#include "tests/support/needle_lists.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"

#include <string.h>

static int read_ids(struct veracity *veracity, const char *ids, struct err *err)
{
    static const struct leak found[] = {
        {.item = 0, .kind = LEAK_PAIR},  {.item = 0, .kind = LEAK_BUGGY},
        {.item = 0, .kind = LEAK_PAIR},  {.item = 1, .kind = LEAK_FIXED},
        {.item = 3, .kind = LEAK_BUGGY},
    };
    static const char *const names[] = {"a", "b b", "c", "d", "-"};
    struct benchmark benchmark = {.name = "bench"};
    struct leaks leaks = {0};
    for (size_t i = 0; i < N_ITEMS(names); i++)
        benchmark_add(&benchmark, names[i], "x", "y", NULL);
    for (size_t i = 0; i < N_ITEMS(found); i++)
        array_push(&leaks.list, found[i]);
    write_test_file(scratch_path("ids"), ids, strlen(ids));
    int status = veracity_read(veracity, scratch_path("ids"), &benchmark, &leaks, err);
    array_release(&leaks.list);
    benchmark_release(&benchmark);
    return status;
}

static void veracity__is_the_share_that_does_not_leak(void **state)
{
    (void)state;
    static const struct {
        const char *ids;
        int n_repaired, n_leaked, n_pair, n_buggy, n_fixed;
        double veracity;
    } cases[] = {
        {"", 0, 0, 0, 0, 0, 1},
        {"\n \n", 0, 0, 0, 0, 0, 1},
        {"c\n", 1, 0, 0, 0, 0, 1},
        {"a", 1, 1, 1, 1, 0, 0},
        {"  b b \r\n\tc\n", 2, 1, 0, 0, 1, 0.5},
        {"a\nb b\nc\nd\n-\n", 5, 3, 1, 2, 1, 0.4},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct veracity veracity;
        struct err err;
        assert_success(read_ids(&veracity, cases[i].ids, &err), err);
        assert_int_equal(veracity.n_repaired, cases[i].n_repaired);
        assert_int_equal(veracity.n_leaked_at_all, cases[i].n_leaked);
        assert_int_equal(veracity.n_leaked[LEAK_PAIR], cases[i].n_pair);
        assert_int_equal(veracity.n_leaked[LEAK_BUGGY], cases[i].n_buggy);
        assert_int_equal(veracity.n_leaked[LEAK_FIXED], cases[i].n_fixed);
        assert_int_equal(veracity.n_leaked[LEAK_PROGRAM], 0);
        assert_true(veracity.veracity > cases[i].veracity - 1e-9 &&
                    veracity.veracity < cases[i].veracity + 1e-9);
    }
}

static void veracity__refuses_ids_that_are_none(void **state)
{
    (void)state;
    static const struct {
        const char *ids, *message;
    } cases[] = {
        {"a\n\ne\n", ":3: the benchmark bench has no item 'e'"},
        {"a\nc\na\n", ":3: 'a' stands there twice"},
        {"b\n", ":1: the benchmark bench has no item 'b'"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct veracity veracity;
        struct err err;
        assert_int_equal(read_ids(&veracity, cases[i].ids, &err), ERR);
        if (!strstr(err.message, cases[i].message))
            fail_msg("%s, expected %s", err.message, cases[i].message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(veracity__is_the_share_that_does_not_leak),
        cmocka_unit_test(veracity__refuses_ids_that_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
