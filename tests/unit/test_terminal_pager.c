/* A text is printed through a pager or without one, and the reader may quit early. */
#include "base/terminal.h"
#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

static void set_or_unset(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

/* Whatever the environment says. */
TEST(pager__is_for_terminals_only)
{
    setenv("TERM", "xterm", 1);
    setenv("TOKFIX_PAGER", "less", 1);
    scoped_file FILE *file = tmpfile(), *null = fopen("/dev/null", "w");
    assert_non_null(file);
    assert_non_null(null);
    assert_null(pager_command(file));
    assert_null(pager_command(null));
}

TEST(pager__is_what_the_environment_names)
{
    static const struct {
        const char *tokfix_pager, *pager, *term; /* NULL: not set */
        const char *command;                     /* NULL: none */
    } cases[] = {
        {NULL, NULL, "xterm", "less"},       {NULL, "more -x", "xterm", "more -x"},
        {"most", "more", "xterm", "most"},   {"most", NULL, "xterm", "most"},
        {"", "more", "xterm", NULL},         {"cat", "more", "xterm", NULL},
        {NULL, "", "xterm", NULL},           {NULL, "cat", "xterm", NULL},
        {NULL, "cat -v", "xterm", "cat -v"}, {NULL, NULL, "dumb", NULL},
        {"most", NULL, "dumb", NULL},        {"most", NULL, NULL, NULL},
    };
    if (!has_pty("the choice of a pager"))
        skip();
    int controller = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(controller >= 0 && grantpt(controller) == 0 && unlockpt(controller) == 0);
    scoped_file FILE *terminal = fopen(ptsname(controller), "r+");
    assert_non_null(terminal);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        set_or_unset("TOKFIX_PAGER", cases[i].tokfix_pager);
        set_or_unset("PAGER", cases[i].pager);
        set_or_unset("TERM", cases[i].term);
        const char *command = pager_command(terminal);
        if (cases[i].command)
            assert_string_equal(command, cases[i].command);
        else
            assert_null(command);
    }
    close(controller);
}

/* A file takes the place of the terminal. */
struct shown {
    FILE *file;
    struct str text;
};

static struct shown shown_new(void)
{
    struct shown shown = {.file = tmpfile()};
    assert_non_null(shown.file);
    return shown;
}

static void shown_release(struct shown *shown)
{
    str_release(&shown->text);
}
SCOPED_VALUE(shown, shown_release)

/* The shown text, read anew; the file is gone then. */
static const char *shown_text(struct shown *shown)
{
    char buffer[4096];
    size_t n;
    fseek(shown->file, 0, SEEK_SET);
    while ((n = fread(buffer, 1, sizeof buffer, shown->file)) > 0)
        str_add(&shown->text, buffer, n);
    fclose(shown->file);
    return str_text(&shown->text);
}

/* Shows `n` lines, "line 0", "line 1", ..., after the words "before"; returns the number taken. */
static size_t show_lines(struct shown *shown, const char *command, size_t n)
{
    size_t i = 0;
    fprintf(shown->file, "before\n");
    scoped(pager) *pager = pager_open(command, shown->file);
    assert_non_null(pager);
    for (FILE *stream = pager_stream(pager); i < n && !ferror(stream); i++)
        fprintf(stream, "line %zu\n", i);
    return i;
}

