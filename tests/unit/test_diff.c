/* Heading and lines of a diff, and the lines that it omits. No text can control a terminal. */
#include "base/str.h"
#include "report/diff.h"
#include "report/fix_text.h"
#include "tests/support/exported.h"
#include "tests/support/test.h"

static const struct fix_marks no_marks = {"", "", "", "", 0};

/* To be released. */
static struct str diff_of(const char *buggy, const char *fixed, bool has_color)
{
    struct diff_style style = {.has_color = has_color, .n_columns = 80, .n_context = 1};
    struct str out = {0};
    scoped(made_row) made = made_row_of(buggy, fixed);
    made.row.fixed_date = 1;
    fix_text_add(&out, &made.row, &no_marks, &style);
    return out;
}

static const char heading[] = "p00001-s1-s2  Wrong Answer -> Accepted\n"
                              "  variable_misuse  CHANGE_IDENTIFIER_USED  role variable\n"
                              "  user u1  1970-01-01  Python3\n"
                              "  a  becomes  b\n";

TEST(diff__is_heading_and_lines)
{
    scoped(str) text = diff_of("y\nx = «a»\nz\n", "y\nx = «b»\nz\n", false);
    const char *expected = printed("%s"
                                   "       1 | y\n"
                                   "  -    2 | x = a\n"
                                   "         |     ^\n"
                                   "  +    2 | x = b\n"
                                   "         |     ^\n"
                                   "       3 | z\n",
                                   heading);
    assert_string_equal(str_text(&text), expected);
}

TEST(diff__reports_differences_elsewhere)
{
    scoped(str) text = diff_of("y\nx = «a»\nz\n", "y\nx = «b»\nz # new\n", false);
    const char *expected = printed(
        "%s"
        "  (comments or layout also differ; the surrounding lines are from the buggy program)\n"
        "       1 | y\n"
        "  -    2 | x = a\n"
        "         |     ^\n"
        "  +    2 | x = b\n"
        "         |     ^\n"
        "       3 | z\n",
        heading);
    assert_string_equal(str_text(&text), expected);
}

/* With colours every escape character is one of ours, and every line ends uncoloured. */
TEST(diff__colours_hostile_programs_safely)
{
    static const char *const ours[] = {"\033[0m",  "\033[1m",  "\033[2m",
                                       "\033[31m", "\033[32m", "\033[1;7m"};
    scoped(str) text = diff_of("'\033[5m'\nx = '\033[5m' + «'\033[5m\n\033[5m'» + '\033c'\n",
                               "x = «'\033]0;title\x07'»\n", true);
    bool is_plain = true;
    for (const char *at = str_text(&text); *at; at++) {
        assert_true((unsigned char)*at >= 0x20 || *at == '\n' || *at == '\033');
        if (*at == '\n')
            assert_true(is_plain);
        if (*at != '\033')
            continue;
        size_t i = 0;
        while (i < N_ITEMS(ours) && strncmp(at, ours[i], strlen(ours[i])) != 0)
            i++;
        assert_in_range(i, 0, N_ITEMS(ours) - 1);
        is_plain = i == 0;
    }
}

TEST(paint__is_empty_without_colour)
{
    const struct paint *plain = paint_of(false), *colored = paint_of(true);
    const char *const texts[][2] = {
        {plain->title, colored->title},     {plain->context, colored->context},
        {plain->removed, colored->removed}, {plain->added, colored->added},
        {plain->mark, colored->mark},       {plain->end, colored->end},
    };
    for (size_t i = 0; i < N_ITEMS(texts); i++) {
        size_t length = strlen(texts[i][1]);
        assert_string_equal(texts[i][0], "");
        assert_memory_equal(texts[i][1], "\033[", 2); /* what `less -R` passes on */
        assert_int_equal(strspn(texts[i][1] + 2, "0123456789;"), length - 3);
        assert_int_equal(texts[i][1][length - 1], 'm');
    }
}

TEST(diff__says_whether_programs_differ_elsewhere)
{
    static const struct {
        const char *buggy, *fixed;
        bool differ;
    } cases[] = {
        {"«a»", "«b»", false},
        {"x\ny = «a» + 1\n", "x\ny = «b» + 1\n", false},
        {"x\ny = «a» + 1\n", "x\ny = «b» + 1", true},
        {"x\ny = «a» + 1\n", "x\r\ny = «b» + 1\r\n", true},
        {"y = «a»", "y  = «b»", true},
        {"y = «a»+1", "y = «b» +1", true},
        {"y = «a»", "y = «b» # c", true},
        {"# c\ny = «a»", "y = «b»", true},
        /* what comes or goes brings its blanks */
        {"if «»a:", "if «not» a:", false},
        {"if «not» a:", "if «»a:", false},
        {"if «»(a):", "if «not»(a):", false},
        {"if«»(a):", "if «not» (a):", false},
        {"if «not»\ta:", "if «»a:", false},
        {"if «not» a:", "if «»a: # c", true},
        {"if «not» a:", "if «»a :", true},
        {"if «»a:\n", "if\\\n «not» a:\n", true},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) text = diff_of(cases[i].buggy, cases[i].fixed, false);
        if (!strstr(str_text(&text), "also differ") == cases[i].differ)
            fail_msg("%s, %s", cases[i].buggy, cases[i].fixed);
    }
}

/* Of a wide token, what differs is in sight, and no character is cut. */
TEST(diff__shows_where_wide_tokens_differ)
{
    static const struct {
        const char *buggy, *fixed; /* ends of tokens */
    } cases[] = {{"é", "è"}, {"é", "㣩"}, {"ã", "é"}, {"éa", "éb"}, {"a", ""}, {"", "not"}};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *buggy = printed("x = «'%0200d%s'»\n", 0, cases[i].buggy);
        const char *fixed = printed("x = «'%0200d%s'»\n", 0, cases[i].fixed);
        scoped(str) text = diff_of(buggy, fixed, false);
        assert_true(utf8_is_valid(str_text(&text), text.length));
        assert_contains(str_text(&text), printed("0%s'\n", cases[i].buggy));
        assert_contains(str_text(&text), printed("0%s'\n", cases[i].fixed));
    }
}
