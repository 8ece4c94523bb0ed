/* Outputs agree if a lenient judge would accept them, whatever their bytes. */
#include "base/chance.h"
#include "tests/support/test.h"
#include "verify/checker.h"

static const struct tolerance usual = {.absolute = 1e-6, .relative = 1e-6};
static const struct tolerance exact = {.absolute = 0, .relative = 0};
static const struct tolerance coarse = {.absolute = 1e-2, .relative = 0};
static const struct tolerance relative = {.absolute = 0, .relative = 1e-2};
static const struct tolerance numeric = {
    .absolute = 1e-6, .relative = 1e-6, .is_for_all_numbers = true};

static bool agree(const char *expected, size_t n_expected, const char *actual, size_t n_actual,
                  const struct tolerance *tolerance)
{
    return outputs_compare(expected, n_expected, actual, n_actual, tolerance) == SAME_LINES;
}

/* Checks pairs "expected|actual", a list that ends with NULL. */
static void expect(const struct tolerance *tolerance, bool agrees, const char *const *pairs)
{
    for (; *pairs; pairs++) {
        const char *bar = strchr(*pairs, '|'), *actual = bar + 1;
        if (agree(*pairs, (size_t)(bar - *pairs), actual, strlen(actual), tolerance) != agrees)
            fail_msg("'%s': not %d", *pairs, agrees);
    }
}

#define EXPECT_SAME(tolerance, ...) \
    expect(tolerance, true, (const char *const[]){__VA_ARGS__, NULL})
#define EXPECT_OTHER(tolerance, ...) \
    expect(tolerance, false, (const char *const[]){__VA_ARGS__, NULL})

TEST(checker__compares_tokens_of_lines)
{
    EXPECT_SAME(&usual, "|", "|\n \t\r\n", "1|1\n", "1\n|1", "1 2\n|1  2 \n",
                "1 2\n|  1\t2\r\n\n\n", "1\r\n2\r\n|1\n2\n", "1\r2|1 2", "1\n\n2\n|1\n \n2\n",
                "\xff\xfe|\xff\xfe", "\xe3\x81\x82|\xe3\x81\x82 ");
    EXPECT_OTHER(&usual, "1 2\n|1\n2\n", "1\n2\n|1 2\n", "1\n2\n|1\n\n2\n", "\n1\n|1\n",
                 "1\n|\n1\n", "1\n2\n|1\n", "1\n|1\n2\n", "1 2|1", "1|1 2", "12|1 2", "|0", "0|",
                 "Yes|yes", "Yes|Yes.", "\xff|\xfe", "a\vb|a b");
}

