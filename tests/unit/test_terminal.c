/* Text of unknown origin cannot control a terminal, and the user decides about colour. */
#include "base/str.h"
#include "base/terminal.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

#include <fcntl.h>
#include <pty.h>
#include <sys/ioctl.h>

struct case_of_text {
    const char *text;
    size_t length;
    size_t max_columns;
    const char *expected;
    size_t n_columns;
};

static void assert_shown(const struct case_of_text *cases, size_t n_cases)
{
    for (size_t i = 0; i < n_cases; i++) {
        scoped(str) out = {0};
        str_add_text(&out, "> "); /* it appends */
        size_t n_columns =
            terminal_add_safe(&out, cases[i].text, cases[i].length, cases[i].max_columns);
        assert_string_equal(str_text(&out) + strlen("> "), cases[i].expected);
        assert_int_equal(out.length, strlen("> ") + strlen(cases[i].expected));
        assert_int_equal(n_columns, cases[i].n_columns);
    }
}

TEST(terminal__shows_plain_text_as_it_is)
{
    static const struct case_of_text cases[] = {
        {"", 0, 0, "", 0},
        {"a = b[1] # 'x'\\n", 16, 0, "a = b[1] # 'x'\\n", 16},
        {"äöü €", 10, 0, "äöü €", 5},
        {"日本語😀", 13, 0, "日本語😀", 8},  /* each is two columns wide */
        {"\xc2\xa0", 2, 0, "\xc2\xa0", 1}, /* the first after the C1 controls */
    };
    assert_shown(cases, N_ITEMS(cases));
}

TEST(terminal__shows_control_characters_as_escapes)
{
    static const struct case_of_text cases[] = {
        {"a\nb\tc\rd", 7, 0, "a\\nb\\tc\\rd", 10},
        {"\x1b[31mred", 8, 0, "\\x1b[31mred", 11},
        {"\a\b\v\f", 4, 0, "\\x07\\x08\\x0b\\x0c", 16},
        {"\0", 1, 0, "\\x00", 4},
        {"\x7f", 1, 0, "\\x7f", 4},
        {"\xc2\x80", 2, 0, "\\x80", 4},
        {"\xc2\x9b"
         "31m",
         5, 0, "\\x9b31m", 7}, /* CSI */
        {"\xc2\x9f", 2, 0, "\\x9f", 4},
    };
    assert_shown(cases, N_ITEMS(cases));
}

TEST(terminal__shows_bidirectional_controls_as_escapes)
{
    static const uint32_t controls[] = {0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c,
                                        0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069};
    for (size_t i = 0; i < N_ITEMS(controls); i++) {
        char bytes[4];
        size_t length = encode_utf8(controls[i], bytes);
        const char *expected = printed("\\u%04x", (unsigned)controls[i]);
        assert_shown(&(struct case_of_text){bytes, length, 0, expected, 6}, 1);
    }
}

TEST(terminal__shows_invalid_utf8_byte_by_byte)
{
    static const struct {
        const char *text;
        const char *expected;
    } cases[] = {
        {"\xff", "\\xff"},       {"\x9b", "\\x9b"}, /* CSI of 8-bit terminals */
        {"a\xc3(", "a\\xc3("},   {"\xe2\x82", "\\xe2\\x82"}, {"\xe2\x82z", "\\xe2\\x82z"},
        {"caf\xe9", "caf\\xe9"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) out = {0};
        terminal_add_safe(&out, cases[i].text, strlen(cases[i].text), 0);
        assert_string_equal(str_text(&out), cases[i].expected);
    }
}

/* The return value is the width of the answer, and nothing dangerous is in it. */
TEST(terminal__makes_every_code_point_safe)
{
    scoped(str) out = {0};
    for (uint32_t code = 0; code < N_CODE_POINTS; code++) {
        char bytes[4];
        if (is_surrogate(code))
            continue;
        size_t length = encode_utf8(code, bytes);
        str_clear(&out);
        size_t n_columns = terminal_add_safe(&out, bytes, length, 0);
        bool is_escaped = out.text[0] == '\\' && code != '\\';
        if (!utf8_is_valid(out.text, out.length) || utf8_columns(out.text, out.length) != n_columns)
            fail_msg("U+%04X is shown as '%s'", (unsigned)code, out.text);
        if (!is_escaped && (out.length != length || memcmp(out.text, bytes, length) != 0))
            fail_msg("U+%04X is changed to '%s'", (unsigned)code, out.text);
        for (size_t i = 0; i < out.length; i++)
            if ((unsigned char)out.text[i] < 0x20 || out.text[i] == 0x7f)
                fail_msg("U+%04X keeps a control character", (unsigned)code);
        if (!is_escaped && code >= 0x80 && code < 0xa0)
            fail_msg("U+%04X keeps a C1 control character", (unsigned)code);
    }
}

