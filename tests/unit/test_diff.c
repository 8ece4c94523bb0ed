/* A heading and lines, and a word about what they do not show; nothing in them drives a terminal.
 */
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

TEST(diff__tells_of_differences_elsewhere)
{
    scoped(str) text = diff_of("y\nx = «a»\nz\n", "y\nx = «b»\nz # new\n", false);
    const char *expected =
        printed("%s"
                "  (comments or layout differ as well; the lines around are the buggy program's)\n"
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