TEST(checker__says_in_which_comparison_outputs_are_the_same)
{
    static const struct {
        const char *expected, *actual;
        enum sameness sameness;
    } cases[] = {
        {"1 2\n", " 1  2\r\n\n", SAME_LINES},
        {"1 2\n", "1\n2\n", SAME_TOKENS},
        {"1\r\n2\r\n", "1 2", SAME_TOKENS},
        {"1\n2\n", "\n1\n\n2", SAME_TOKENS},
        {"0.5\n1.5\n", "0.5000001 1.5", SAME_TOKENS},
        {"0.5\n1.5\n", "0.50 1.6", NOT_SAME},
        {"123\n", "1 2\t3\n", SAME_LETTERS},
        {"a b\n", "ab", SAME_LETTERS},
        {"a b\n", "a\vb", NOT_SAME},
        {"a b\n", "ab c", NOT_SAME},
        {"a b c\n", "ab", NOT_SAME},
        {"", " \n", SAME_LINES},
        {"", "\n1", NOT_SAME},
        {"1 2\n", "1 3\n", NOT_SAME},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        if (outputs_compare(cases[i].expected, strlen(cases[i].expected), cases[i].actual,
                            strlen(cases[i].actual), &usual) != cases[i].sameness)
            fail_msg("'%s', '%s'", cases[i].expected, cases[i].actual);
}

TEST(checker__finds_numbers_with_a_point)
{
    static const char *const with[] = {"0.5", "Yes\n3 1.\n", "1e9\n", "-.5"};
    static const char *const without[] = {"", "5\n", ".", "..#.\n", "1.2.3", "v1.0", "1,5"};
    for (size_t i = 0; i < N_ITEMS(with); i++)
        assert_true(output_has_real(with[i], strlen(with[i])));
    for (size_t i = 0; i < N_ITEMS(without); i++)
        assert_false(output_has_real(without[i], strlen(without[i])));
}

TEST(checker__allows_real_numbers_to_differ_a_little)
{
    EXPECT_SAME(&usual, "0.5|0.5000009", "0.5|.5", "0.5|5e-1", "0.5|+0.50", "5.|5", "5.0|5",
                "1e3|1000", "1000000.0|1000000.9", "-0.0|0", "0.0|-0.0000001",
                "1.0 2.0\n|1.0000001 1.9999999\n", "nan|nan", "inf|inf", "1e999|1e999",
                "1e99999999999999999999|1e99999999999999999999 ", "1e-99999999999999999999|0");
    EXPECT_OTHER(&usual, "0.5|0.500002", "5|5.0", "1000|1e3", "1000000.0|1000001.1", "-1.0|1.0",
                 "1.0|1.0x", "1.0|1_0", "1.0|0x1", "1.0|1,0", "1.0|1.0.0", "1.0|one", "1.0|",
                 "1.0|.", ".|0", "1e|1", "1.0 Yes\n|1.0000001 No\n",
                 "1000000000000000000|1000000000000000001", "007|7", "1.0|nan", "1.0|inf",
                 "1e999|2e999", "1e999|1e998", "1e308|-1e308", "1e99999999999999999999|1");
    EXPECT_SAME(&numeric, "5|5.0", "1000000000000000000|1000000000000000001", "007|7");
    EXPECT_OTHER(&numeric, "5|6", "-|0", "1e+|1", "e5|0", "nan|NaN", "inf|Infinity");
    EXPECT_SAME(&exact, "0.50|0.5");
    EXPECT_OTHER(&exact, "0.5|0.5000001");
    EXPECT_SAME(&coarse, "1.0|1.009");
    EXPECT_OTHER(&coarse, "100.0|100.02");
    EXPECT_SAME(&relative, "100.0|100.9", "0.0|0");
    EXPECT_OTHER(&relative, "0.0|0.0001");
}

/* A copy whose end is the end of its memory, so that sanitizers see a read beyond it. */
static char *cut(const char *bytes, size_t length)
{
    char *copy = malloc(length ? length : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, length);
    return copy;
}

TEST(checker__reads_only_the_lengths)
{
    static const struct {
        const char *expected, *actual;
        size_t n_expected, n_actual;
        bool agrees;
    } cases[] = {
        {"12", "13", 1, 1, true},  {"1.5", "1.5e9", 3, 3, true},  {"1.5e", "1.5e7", 4, 3, false},
        {"1.", "1.9", 2, 2, true}, {"a\0b", "a\0b", 3, 3, true},  {"a\0b", "a\0c", 3, 3, false},
        {"1\0", "1", 2, 1, false}, {"1.0", "1.0\0", 3, 4, false}, {"1 ", "1", 2, 1, true},
    };
    assert_true(agree(NULL, 0, NULL, 0, &usual));
    assert_true(agree(NULL, 0, "\n", 1, &usual));
    assert_false(agree("1", 1, NULL, 0, &usual));
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped_memory char *expected = cut(cases[i].expected, cases[i].n_expected);
        scoped_memory char *actual = cut(cases[i].actual, cases[i].n_actual);
        if (agree(expected, cases[i].n_expected, actual, cases[i].n_actual, &usual) !=
            cases[i].agrees)
            fail_msg("case %zu", i);
    }
}

static void add_random(struct str *out, struct dice *dice)
{
    static const char alphabet[] = "0123456789.e-+ \t\r\n\n aN\0\xff";
    size_t n = dice_below(dice, 20);
    for (size_t i = 0; i < n; i++)
        str_add(out, &alphabet[dice_below(dice, sizeof alphabet)], 1);
}

static bool agrees(const struct str *a, const struct str *b, const struct tolerance *tolerance)
{
    return agree(str_text(a), a->length, str_text(b), b->length, tolerance);
}

TEST(checker__is_reflexive_and_ignores_blanks_at_the_end)
{
    struct dice dice = {.state = 1};
    for (int i = 0; i < 20000; i++) {
        scoped(str) a = {0}, b = {0};
        add_random(&a, &dice);
        str_add(&b, str_text(&a), a.length);
        assert_true(agrees(&a, &b, &exact));
        str_add_text(&b, " \r\n\t\n");
        assert_true(agrees(&a, &b, &usual));
        assert_true(agrees(&b, &a, &usual));
    }
}

