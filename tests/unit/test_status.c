/* Every judge status of Project CodeNet has its class. */
#include "miner/status.h"
#include "tests/support/test.h"

static void status__has_the_class_that_the_judge_meant(void **state)
{
    (void)state;
    static const struct {
        const char *status;
        enum status_class class;
    } cases[] = {
        {"Accepted", STATUS_ACCEPTED},
        {"Compile Error", STATUS_FAILING},
        {"Wrong Answer", STATUS_FAILING},
        {"Time Limit Exceeded", STATUS_FAILING},
        {"Memory Limit Exceeded", STATUS_FAILING},
        {"Output Limit Exceeded", STATUS_FAILING},
        {"Query Limit Exceeded", STATUS_FAILING},
        {"Runtime Error", STATUS_FAILING},
        {"WA: Presentation Error", STATUS_FAILING},
        {"Internal error", STATUS_UNDECIDED},
        {"Internal Error", STATUS_UNDECIDED},
        {"Judge Not Available", STATUS_UNDECIDED},
        {"Judge System Error", STATUS_UNDECIDED},
        {"Waiting for Judging", STATUS_UNDECIDED},
        {"Waiting for Re-judging", STATUS_UNDECIDED},
        {"", STATUS_UNDECIDED},
        {"accepted", STATUS_UNDECIDED},
        {"Accepted ", STATUS_UNDECIDED},
        {"Wrong", STATUS_UNDECIDED},
        {"Presentation Error", STATUS_UNDECIDED},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        assert_int_equal(status_class_of(cases[i].status), cases[i].class);
        assert_int_equal(status_failing_number(cases[i].status) >= 0,
                         cases[i].class == STATUS_FAILING);
    }
}

static void status__has_a_number_for_each_failing_text(void **state)
{
    (void)state;
    for (int i = 0; i < N_FAILING_STATUSES; i++) {
        assert_int_equal(status_failing_number(status_failing_text(i)), i);
        assert_int_equal(status_class_of(status_failing_text(i)), STATUS_FAILING);
    }
}

static void status__has_the_names_that_the_store_knows(void **state)
{
    (void)state;
    assert_string_equal(status_class_name(STATUS_ACCEPTED), "accepted");
    assert_string_equal(status_class_name(STATUS_FAILING), "failing");
    assert_string_equal(status_class_name(STATUS_UNDECIDED), "undecided");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(status__has_the_class_that_the_judge_meant),
        cmocka_unit_test(status__has_a_number_for_each_failing_text),
        cmocka_unit_test(status__has_the_names_that_the_store_knows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
