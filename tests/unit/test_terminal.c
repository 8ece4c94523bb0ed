/* Text of unknown origin cannot control a terminal, and the user decides about colour. A text is
 * printed through a pager or without one, and the reader may quit early. */
#include "base/str.h"
#include "base/terminal.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>

TEST(terminal__shows_what_is_not_printable_as_escapes_and_cuts_long_text)
{
    static const struct {
        const char *text;
        size_t length, max_columns; /* 0: no limit */
        const char *expected;
        size_t n_columns;
    } cases[] = {
        {"", 0, 1, "", 0},
        {"a = b[1] # 'x'\\n", 16, 0, "a = b[1] # 'x'\\n", 16},
        {"äöü €", 10, 0, "äöü €", 5},
        {"日本語😀", 13, 0, "日本語😀", 8},
        {"\xc2\xa0", 2, 0, "\xc2\xa0", 1}, /* the first after the C1 controls */
        {"a\nb\tc\rd", 7, 0, "a\\nb\\tc\\rd", 10},
        {"\x1b[31mred", 8, 0, "\\x1b[31mred", 11},
        {"\a\b\v\f\0\x7f", 6, 0, "\\x07\\x08\\x0b\\x0c\\x00\\x7f", 24},
        {"\xc2\x80\xc2\x9f", 4, 0, "\\x80\\x9f", 8},
        {"\xff\x9b", 2, 0, "\\xff\\x9b", 8}, /* CSI of 8-bit terminals */
        {"a\xc3(", 3, 0, "a\\xc3(", 6},
        {"\xe2\x82z", 3, 0, "\\xe2\\x82z", 9},
        {"abcde", 5, 5, "abcde", 5},
        {"abcdef", 6, 5, "abcd…", 5},
        {"äöüß", 8, 3, "äö…", 3},
        {"日本語", 9, 3, "日…", 3},
        {"日本語", 9, 2, "…", 1},
        {"ab", 2, 1, "…", 1},
        {"a", 1, 1, "a", 1},
        {"a\nbcd", 5, 4, "a\\n…", 4}, /* an escape counts as what is seen */
    };
    static const char *const lines[][2] = {{"\n\n", "\n\n"},
                                           {"one\ntwo", "one\ntwo"},
                                           {"a\x1b[m\nb\x07\n", "a\\x1b[m\nb\\x07\n"},
                                           {"\xff\n\xe2\x80\xae", "\\xff\n\\u202e"}};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) out = {0};
        str_add_text(&out, "> "); /* it appends */
        size_t n = terminal_add_safe(&out, cases[i].text, cases[i].length, cases[i].max_columns);
        assert_string_equal(str_text(&out) + 2, cases[i].expected);
        assert_int_equal(n, cases[i].n_columns);
    }
    for (size_t i = 0; i < N_ITEMS(lines); i++) {
        scoped(str) out = {0};
        terminal_add_safe_lines(&out, lines[i][0]);
        assert_string_equal(str_text(&out), lines[i][1]);
    }
}

/* What is shown is UTF-8, as wide as it says, without control characters, and within the limit. */
static void check_safe(const char *bytes, size_t length, size_t limit)
{
    static struct str out;
    str_clear(&out);
    size_t n = terminal_add_safe(&out, bytes, length, limit);
    const char *text = str_text(&out);
    bool is_safe = utf8_is_valid(text, out.length) && utf8_columns(text, out.length) == n &&
                   (limit == 0 || n <= limit);
    for (size_t i = 0; i < out.length; i++)
        is_safe = is_safe && (unsigned char)text[i] >= 0x20 && text[i] != 0x7f &&
                  !(text[i] == '\xc2' && (unsigned char)text[i + 1] < 0xa0);
    bool is_escaped = text[0] == '\\' && bytes[0] != '\\';
    if (!is_safe || (limit == 0 && !is_escaped && memcmp(text, bytes, length) != 0))
        fail_msg("%zu bytes from %02x are shown as '%s'", length, (unsigned char)bytes[0], text);
}