TEST(pager__shows_the_whole_text)
{
    static const struct {
        const char *command;
        size_t n;
        const char *end;
    } cases[] = {
        {"cat", 0, "before\n"},
        {"cat", 1, "before\nline 0\n"},
        {"cat; echo end", 2, "before\nline 0\nline 1\nend\n"},
        {"sleep 0.2; tail -n 1", 200000, "before\nline 199999\n"},
        {"wc -l | tr -d ' '; exit 3", 200000, "before\n200000\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(shown) shown = shown_new();
        assert_int_equal(show_lines(&shown, cases[i].command, cases[i].n), cases[i].n);
        assert_string_equal(shown_text(&shown), cases[i].end);
    }
}

/* What the reader does not wait for is not made. */
TEST(pager__ends_quietly_when_the_reader_leaves)
{
    static const char *const commands[] = {"head -n 1", "head -n 1; exit 1",
                                           "head -n 1; kill -9 $$"};
    for (size_t i = 0; i < N_ITEMS(commands); i++) {
        scoped(shown) shown = shown_new();
        size_t n_taken = show_lines(&shown, commands[i], 100000000);
        assert_true(n_taken < 1000000);
        assert_string_equal(shown_text(&shown), "before\nline 0\n");
    }
}

static void append_lines(struct str *text, size_t n)
{
    str_add_text(text, "before\n");
    for (size_t i = 0; i < n; i++)
        str_print(text, "line %zu\n", i);
}

/* Less than a pipe holds, and more. The shell says on standard error why. */
TEST(pager__that_cannot_be_run_is_replaced_by_the_terminal)
{
    static const char *const commands[] = {"no-such-pager 2>/dev/null", "/dev/null 2>/dev/null",
                                           "sleep 0.2; no-such-pager -R 2>/dev/null"};
    static const size_t sizes[] = {0, 1, 2000, 200000};
    for (size_t i = 0; i < N_ITEMS(commands); i++)
        for (size_t k = 0; k < N_ITEMS(sizes); k++) {
            scoped(shown) shown = shown_new();
            struct str expected = {0};
            append_lines(&expected, sizes[k]);
            assert_int_equal(show_lines(&shown, commands[i], sizes[k]), sizes[k]);
            assert_string_equal(shown_text(&shown), str_text(&expected));
            str_release(&expected);
        }
}

/* What was read is not shown twice. */
TEST(pager__that_fails_late_is_not_replaced)
{
    scoped(shown) shown = shown_new();
    show_lines(&shown, "wc -l | tr -d ' '; exit 127", 200000);
    assert_string_equal(shown_text(&shown), "before\n200000\n");
}

TEST(pager__passes_less_its_options)
{
    static const struct {
        const char *less, *charset, *definition; /* NULL: not set */
        const char *text;
    } cases[] = {
        {NULL, NULL, NULL, "before\nFRX utf-8 -\n"},
        {"", NULL, NULL, "before\n utf-8 -\n"},
        {"-N", "latin1", NULL, "before\n-N latin1 -\n"},
        {NULL, NULL, "8bcccbcc18b95.b", "before\nFRX - 8bcccbcc18b95.b\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(shown) shown = shown_new();
        set_or_unset("LESS", cases[i].less);
        set_or_unset("LESSCHARSET", cases[i].charset);
        set_or_unset("LESSCHARDEF", cases[i].definition);
        show_lines(&shown, "echo \"$LESS ${LESSCHARSET--} ${LESSCHARDEF--}\"", 0);
        assert_string_equal(shown_text(&shown), cases[i].text);
        const char *less = getenv("LESS"); /* ours stays as it was */
        assert_true(less ? strcmp(less, cases[i].less) == 0 : !cases[i].less);
    }
    unsetenv("LESS");
    unsetenv("LESSCHARSET");
    unsetenv("LESSCHARDEF");
}

static void (*handler_of(int signal))(int)
{
    struct sigaction action;
    assert_int_equal(sigaction(signal, NULL, &action), 0);
    return action.sa_handler;
}

static void note(int signal)
{
    (void)signal;
}

/* An interrupt is for the pager, which has the actions that we had. */
TEST(pager__leaves_interrupts_to_the_pager)
{
    scoped(shown) shown = shown_new();
    signal(SIGINT, note);
    signal(SIGQUIT, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    struct pager *pager = pager_open("cat >/dev/null; kill -INT $$; echo here", shown.file);
    assert_non_null(pager);
    assert_ptr_equal(handler_of(SIGINT), SIG_IGN);
    assert_ptr_equal(handler_of(SIGQUIT), SIG_IGN);
    assert_ptr_equal(handler_of(SIGPIPE), SIG_IGN);
    raise(SIGINT);
    raise(SIGPIPE);
    pager_close(pager);
    assert_ptr_equal(handler_of(SIGINT), note);
    assert_ptr_equal(handler_of(SIGQUIT), SIG_DFL);
    assert_ptr_equal(handler_of(SIGPIPE), SIG_DFL);
    assert_string_equal(shown_text(&shown), ""); /* the pager was interrupted */
    signal(SIGINT, SIG_DFL);
}

/* Beside what any other child gets. */
TEST(pager__gets_no_file_of_ours)
{
    scoped(shown) shown = shown_new();
    struct str expected = {0};
    run_valid(&expected, "echo before; ls /proc/self/fd </dev/null | wc -l");
    show_lines(&shown, "ls /proc/self/fd | wc -l", 0);
    assert_string_equal(shown_text(&shown), str_text(&expected));
    str_release(&expected);
}

TEST(pager__waits_for_the_reader)
{
    scoped(shown) shown = shown_new();
    show_lines(&shown, "cat; sleep 0.3; echo done", 1);
    assert_string_equal(shown_text(&shown), "before\nline 0\ndone\n");
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    pager_close(NULL);
}
