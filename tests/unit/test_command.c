/* A number on the command line is a whole number within its bounds, or refused. */
#include "cli/command.h"
#include "tests/support/test.h"

TEST(command_number__takes_whole_numbers_within_the_bounds)
{
    static const struct {
        const char *text;
        int64_t min, max, number;
    } cases[] = {
        {"0", 0, 10, 0},
        {"1", 1, 1, 1},
        {"10", 0, 10, 10},
        {"007", 0, 10, 7},
        {"-5", -5, 5, -5},
        {"5", -5, 5, 5},
        {"9223372036854775807", 0, INT64_MAX, INT64_MAX},
        {"-9223372036854775808", INT64_MIN, 0, INT64_MIN},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        int64_t number = 99;
        if (command_number(cases[i].text, cases[i].min, cases[i].max, &number) != 0)
            fail_msg("refused: '%s'", cases[i].text);
        assert_true(number == cases[i].number);
    }
}

TEST(command_number__refuses_everything_else)
{
    static const struct {
        const char *text;
        int64_t min, max;
    } cases[] = {
        {"", 0, 10},
        {" ", 0, 10},
        {"-", -10, 10},
        {" 5", 0, 10},
        {"\t5", 0, 10},
        {"\n5", 0, 10},
        {"+5", 0, 10},
        {"many", 0, 10},
        {"1x", 0, 10},
        {"1 ", 0, 10},
        {"1.0", 0, 10},
        {"1e1", 0, 10},
        {"0x5", 0, 10},
        {"1,000", 0, 10000},
        {"-1", 0, 10},
        {"11", 0, 10},
        {"-6", -5, 5},
        {"9223372036854775808", 0, INT64_MAX},
        {"-9223372036854775809", INT64_MIN, 0},
        {"18446744073709551617", 0, 10},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        int64_t number = 99;
        if (command_number(cases[i].text, cases[i].min, cases[i].max, &number) != ERR)
            fail_msg("taken: '%s'", cases[i].text);
        assert_int_equal(number, 99);
    }
}