TEST(terminal__makes_every_code_point_and_pair_of_bytes_safe)
{
    static const uint32_t bidirectional[] = {0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c,
                                             0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069};
    char bytes[4];
    for (uint32_t code = 0; code < N_CODE_POINTS; code++)
        if (!is_surrogate(code))
            check_safe(bytes, encode_utf8(code, bytes), 0);
    for (unsigned pair = 0; pair < 65536; pair++) {
        char two[] = {'x', (char)(pair >> 8), (char)(pair & 0xff)};
        check_safe(two, 3, 5 + pair % 3);
    }
    check_safe("\xed\xa0\x80", 3, 0);
    check_safe("\xf4\x90\x80\x80", 4, 0);
    check_safe("\xf0\x9f\x98", 3, 0);
    for (size_t i = 0; i < N_ITEMS(bidirectional); i++) {
        scoped(str) out = {0};
        terminal_add_safe(&out, bytes, encode_utf8(bidirectional[i], bytes), 0);
        assert_string_equal(str_text(&out), printed("\\u%04x", (unsigned)bidirectional[i]));
    }
}

/* A column may stay free where a wide character does not fit. */
TEST(terminal__fills_any_number_of_columns)
{
    static const char text[] = "größer als 日本語 😀 ist äußerst selten";
    size_t length = strlen(text), whole = utf8_columns(text, length);
    for (size_t max = 1; max < whole + 5; max++) {
        scoped(str) out = {0};
        size_t n = terminal_add_safe(&out, text, length, max);
        assert_in_range(n, max < whole ? max - (max > 1) : whole, max < whole ? max : whole);
        assert_memory_equal(out.text, text, max < whole ? out.length - strlen("…") : length);
        check_safe("\x01\n\xff\x01", 4, max);
    }
}

/* Character by character comes to the same. */
TEST(terminal__shows_one_character_at_a_time)
{
    static const struct {
        const char *text;
        size_t length, n_bytes, n_columns;
    } cases[] = {{"ab", 2, 1, 1},           {"\t", 1, 1, 2},       {"語b", 4, 3, 2},
                 {"e\xcc\x81", 3, 1, 1},    {"\xcc\x81", 2, 2, 0}, /* a combining accent */
                 {"\xe2\x80\xae", 3, 3, 6}, {"\xe2\x80", 2, 1, 4}, {"\0x", 2, 1, 4}};
    static const char text[] = "größer\t\x1b[1m 日本語\xff\xe2\x80\xae e\xcc\x81";
    scoped(str) whole = {0}, parts = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        size_t n = 99;
        assert_int_equal(terminal_add_character(&parts, cases[i].text, cases[i].length, &n),
                         cases[i].n_bytes);
        assert_int_equal(n, cases[i].n_columns);
    }
    str_clear(&parts);
    size_t n = terminal_add_safe(&whole, text, strlen(text), 0);
    for (size_t at = 0, n_columns; at < strlen(text); n -= n_columns)
        at += terminal_add_character(&parts, text + at, strlen(text) - at, &n_columns);
    assert_int_equal(n, 0);
    assert_string_equal(str_text(&parts), str_text(&whole));
}

