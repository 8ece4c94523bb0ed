/* Decimal numbers have the value that strtod() gives them, whatever their length. */
#include "base/chance.h"
#include "tests/support/test.h"
#include "verify/checker.h"

TEST(decimal__reads_what_programs_print)
{
    static const struct {
        const char *text;
        bool is_number;
        double value;
        bool is_real;
    } cases[] = {
        {"0", true, 0, false},
        {"12", true, 12, false},
        {"-12", true, -12, false},
        {"+12", true, 12, false},
        {"007", true, 7, false},
        {"1.5", true, 1.5, true},
        {".5", true, 0.5, true},
        {"-.5", true, -0.5, true},
        {"5.", true, 5, true},
        {"6.02e+23", true, 6.02e23, true},
        {"1E-3", true, 1e-3, true},
        {"0e99999999999999999999", true, 0, true},
        {"1e-99999999999999999999", true, 0, true},
        {"123456789012345678901234567890123456789012345678901234567890", true,
         123456789012345678901234567890123456789012345678901234567890., false},
        {"0.000000000000000000000000000000000000000000000000001234567", true, 1.234567e-51, true},
        {"", false, 0, false},
        {".", false, 0, false},
        {"-", false, 0, false},
        {"+-1", false, 0, false},
        {"e1", false, 0, false},
        {".e1", false, 0, false},
        {"1e", false, 0, false},
        {"1e-", false, 0, false},
        {"1e1.5", false, 0, false},
        {"1.2.3", false, 0, false},
        {" 1", false, 0, false},
        {"1 ", false, 0, false},
        {"0x10", false, 0, false},
        {"1f", false, 0, false},
        {"nan", false, 0, false},
        {"inf", false, 0, false},
        {"1,5", false, 0, false},
        {"\xef\xbc\x91", false, 0, false}, /* a full-width 1 */
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct decimal decimal;
        bool is_number = decimal_read(&decimal, cases[i].text, strlen(cases[i].text));
        if (is_number != cases[i].is_number ||
            (is_number && (decimal.value != cases[i].value || decimal.is_real != cases[i].is_real)))
            fail_msg("'%s': %d %.17g", cases[i].text, is_number, decimal.value);
    }
}

TEST(decimal__has_the_value_of_strtod)
{
    struct dice dice = {.state = 1};
    for (int i = 0; i < 20000; i++) {
        scoped(str) text = {0};
        str_print(&text, "%s%.*f", dice_chance(&dice, 0.5) ? "-" : "", (int)dice_below(&dice, 20),
                  dice_unit(&dice) * 1e9);
        if (dice_chance(&dice, 0.5))
            str_print(&text, "e%d", (int)dice_between(&dice, -320, 320));
        struct decimal decimal;
        assert_true(decimal_read(&decimal, text.text, text.length));
        double value = strtod(text.text, NULL);
        if (decimal.value < value || decimal.value > value)
            fail_msg("%s: %.17g", text.text, decimal.value);
    }
}