TEST(checker__is_symmetric_for_an_absolute_error_of_all_numbers)
{
    static const struct tolerance absolute = {.absolute = 0.5, .is_for_all_numbers = true};
    struct dice dice = {.state = 2};
    size_t n_agree = 0;
    for (int i = 0; i < 50000; i++) {
        scoped(str) a = {0}, b = {0};
        add_random(&a, &dice);
        add_random(&b, &dice);
        bool first = agrees(&a, &b, &absolute);
        assert_int_equal(first, agrees(&b, &a, &absolute));
        /* A smaller tolerance accepts no more. */
        assert_true(first || !agrees(&a, &b, &exact));
        n_agree += first;
    }
    assert_true(n_agree > 100);
}

TEST(checker__compares_long_numbers_in_little_time)
{
    enum { LENGTH = 8 << 20 };
    scoped(str) a = {0}, b = {0};
    memset(str_reserve(&a, LENGTH), '9', LENGTH);
    str_extend(&a, LENGTH);
    str_add_text(&b, "0.");
    memset(str_reserve(&b, LENGTH), '0', LENGTH);
    str_extend(&b, LENGTH);
    assert_true(agrees(&a, &a, &numeric));
    assert_false(agrees(&a, &b, &numeric)); /* no double can hold the first one */
    str_add_text(&a, "e-8388608");
    str_add_text(&b, "1e8388609");
    assert_true(agrees(&a, &b, &numeric)); /* both are 1 */
}

static bool is_same(const struct tolerance *a, const struct tolerance *b)
{
    return a->absolute == b->absolute && a->relative == b->relative &&
           a->is_for_all_numbers == b->is_for_all_numbers;
}

TEST(checker__reads_how_outputs_are_compared)
{
    static const struct {
        const char *text;
        bool is_known;
        double absolute, relative;
        bool is_for_all_numbers;
    } cases[] = {
        {"Lines", true, 1e-6, 1e-6, false},
        {" Lines ", true, 1e-6, 1e-6, false},
        {"Float: relative_error: 1e-6 absolute_error: 1e-6", true, 1e-6, 1e-6, true},
        {"Float: relative_error: 0.00001 absolute_error: 1e-9", true, 1e-9, 1e-5, true},
        {"Float: absolute_error: 1e-4", true, 1e-4, 0, true},
        {"Float: relative_error: 0", true, 0, 0, true},
        {"", false, 1e-6, 1e-6, false},
        {"lines", false, 1e-6, 1e-6, false},
        {"Lines 2", false, 1e-6, 1e-6, false},
        {"Exact", false, 1e-6, 1e-6, false},
        {"Float:", false, 1e-6, 1e-6, false},
        {"Float: 1e-6", false, 1e-6, 1e-6, false},
        {"Float: absolute_error:", false, 1e-6, 1e-6, false},
        {"Float: absolute_error: -1", false, 1e-6, 1e-6, false},
        {"Float: absolute_error: 1", false, 1e-6, 1e-6, false},
        {"Float: absolute_error: nan", false, 1e-6, 1e-6, false},
        {"Float: absolute_error: 1e999", false, 1e-6, 1e-6, false},
        {"Float: absolute_error: 0.1 absolute_error: 0.2", false, 1e-6, 1e-6, false},
        {"Float: absolute_error: 0.1 other: 0.2", false, 1e-6, 1e-6, false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct tolerance tolerance,
            wanted = {cases[i].absolute, cases[i].relative, cases[i].is_for_all_numbers};
        if (tolerance_read(&tolerance, cases[i].text) != cases[i].is_known ||
            !is_same(&tolerance, &wanted))
            fail_msg("'%s': %g %g", cases[i].text, tolerance.absolute, tolerance.relative);
        scoped(str) written = {0};
        tolerance_write(&written, &wanted);
        assert_true(tolerance_read(&tolerance, str_text(&written)));
        if (!is_same(&tolerance, &wanted))
            fail_msg("'%s' is written as '%s'", cases[i].text, str_text(&written));
    }
}

/* Whatever their length. */
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