static void set_or_unset(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

static bool is_colored(enum color_choice choice, FILE *file)
{
    terminal_choose_color(choice);
    return terminal_is_colored(file);
}

TEST(terminal__colors_a_terminal_unless_the_environment_forbids_it_and_a_file_on_request)
{
    static const struct {
        const char *no_color, *term; /* NULL: not set */
        bool has_color;              /* of a terminal */
    } environments[] = {{NULL, "xterm", true}, {NULL, NULL, true},    {"", "xterm", true},
                        {"1", "xterm", false}, {"0", "xterm", false}, {"1", NULL, false},
                        {NULL, "dumb", false}, {"", "dumb", false},   {NULL, "dumber", true}};
    scoped_file FILE *file = tmpfile();
    int controller = -1, fd = -1;
    if (has_pty("colour on a terminal"))
        assert_int_equal(openpty(&controller, &fd, NULL, NULL, NULL), 0);
    scoped_file FILE *terminal = fd < 0 ? NULL : fdopen(fd, "r+");
    for (size_t i = 0; i < N_ITEMS(environments); i++) {
        set_or_unset("NO_COLOR", environments[i].no_color);
        set_or_unset("TERM", environments[i].term);
        assert_true(is_colored(COLOR_ALWAYS, file) && !is_colored(COLOR_NEVER, file));
        assert_false(is_colored(COLOR_AUTO, file));
        if (!terminal)
            continue;
        assert_int_equal(is_colored(COLOR_AUTO, terminal), environments[i].has_color);
        assert_true(is_colored(COLOR_ALWAYS, terminal) && !is_colored(COLOR_NEVER, terminal));
    }
    assert_string_equal(color_choice_name(COLOR_NEVER), "never");
    assert_true(!color_choice_name(COLOR_NEVER + 1) && !color_choice_name(-1));
    close(controller);
}

TEST(terminal__is_as_wide_as_it_says)
{
    static const struct {
        const char *columns; /* NULL: not set */
        size_t of_terminal, of_file;
    } cases[] = {{NULL, 132, 7},  {"", 132, 7},    {"80", 80, 80},
                 {"1", 1, 1},     {"0", 132, 7},   {"-5", 132, 7},
                 {"80x", 132, 7}, {" 80", 132, 7}, {"99999999999999999999", 1 << 30, 1 << 30}};
    FILE *file = tmpfile();
    assert_non_null(file);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        set_or_unset("COLUMNS", cases[i].columns);
        assert_int_equal(terminal_columns(file, 7), cases[i].of_file);
    }
    fclose(file);
    if (!has_pty("the width of a terminal"))
        skip();
    int controller, terminal;
    struct winsize size = {.ws_row = 50, .ws_col = 132}, none = {0};
    assert_int_equal(openpty(&controller, &terminal, NULL, NULL, &size), 0);
    file = fdopen(terminal, "r+");
    assert_non_null(file);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        set_or_unset("COLUMNS", cases[i].columns);
        assert_int_equal(terminal_columns(file, 7), cases[i].of_terminal);
    }
    unsetenv("COLUMNS");
    assert_int_equal(ioctl(terminal, TIOCSWINSZ, &none), 0); /* one that does not know */
    assert_int_equal(terminal_columns(file, 7), 7);
    fclose(file);
    close(controller);
}

/* ---- The pager ---- */

TEST(pager__is_for_terminals_and_what_the_environment_names)
{
    static const struct {
        const char *tokfix_pager, *pager, *term; /* NULL: not set */
        const char *command;                     /* NULL: none */
    } cases[] = {{NULL, NULL, "xterm", "less"},     {NULL, "more -x", "xterm", "more -x"},
                 {"most", "more", "xterm", "most"}, {"", "more", "xterm", NULL},
                 {"cat", "more", "xterm", NULL},    {NULL, "", "xterm", NULL},
                 {NULL, "cat", "xterm", NULL},      {NULL, "cat -v", "xterm", "cat -v"},
                 {"most", NULL, "dumb", NULL},      {"most", NULL, NULL, NULL}};
    scoped_file FILE *file = tmpfile();
    if (!has_pty("the choice of a pager"))
        skip();
    int controller = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(controller >= 0 && grantpt(controller) == 0 && unlockpt(controller) == 0);
    scoped_file FILE *terminal = fopen(ptsname(controller), "r+");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        set_or_unset("TOKFIX_PAGER", cases[i].tokfix_pager);
        set_or_unset("PAGER", cases[i].pager);
        set_or_unset("TERM", cases[i].term);
        const char *command = pager_command(terminal);
        assert_string_equal(command ? command : "none",
                            cases[i].command ? cases[i].command : "none");
        assert_null(pager_command(file));
    }
    close(controller);
}

/* What a pager shows of `n` lines, "line 0", "line 1", ..., after the words "before" that were
 * written without it. A file takes the place of the terminal. Sets the number of lines that were
 * taken. */
static const char *shown_by(const char *command, size_t n, size_t *n_taken)
{
    size_t i = 0;
    FILE *file = fopen(scratch_path("shown"), "w+e");
    assert_non_null(file);
    fprintf(file, "before\n");
    struct pager *pager = pager_open(command, file);
    assert_non_null(pager);
    for (FILE *stream = pager_stream(pager); i < n && !ferror(stream); i++)
        fprintf(stream, "line %zu\n", i);
    pager_close(pager);
    fclose(file);
    *n_taken = i;
    scoped(str) text = test_file("$SCRATCH/shown");
    return printed("%s", str_text(&text));
}

