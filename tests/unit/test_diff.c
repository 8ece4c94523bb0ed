/* The lines of a diff, and its note about lines that it omits. */
#include "base/str.h"
#include "report/diff.h"
#include "tests/support/exported.h"
#include "tests/support/test.h"

/* To be released. */
static struct str diff_of(const char *buggy, const char *fixed)
{
    struct diff_style style = {.n_columns = 80, .n_context = 1};
    struct str out = {0};
    scoped(made_row) made = made_row_of(buggy, fixed);
    diff_add_lines(&out, &made.row, &style);
    return out;
}

#define LINES            \
    "       1 | y\n"     \
    "  -    2 | x = a\n" \
    "         |     ^\n" \
    "  +    2 | x = b\n" \
    "         |     ^\n" \
    "       3 | z\n"

TEST(diff__reports_differences_elsewhere)
{
    scoped(str) text = diff_of("y\nx = «a»\nz\n", "y\nx = «b»\nz\n");
    assert_string_equal(str_text(&text), LINES);
    scoped(str) noted = diff_of("y\nx = «a»\nz\n", "y\nx = «b»\nz # new\n");
    assert_string_equal(str_text(&noted),
                        "  (comments or layout also differ; the surrounding lines "
                        "are from the buggy program)\n" LINES);
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
        scoped(str) text = diff_of(cases[i].buggy, cases[i].fixed);
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
        scoped(str) text = diff_of(buggy, fixed);
        assert_true(utf8_is_valid(str_text(&text), text.length));
        assert_contains(str_text(&text), printed("0%s'\n", cases[i].buggy));
        assert_contains(str_text(&text), printed("0%s'\n", cases[i].fixed));
    }
}

/* Of long tokens that are alike at their ends, only what differs is marked, in whole characters and
 * below them; nothing on a side where nothing differs. */
TEST(diff__marks_what_differs_in_long_tokens)
{
    static const struct {
        const char *buggy, *fixed, *marks[2];
    } cases[] = {
        {"'NO'", "'No'", {"^^^^", "^^^^"}},
        {"12345678", "12345679", {"^^^^^^^^", "^^^^^^^^"}},
        {"123456789", "123456788", {"        ^", "        ^"}},
        {"'takahashi'", "'Takahashi'", {" ^", " ^"}},
        {"'Hello World'", "'Hello World!'", {"", "            ^"}},
        {"'one or many'", "\"some more\"", {"^^^^^^^^^^^^^", "^^^^^^^^^^^"}},
        {"'語語語語語語語'", "'語語語英語語語'", {"       ^^", "       ^^"}},
        {"'cafe\xcc\x81 noir'", "'cafe\xcc\x80 noir'", {"    ^", "    ^"}},
        {"'cafe noir'", "'cafe\xcc\x81 noir'", {"    ^", "    ^"}},
        {"'👩\xe2\x80\x8d👩 at all'", "'👩\xe2\x80\x8d👦 at all'", {" ^^^^", " ^^^^"}},
        {"'🇯🇵 at all'", "'🇯🇲 at all'", {" ^^", " ^^"}},
        {"'''one\ntwo'''", "'''one\n2'''", {"\b\b\b\b^^^", "\b\b\b\b^"}},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) text =
            diff_of(printed("x = «%s»", cases[i].buggy), printed("x = «%s»", cases[i].fixed));
        scoped(str) carets = {0}, expected = {0};
        for (char *line = strtok(text.text, "\n"); line; line = strtok(NULL, "\n"))
            if (strchr(line, '^'))
                str_print(&carets, "%s\n", line);
        for (int side = 0; side < 2; side++) {
            const char *mark = cases[i].marks[side];
            bool is_first_line = *mark != '\b';
            if (*mark)
                str_print(&expected, "         | %s%s\n", is_first_line ? "    " : "",
                          mark + strspn(mark, "\b"));
        }
        if (strcmp(str_text(&carets), str_text(&expected)) != 0)
            fail_msg("%s: %s", cases[i].buggy, str_text(&carets));
    }
}