TEST(terminal__keeps_lines_and_makes_each_safe)
{
    static const char *const cases[][2] = {
        {"", ""},
        {"one", "one"},
        {"one\ntwo", "one\ntwo"},
        {"\n\n", "\n\n"},
        {"a\x1b[m\nb\x07\n", "a\\x1b[m\nb\\x07\n"},
        {"\xff\n\xe2\x80\xae", "\\xff\n\\u202e"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) out = {0};
        terminal_add_safe_lines(&out, cases[i][0]);
        assert_string_equal(str_text(&out), cases[i][1]);
    }
}

TEST(terminal__cuts_long_text_with_an_ellipsis)
{
    static const struct case_of_text cases[] = {
        {"abcde", 5, 5, "abcde", 5}, /* just fits */
        {"abcdef", 6, 5, "abcd…", 5},
        {"abcdef", 6, 100, "abcdef", 6},
        {"abcdef", 6, 0, "abcdef", 6}, /* no limit */
        {"äöüß", 8, 4, "äöüß", 4},
        {"äöüß", 8, 3, "äö…", 3},
        {"日本語", 9, 3, "日…", 3},
        {"日本語", 9, 2, "…", 1},
        {"ab", 2, 1, "…", 1},
        {"a", 1, 1, "a", 1},
        {"", 0, 1, "", 0},
        {"a\nbcd", 5, 4, "a\\n…", 4}, /* an escape counts as what is seen */
    };
    assert_shown(cases, N_ITEMS(cases));
}

TEST(terminal__fills_any_number_of_columns_with_printable_text)
{
    static const char text[] = "größer als 日本語 😀 ist äußerst selten";
    size_t length = strlen(text), whole = utf8_columns(text, length);
    scoped(str) out = {0};
    for (size_t max = 1; max < whole + 5; max++) {
        str_clear(&out);
        size_t n_columns = terminal_add_safe(&out, text, length, max);
        /* a column may stay free where a wide character does not fit */
        assert_in_range(n_columns, max < whole ? max - (max > 1) : whole,
                        max < whole ? max : whole);
        assert_true(utf8_is_valid(out.text, out.length));
        assert_int_equal(utf8_columns(out.text, out.length), n_columns);
        size_t kept = max < whole ? out.length - strlen("…") : length;
        assert_memory_equal(out.text, text, kept);
    }
}

TEST(terminal__never_passes_on_invalid_utf8)
{
    scoped(str) out = {0};
    for (unsigned pair = 0; pair < 65536; pair++) {
        char bytes[2] = {(char)(pair >> 8), (char)(pair & 0xff)};
        str_clear(&out);
        size_t n_columns = terminal_add_safe(&out, bytes, 2, 0);
        assert_true(utf8_is_valid(out.text, out.length));
        assert_int_equal(n_columns, utf8_columns(out.text, out.length));
    }
    static const char *const texts[] = {"\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf0\x9f\x98"};
    for (size_t i = 0; i < N_ITEMS(texts); i++) {
        str_clear(&out);
        terminal_add_safe(&out, texts[i], strlen(texts[i]), 0);
        assert_true(utf8_is_valid(out.text, out.length));
    }
}

TEST(terminal__never_writes_more_than_the_limit)
{
    static const char *const texts[] = {"\x01\x01", "abc\n", "\n\n\n", "\xff", "abcd", "abcde"};
    scoped(str) out = {0};
    for (size_t i = 0; i < N_ITEMS(texts); i++)
        for (size_t limit = 1; limit < 12; limit++) {
            str_clear(&out);
            size_t n_columns = terminal_add_safe(&out, texts[i], strlen(texts[i]), limit);
            assert_in_range(n_columns, 1, limit);
            assert_int_equal(n_columns, utf8_columns(out.text, out.length));
        }
}

