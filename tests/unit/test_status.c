/* Every judge status of Project CodeNet has its class. */
#include "codenet/status.h"
#include "tests/support/test.h"

TEST(status__has_the_class_that_the_judge_meant)
{
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
    }
}

TEST(status__is_failing_as_the_reading_has_it)
{
    static const struct {
        const char *name;
        bool accepted, failing, undecided;
    } cases[] = {{"judged", false, true, false}, {"all", false, true, true}};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        enum failing reading = (enum failing)failing_find(cases[i].name);
        assert_string_equal(failing_name(reading), cases[i].name);
        assert_int_equal(status_is_failing(reading, STATUS_ACCEPTED), cases[i].accepted);
        assert_int_equal(status_is_failing(reading, STATUS_FAILING), cases[i].failing);
        assert_int_equal(status_is_failing(reading, STATUS_UNDECIDED), cases[i].undecided);
    }
    assert_int_equal(failing_find("some"), -1);
    assert_null(failing_name(FAILING_UNDECIDED));
}

TEST(status__has_the_names_that_the_store_knows)
{
    assert_string_equal(status_class_name(STATUS_ACCEPTED), "accepted");
    assert_string_equal(status_class_name(STATUS_FAILING), "failing");
    assert_string_equal(status_class_name(STATUS_UNDECIDED), "undecided");
}
