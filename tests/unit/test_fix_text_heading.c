/* The heading says what is known of a fix, safely and in few lines. */
#include "report/fix_text.h"
#include "tests/support/exported.h"
#include "tests/support/test.h"

static const struct fix_marks no_marks = {"", "", "", "", 0};

/* To be released. */
static struct str heading_of(const struct fix *row, const struct fix_marks *marks, size_t n_columns,
                             bool has_color)
{
    struct diff_style style = {.has_color = has_color, .n_columns = n_columns};
    struct str out = {0};
    fix_text_add_heading(&out, row, marks, &style);
    return out;
}

/* The row that each test changes. */
static struct made_row made_row(void)
{
    struct made_row made = made_row_of("x = «a»\n", "x = «b»\n");
    made.row.buggy_date = 86400;
    made.row.fixed_date = 86400 + 86399;
    return made;
}

static void assert_heading(const struct fix *row, const struct fix_marks *marks,
                           const char *expected)
{
    scoped(str) text = heading_of(row, marks, 80, false);
    assert_string_equal(str_text(&text), expected);
}

TEST(heading__says_what_is_known)
{
    scoped(made_row) made = made_row();
    assert_heading(&made.row, &no_marks,
                   "p00001-s1-s2  Wrong Answer -> Accepted\n"
                   "  variable_misuse  CHANGE_IDENTIFIER_USED  role variable\n"
                   "  user u1  1970-01-02  Python3\n"
                   "  a  becomes  b\n");
    made.row.role = "";
    made.row.fixed_date++;
    made.row.before = "";
    made.row.after = "not";
    assert_heading(&made.row, &no_marks,
                   "p00001-s1-s2  Wrong Answer -> Accepted\n"
                   "  variable_misuse  CHANGE_IDENTIFIER_USED\n"
                   "  user u1  1970-01-02 -> 1970-01-03  Python3\n"
                   "  not  inserted\n");
    made.row.before = "not";
    made.row.after = "";
    made.row.buggy_date = INT64_MIN;
    made.row.fixed_date = INT64_MAX;
    assert_heading(&made.row, &no_marks,
                   "p00001-s1-s2  Wrong Answer -> Accepted\n"
                   "  variable_misuse  CHANGE_IDENTIFIER_USED\n"
                   "  user u1  0000-01-01 -> 9999-12-31  Python3\n"
                   "  not  deleted\n");
}

TEST(heading__tells_marks)
{
    static const struct {
        struct fix_marks marks;
        const char *line;
    } cases[] = {
        {{"train", "", "", "", 0}, "  split train\n"},
        {{"", "p1-a-b", "", "", 0}, "  duplicate of p1-a-b\n"},
        {{"test", "", "p2-a-b", "", 0}, "  split test, conflicting with p2-a-b\n"},
        {{"", "", "", "ancestry: x", 0}, "  excluded for ancestry: x\n"},
        {{"test", "p1-a-b", "p2-a-b", "benchmark: x", 2},
         "  split test, duplicate of p1-a-b, conflicting with p2-a-b, excluded for benchmark: x (2 "
         "more)\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(made_row) made = made_row();
        const char *expected = printed("p00001-s1-s2  Wrong Answer -> Accepted\n"
                                       "  variable_misuse  CHANGE_IDENTIFIER_USED  role variable\n"
                                       "  user u1  1970-01-02  Python3\n%s  a  becomes  b\n",
                                       cases[i].line);
        assert_heading(&made.row, &cases[i].marks, expected);
    }
}

TEST(heading__has_colours)
{
    static const struct {
        const char *before, *after, *line;
    } cases[] = {
        {"a", "b", "  \033[31ma\033[0m  becomes  \033[32mb\033[0m\n"},
        {"", "not", "  \033[32mnot\033[0m  inserted\n"},
        {"not", "", "  \033[31mnot\033[0m  deleted\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(made_row) made = made_row();
        made.row.before = cases[i].before;
        made.row.after = cases[i].after;
        scoped(str) text = heading_of(&made.row, &no_marks, 80, true);
        const char *expected = printed("\033[1mp00001-s1-s2\033[0m  Wrong Answer -> Accepted\n"
                                       "  variable_misuse  CHANGE_IDENTIFIER_USED  role variable\n"
                                       "  user u1  1970-01-02  Python3\n%s",
                                       cases[i].line);
        assert_string_equal(str_text(&text), expected);
    }
}

static const char *last_line(const struct str *text)
{
    const char *line = str_text(text);
    for (const char *end; (end = strchr(line, '\n')) && end[1];)
        line = end + 1;
    return line;
}

/* Of tokens that are too long, what they do not have in common. */
TEST(heading__cuts_long_tokens_where_they_are_the_same)
{
    static const struct {
        const char *before, *after, *line;
    } cases[] = {
        {"'\t\n'", "' '", "  '\\t\\n'  becomes  ' '\n"},
        {"'12345678901234'", "'12345678901235'", "  …78901234'  becomes  …78901235'\n"},
        {"'x2345678901234'", "'y2345678901234'", "  'x2345678…  becomes  'y2345678…\n"},
        {"'123456789012éabcdefgh'", "'123456789012èabcdefgh'",
         "  …12éabcde…  becomes  …12èabcde…\n"},
        {"'x'", "'y2345678901234'", "  'x'  becomes  'y2345678…\n"},
        {"'12345678901234567890123456789'", "", "  '123456789012345678…  deleted\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(made_row) made = made_row();
        made.row.before = cases[i].before;
        made.row.after = cases[i].after;
        for (size_t width = 0; width <= 33; width += 33) { /* no less than ten columns each */
            scoped(str) text = heading_of(&made.row, &no_marks, width, false);
            assert_string_equal(last_line(&text), cases[i].line);
        }
    }
}

/* No text of a store drives the terminal, or fills it. */
TEST(heading__shows_any_text_safely)
{
    scoped(str) hostile = {0};
    for (int i = 0; i < 2000; i++)
        str_add_text(&hostile, "\033]0;x\a\n\xe2\x80\xae");
    const char *text = str_text(&hostile);
    scoped(made_row) made = made_row();
    struct fix_marks marks = {text, "p1-\033-b", text, text, 1};
    made.row.buggy_status = made.row.fixed_status = made.row.category = text;
    made.row.pattern = made.row.role = made.row.user_id = made.row.original_language = text;
    made.row.before = made.row.after = text;
    made.row.id = "p1-\033[31m-b";
    marks.conflicts_with = "p2-\xff-b";
    scoped(str) heading = heading_of(&made.row, &marks, 80, false);
    for (size_t i = 0; i < heading.length; i++)
        assert_true((unsigned char)heading.text[i] >= ' ' || heading.text[i] == '\n');
    assert_null(strstr(str_text(&heading), "\xe2\x80\xae"));
    assert_contains(str_text(&heading), "p1-\\x1b[31m-b  \\x1b]0;x\\x07\\n");
    assert_contains(str_text(&heading), "conflicting with p2-\\xff-b");
    assert_in_range(heading.length, 1, 1500);
}