/* Character by character comes to the same. */
TEST(terminal__shows_one_character_at_a_time)
{
    static const struct {
        const char *text;
        size_t length, n_bytes, n_columns;
    } cases[] = {
        {"ab", 2, 1, 1},           {"\t", 1, 1, 2},       {"語b", 4, 3, 2},
        {"e\xcc\x81", 3, 1, 1},    {"\xcc\x81", 2, 2, 0}, /* a combining accent */
        {"\xe2\x80\xae", 3, 3, 6}, {"\xe2\x80", 2, 1, 4}, {"\0x", 2, 1, 4},
    };
    static const char text[] = "größer\t\x1b[1m 日本語\xff\xe2\x80\xae e\xcc\x81";
    scoped(str) whole = {0}, parts = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        size_t n_columns = 99;
        assert_int_equal(terminal_add_character(&parts, cases[i].text, cases[i].length, &n_columns),
                         cases[i].n_bytes);
        assert_int_equal(n_columns, cases[i].n_columns);
    }
    str_clear(&parts);
    size_t n = terminal_add_safe(&whole, text, strlen(text), 0);
    for (size_t at = 0, n_columns; at < strlen(text); n -= n_columns)
        at += terminal_add_character(&parts, text + at, strlen(text) - at, &n_columns);
    assert_int_equal(n, 0);
    assert_string_equal(str_text(&parts), str_text(&whole));
}

TEST(terminal__names_the_color_choices)
{
    assert_string_equal(color_choice_name(COLOR_AUTO), "auto");
    assert_string_equal(color_choice_name(COLOR_ALWAYS), "always");
    assert_string_equal(color_choice_name(COLOR_NEVER), "never");
    assert_null(color_choice_name(COLOR_NEVER + 1));
    assert_null(color_choice_name(-1));
}

static void set_or_unset(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

/* Values of NO_COLOR and TERM (NULL: not set), and whether COLOR_AUTO colours a terminal then. */
static const struct {
    const char *no_color, *term;
    bool has_color;
} environments[] = {
    {NULL, "xterm", true}, {NULL, NULL, true},    {"", "xterm", true},
    {"1", "xterm", false}, {"0", "xterm", false}, {"1", NULL, false},
    {NULL, "dumb", false}, {"", "dumb", false},   {NULL, "dumber", true},
};

static bool is_colored(enum color_choice choice, FILE *file)
{
    terminal_choose_color(choice);
    return terminal_is_colored(file);
}

TEST(terminal__colors_a_file_only_on_request)
{
    scoped_file FILE *file = tmpfile();
    assert_non_null(file);
    for (size_t i = 0; i < N_ITEMS(environments); i++) {
        set_or_unset("NO_COLOR", environments[i].no_color);
        set_or_unset("TERM", environments[i].term);
        assert_true(is_colored(COLOR_ALWAYS, file));
        assert_false(is_colored(COLOR_NEVER, file));
        assert_false(is_colored(COLOR_AUTO, file));
    }
}

TEST(terminal__colors_a_terminal_unless_the_environment_forbids_it)
{
    if (!has_pty("colour on a terminal"))
        skip();
    int controller, fd;
    assert_int_equal(openpty(&controller, &fd, NULL, NULL, NULL), 0);
    scoped_file FILE *terminal = fdopen(fd, "r+");
    assert_non_null(terminal);
    for (size_t i = 0; i < N_ITEMS(environments); i++) {
        set_or_unset("NO_COLOR", environments[i].no_color);
        set_or_unset("TERM", environments[i].term);
        assert_int_equal(is_colored(COLOR_AUTO, terminal), environments[i].has_color);
        assert_true(is_colored(COLOR_ALWAYS, terminal));
        assert_false(is_colored(COLOR_NEVER, terminal));
    }
    close(controller);
}

TEST(terminal__is_as_wide_as_it_says)
{
    static const struct {
        const char *columns; /* NULL: not set */
        size_t of_terminal, of_file;
    } cases[] = {
        {NULL, 132, 7},
        {"", 132, 7},
        {"80", 80, 80},
        {"1", 1, 1},
        {"0", 132, 7},
        {"-5", 132, 7},
        {"80x", 132, 7},
        {" 80", 132, 7},
        {"wide", 132, 7},
        {"4000000", 4000000, 4000000},
        {"99999999999999999999", 1 << 30, 1 << 30},
    };
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
