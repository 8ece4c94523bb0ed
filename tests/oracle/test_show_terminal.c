/* On a terminal, fixes go through a pager, in colours and in its width. */
#include "base/str.h"
#include "tests/support/test.h"

static const char FIRST[] = "p00001-s000000001-s000000002",
                  SECOND[] = "p00001-s000000003-s000000005",
                  LEFT[] = "tokfix show: 20 of 94 fixes shown; -n all shows all\n";

static int mine(void **state)
{
    (void)state;
    static const char *const names[] = {"TOKFIX_PAGER", "PAGER",    "LESS",   "LESSCHARSET",
                                        "LESSCHARDEF",  "NO_COLOR", "COLUMNS"};
    for (size_t i = 0; i < N_ITEMS(names); i++)
        unsetenv(names[i]);
    setenv("TERM", "xterm", 1);
    run_valid(
        NULL,
        "\"$TOKFIX\" mine --language python \"$SAMPLE/Project_CodeNet\" -o \"$SCRATCH/s.db\"");
    return 0;
}

static bool starts_with(const struct str *text, const char *start)
{
    return strncmp(str_text(text), start, strlen(start)) == 0;
}

static bool ends_with(const struct str *text, const char *end)
{
    size_t length = strlen(end);
    return text->length >= length && strcmp(text->text + text->length - length, end) == 0;
}

static bool holds(const struct str *text, const char *part)
{
    return strstr(str_text(text), part) != NULL;
}

static void need_pty(const char *what)
{
    if (!has_pty(what))
        skip();
}

TEST(terminal__goes_through_a_pager)
{
    static const struct {
        const char *environment, *options;
        bool has_pager, has_color;
    } cases[] = {
        {"TOKFIX_PAGER='echo PAGED; cat -s'", "", true, true},
        {"PAGER='echo PAGED; cat -s'", "", true, true},
        {"TOKFIX_PAGER='echo PAGED; cat -s' PAGER=false", "", true, true},
        {"TOKFIX_PAGER='echo PAGED; cat -s' NO_COLOR=1", "", true, false},
        {"TOKFIX_PAGER='echo PAGED; cat -s'", "--color never", true, false},
        {"TOKFIX_PAGER=cat PAGER='echo PAGED; cat -s'", "", false, true},
        {"TOKFIX_PAGER= PAGER='echo PAGED; cat -s'", "", false, true},
        {"TERM=dumb TOKFIX_PAGER='echo PAGED; cat -s'", "", false, false},
    };
    need_pty("the pager of a terminal");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) screen = {0};
        int status = pty_run(&screen, 100, "", "%s \"$TOKFIX\" show \"$SCRATCH/s.db\" %s",
                             cases[i].environment, cases[i].options);
        assert_int_equal(status, 0);
        assert_int_equal(starts_with(&screen, "PAGED\n"), cases[i].has_pager);
        assert_int_equal(holds(&screen, "\033[1m"), cases[i].has_color);
        assert_int_equal(holds(&screen, "^"), !cases[i].has_color);
        assert_true(holds(&screen, FIRST));
        assert_true(ends_with(&screen, LEFT)); /* once the reader is done */
    }
}

/* What is in the pager is what a pipe gets. */
TEST(terminal__shows_all_fixes)
{
    static const char *const pagers[] = {"cat -s", "no-such-pager 2>/dev/null",
                                         "/dev/null 2>/dev/null"};
    scoped(str) screen = {0};
    need_pty("a pager of all fixes");
    scoped(str) piped = output_of("\"$TOKFIX\" show \"$SCRATCH/s.db\" -n all");
    for (size_t i = 0; i < N_ITEMS(pagers); i++) {
        assert_int_equal(pty_run(&screen, 100, "",
                                 "TOKFIX_PAGER='%s' \"$TOKFIX\" show \"$SCRATCH/s.db\" -n all "
                                 "--color never",
                                 pagers[i]),
                         0);
        assert_string_equal(str_text(&screen), str_text(&piped));
    }
}