/* What the reader does not wait for is not made; what was read is not shown twice. A pager that
 * cannot be run is replaced by the terminal, whether a pipe holds the text or not; the shell says
 * why. */
TEST(pager__shows_the_text_until_the_reader_leaves)
{
    static const struct {
        const char *command;
        size_t n;
        const char *end; /* NULL: all lines */
    } cases[] = {{"cat", 0, "before\n"},
                 {"cat; sleep 0.1; echo end", 2, "before\nline 0\nline 1\nend\n"},
                 {"sleep 0.1; tail -n 1", 100000, "before\nline 99999\n"},
                 {"wc -l | tr -d ' '; exit 3", 100000, "before\n100000\n"},
                 {"wc -l | tr -d ' '; exit 127", 100000, "before\n100000\n"},
                 {"head -n 1; exit 1", 100000000, "before\nline 0\n"},
                 {"head -n 1; kill -9 $$", 100000000, "before\nline 0\n"},
                 {"no-such-pager 2>/dev/null", 0, NULL},
                 {"no-such-pager 2>/dev/null", 2000, NULL},
                 {"/dev/null 2>/dev/null", 100000, NULL},
                 {"sleep 0.1; no-such-pager -R 2>/dev/null", 100000, NULL}};
    pager_close(NULL);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        size_t n;
        scoped(str) all = {0};
        str_add_text(&all, "before\n");
        for (size_t line = 0; line < cases[i].n && !cases[i].end; line++)
            str_print(&all, "line %zu\n", line);
        const char *shown = shown_by(cases[i].command, cases[i].n, &n);
        assert_string_equal(shown, cases[i].end ? cases[i].end : all.text);
        assert_true(cases[i].n < 1000000 ? n == cases[i].n : n < 1000000);
        assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* it was waited for */
        assert_int_equal(errno, ECHILD);
    }
}

/* Files: none of ours, beside what any other child gets. */
TEST(pager__passes_less_its_options_and_no_file)
{
    static const struct {
        const char *less, *charset, *definition; /* NULL: not set */
        const char *text;
    } cases[] = {{NULL, NULL, NULL, "before\nFRX utf-8 -\n"},
                 {"", NULL, NULL, "before\n utf-8 -\n"},
                 {"-N", "latin1", NULL, "before\n-N latin1 -\n"},
                 {NULL, NULL, "8bcccbcc18b95.b", "before\nFRX - 8bcccbcc18b95.b\n"}};
    size_t n;
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        set_or_unset("LESS", cases[i].less);
        set_or_unset("LESSCHARSET", cases[i].charset);
        set_or_unset("LESSCHARDEF", cases[i].definition);
        assert_string_equal(shown_by("echo \"$LESS ${LESSCHARSET--} ${LESSCHARDEF--}\"", 0, &n),
                            cases[i].text);
        const char *less = getenv("LESS"); /* ours stays as it was */
        assert_true(less ? strcmp(less, cases[i].less) == 0 : !cases[i].less);
    }
    unsetenv("LESS");
    unsetenv("LESSCHARSET");
    unsetenv("LESSCHARDEF");
    scoped(str) expected = output_of("echo before; ls /proc/self/fd </dev/null | wc -l");
    assert_string_equal(shown_by("ls /proc/self/fd | wc -l", 0, &n), expected.text);
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
    static const int signals[] = {SIGINT, SIGQUIT, SIGPIPE};
    FILE *file = fopen(scratch_path("interrupted"), "we");
    signal(SIGINT, note);
    signal(SIGQUIT, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    struct pager *pager = pager_open("cat >/dev/null; kill -INT $$; echo here", file);
    assert_non_null(pager);
    for (int i = 0; i < 3; i++)
        assert_ptr_equal(handler_of(signals[i]), SIG_IGN);
    raise(SIGINT);
    raise(SIGPIPE);
    pager_close(pager);
    for (int i = 0; i < 3; i++)
        assert_ptr_equal(handler_of(signals[i]), i ? SIG_DFL : note);
    fclose(file);
    scoped(str) text = test_file("$SCRATCH/interrupted");
    assert_string_equal(str_text(&text), ""); /* the pager was interrupted */
    signal(SIGINT, SIG_DFL);
}
