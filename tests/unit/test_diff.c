/* Heading and lines of a diff, and the lines that it omits. No text can control a terminal. */
#include "report/fix_text.h"
#include "report/diff.h"
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

/* The two sides of a fix: where their tokens differ, and whether anything else does. */

TEST(side__knows_the_lines_of_its_token)
{
    static const struct {
        const char *code, *lines;
        size_t first_line, n_lines;
    } cases[] = {
        {"«a»", "a", 1, 1},
        {"x\ny = «a»\nz", "y = a", 2, 1},
        {"x\r\ny = «'''\r\n'''»+1\r\nz", "y = '''\r\n'''+1", 2, 2},
        {"x\r\r\ny = «a»\rz", "y = a", 3, 1},
        {"x\ny = «'''\n\r\n\r'''»", "y = '''\n\r\n\r'''", 2, 4},
        {"x\n«»y", "y", 2, 1},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct side sides[N_SIDES];
        scoped(made_row) made = made_row_of(cases[i].code, cases[i].code);
        sides_init(sides, &made.row);
        for (int k = 0; k < N_SIDES; k++) {
            const struct side *side = &sides[k];
            size_t length = side->lines.end - side->lines.start;
            assert_int_equal(length, strlen(cases[i].lines));
            assert_memory_equal(side->code + side->lines.start, cases[i].lines, length);
            assert_int_equal(side->first_line, cases[i].first_line);
            assert_int_equal(side->n_lines, cases[i].n_lines);
        }
    }
}

TEST(side__shows_where_two_tokens_differ)
{
    static const struct {
        const char *buggy, *fixed;  /* tokens */
        const char *rests[N_SIDES]; /* of them, in focus */
    } cases[] = {
        {"a", "b", {"a", "b"}},
        {"abc", "abd", {"c", "d"}},
        {"abc", "xbc", {"a", "x"}},
        {"abcde", "abxde", {"c", "x"}},
        {"abc", "abbc", {"", "b"}},
        {"aaa", "aa", {"a", ""}},
        {"", "not", {"", "not"}},
        {"not", "", {"not", ""}},
        {"abc", "abc", {"", ""}},
        /* characters are not cut: é is c3 a9, è c3 a8, ã c3 a3, 㣩 e3 a3 a9 */
        {"'é'", "'è'", {"é", "è"}},
        {"'é'", "'㣩'", {"é", "㣩"}},
        {"'ã'", "'é'", {"ã", "é"}},
        {"'éa'", "'éb'", {"a", "b"}},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct side sides[N_SIDES];
        struct str programs[N_SIDES] = {{0}, {0}};
        str_print(&programs[0], "x = «%s»\n", cases[i].buggy);
        str_print(&programs[1], "xyz = «%s»\n", cases[i].fixed);
        scoped(made_row) made = made_row_of(str_text(&programs[0]), str_text(&programs[1]));
        sides_init(sides, &made.row);
        for (int k = 0; k < N_SIDES; k++) {
            size_t length = sides[k].focus_end - sides[k].focus_start;
            assert_int_equal(length, strlen(cases[i].rests[k]));
            assert_memory_equal(sides[k].code + sides[k].focus_start, cases[i].rests[k], length);
            str_release(&programs[k]);
        }
    }
}

TEST(side__says_whether_programs_differ_elsewhere)
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
        struct side sides[N_SIDES];
        scoped(made_row) made = made_row_of(cases[i].buggy, cases[i].fixed);
        sides_init(sides, &made.row);
        if (sides_differ_elsewhere(sides) != cases[i].differ)
            fail_msg("%s, %s", cases[i].buggy, cases[i].fixed);
    }
}

TEST(side__marks_its_token_on_each_line)
{
    struct side sides[N_SIDES];
    scoped(made_row) made =
        made_row_of("a\r\nx = «'1\r\n\r\n23'» + y\r\n", "x = «'1\r\n\r\n24'»\r\n");
    sides_init(sides, &made.row);
    static const struct {
        size_t start;
        const char *line, *mark;
        size_t focus; /* in the mark */
    } cases[] = {
        {0, "a", "", 0},
        {3, "x = '1", "'1", 2},
        {11, "", "", 0},
        {13, "23' + y", "23'", 1},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct clip_line line = side_line(&sides[SIDE_BUGGY], cases[i].start);
        assert_int_equal(line.start, cases[i].start);
        assert_int_equal(line.end - line.start, strlen(cases[i].line));
        assert_memory_equal(line.code + line.start, cases[i].line, line.end - line.start);
        assert_int_equal(line.mark_end - line.mark_start, strlen(cases[i].mark));
        assert_memory_equal(line.code + line.mark_start, cases[i].mark, strlen(cases[i].mark));
        assert_int_equal(line.focus - line.mark_start, cases[i].focus);
    }
    assert_int_equal(side_count_line_ends(&sides[SIDE_BUGGY], 0, 3), 1);
    assert_int_equal(side_count_line_ends(&sides[SIDE_BUGGY], 3, 13), 2);
}