TEST(terminal__says_why_no_pager_runs)
{
    scoped(str) screen = {0};
    need_pty("a pager that is not there");
    int status = pty_run(
        &screen, 100, "",
        "PATH=/usr/bin:/bin TOKFIX_PAGER=no-such-pager \"$TOKFIX\" show \"$SCRATCH/s.db\" -n 1");
    assert_int_equal(status, 0);
    assert_true(holds(&screen, "no-such-pager: not found\n"));
    assert_true(holds(&screen, FIRST));
    assert_true(ends_with(&screen, "1 of 94 fixes shown; -n all shows all\n"));
}

TEST(terminal__may_be_left_early)
{
    scoped(str) screen = {0};
    need_pty("a reader who leaves early");
    int status = pty_run(&screen, 100, "",
                         "TOKFIX_PAGER='head -n 1' \"$TOKFIX\" show \"$SCRATCH/s.db\" -n all");
    assert_int_equal(status, 0);
    assert_string_equal(str_text(&screen),
                        "\033[1mp00001-s000000001-s000000002\033[0m  Wrong Answer -> Accepted\n");
}

/* No pager is in the way of a message. */
TEST(terminal__shows_errors)
{
    static const struct {
        const char *arguments, *message;
        int status;
    } cases[] = {
        {"\"$SCRATCH/s.db\" --category literal --where \"after = 'not'\"", "no fixes in ", 0},
        {"\"$SCRATCH/s.db\" p1-a-b", "no fix has the id 'p1-a-b'; ", 1},
        {"\"$SCRATCH/missing.db\"", "cannot open ", 1},
        {"\"$SCRATCH/s.db\" --color sometimes", "--color: unknown value 'sometimes'", 2},
    };
    need_pty("errors at a terminal");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) screen = {0};
        int status = pty_run(&screen, 100, "", "TOKFIX_PAGER='echo PAGED' \"$TOKFIX\" show %s",
                             cases[i].arguments);
        assert_int_equal(status, cases[i].status);
        assert_true(holds(&screen, "tokfix show:")); /* in colours: it is a terminal */
        assert_true(holds(&screen, cases[i].message));
        assert_false(holds(&screen, "PAGED"));
    }
}

TEST(terminal__is_as_wide_as_it_is)
{
    static const int widths[] = {40, 80, 132};
    need_pty("the width of a terminal");
    for (size_t i = 0; i < N_ITEMS(widths); i++) {
        scoped(str) screen = {0};
        size_t widest = 0;
        pty_run(&screen, widths[i], "",
                "TOKFIX_PAGER='cat -s' \"$TOKFIX\" show \"$SCRATCH/s.db\" -n all --color never");
        for (char *rest = screen.text, *line; (line = strsep(&rest, "\n"));) {
            size_t columns = utf8_columns(line, strlen(line));
            bool is_code = strlen(line) > 10 && strncmp(line, "  ", 2) == 0 && line[9] == '|';
            if (is_code && columns > widest)
                widest = columns;
        }
        assert_in_range(widest, 0, widths[i]);
        if (widths[i] < 132)
            assert_int_equal(widest, widths[i]); /* the sample has lines of 110 columns */
    }
}

/* What fits on the screen is printed without a key, in colours and with all characters. */
TEST(terminal__has_less_if_nothing_else_is_said)
{
    scoped(str) screen = {0};
    need_pty("less");
    if (!has_program("less", "the usual pager"))
        skip();
    int status = pty_run(&screen, 100, "",
                         "LC_ALL=C \"$TOKFIX\" show \"$SCRATCH/s.db\" "
                         "p00001-s000000012-s000000034");
    assert_int_equal(status, 0);
    assert_true(holds(&screen, "\033[1mp00001-s000000012-s000000034\033[0m"));
    assert_true(holds(&screen, "\033[1;7m>=\033[0m"));
    assert_true(holds(&screen, "; n = in…"));
    status = pty_run(&screen, 100, "q", "\"$TOKFIX\" show \"$SCRATCH/s.db\" -n all");
    assert_int_equal(status, 0);
    assert_true(holds(&screen, FIRST));
    assert_true(holds(&screen, SECOND));
    assert_false(holds(&screen, "p00008")); /* that is screens away */
}

SUITE_SETUP(mine, NULL);
