/* The lines of a diff are those of the programs, and only the token is marked. */
#include "base/str.h"
#include "report/diff.h"
#include "tests/support/exported.h"
#include "tests/support/test.h"

enum { WIDE = 1000 };

/* The lines after the note that programs also differ elsewhere, if it is there. */
static char *without_note(char *text)
{
    const char *note = strstr(text, "(comments or layout");
    return note && note < strchr(text, '\n') ? strchr(text, '\n') + 1 : text;
}

/* The shown part of two marked programs, without a note, to be released. */
static struct str hunk_of(const char *buggy, const char *fixed, const struct diff_style *style)
{
    struct str out = {0};
    scoped(str) all = {0};
    scoped(made_row) made = made_row_of(buggy, fixed);
    diff_add_lines(&all, &made.row, style);
    str_add_text(&out, without_note(all.text));
    return out;
}

struct hunk_case {
    const char *buggy, *fixed;
    int64_t n_context;
    const char *text;
};

static void check_cases(const struct hunk_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct diff_style style = {.n_columns = WIDE, .n_context = cases[i].n_context};
        scoped(str) text = hunk_of(cases[i].buggy, cases[i].fixed, &style);
        assert_string_equal(str_text(&text), cases[i].text);
    }
}

TEST(hunk__marks_the_token_below_each_line)
{
    static const struct hunk_case cases[] = {
        {"«a»", "«bc»", 3,
         "  -    1 | a\n"
         "         | ^\n"
         "  +    1 | bc\n"
         "         | ^^\n"},
        {"x = «a» + 1\n", "x = «bc» + 1\n", 0,
         "  -    1 | x = a + 1\n"
         "         |     ^\n"
         "  +    1 | x = bc + 1\n"
         "         |     ^^\n"},
        {"変数 = 'é🍎' + «a»\n", "é = «b»\n", 0,
         "  -    1 | 変数 = 'é🍎' + a\n" /* 変, 数 and 🍎 are two columns wide */
         "         |                ^\n"
         "  +    1 | é = b\n"
         "         |     ^\n"},
        {"x = 'e\xcc\x81' + «変数»\n", "x = 'e\xcc\x81' + «e\xcc\x81»\n", 0,
         "  -    1 | x = 'e\xcc\x81' + 変数\n" /* the accent takes no column */
         "         |           ^^^^\n"
         "  +    1 | x = 'e\xcc\x81' + e\xcc\x81\n"
         "         |           ^\n"},
        {"if «»a:\n", "if «not» a:\n", 0,
         "  -    1 | if a:\n"
         "  +    1 | if not a:\n"
         "         |    ^^^\n"},
        {"if «not» a:\n", "if «»a:\n", 0,
         "  -    1 | if not a:\n"
         "         |    ^^^\n"
         "  +    1 | if a:\n"},
    };
    check_cases(cases, N_ITEMS(cases));
}

TEST(hunk__shows_lines_around_as_far_as_there_are_any)
{
    static const struct hunk_case cases[] = {
        {"«a»\nb\nc\nd\n", "«x»\nb\nc\nd\n", 2,
         "  -    1 | a\n"
         "         | ^\n"
         "  +    1 | x\n"
         "         | ^\n"
         "       2 | b\n"
         "       3 | c\n"},
        {"a\nb\nc\n«d»", "a\nb\nc\n«x»", 2,
         "       2 | b\n"
         "       3 | c\n"
         "  -    4 | d\n"
         "         | ^\n"
         "  +    4 | x\n"
         "         | ^\n"},
        {"a\n\n«b»\n\nc", "a\n\n«x»\n\nc", SIZE_MAX,
         "       1 | a\n"
         "       2 |\n"
         "  -    3 | b\n"
         "         | ^\n"
         "  +    3 | x\n"
         "         | ^\n"
         "       4 |\n"
         "       5 | c\n"},
        {"\n\n«b»\n\n", "\n\n«x»\n\n", 1,
         "       2 |\n"
         "  -    3 | b\n"
         "         | ^\n"
         "  +    3 | x\n"
         "         | ^\n"
         "       4 |\n"},
        /* the lines around are the failing program's */
        {"a\n«b»\nc\n", "# more\n# lines\na\n«x»\nd\n", 1,
         "       1 | a\n"
         "  -    2 | b\n"
         "         | ^\n"
         "  +    4 | x\n"
         "         | ^\n"
         "       3 | c\n"},
    };
    check_cases(cases, N_ITEMS(cases));
}

TEST(hunk__ends_lines_with_lf_crlf_and_cr)
{
    static const struct {
        const char *buggy, *fixed;
    } cases[] = {
        {"a\n\nb = «b»\n\nd\n", "a\n\nb = «x»\n\nd\n"},
        {"a\r\n\r\nb = «b»\r\n\r\nd\r\n", "a\r\n\r\nb = «x»\r\n\r\nd\r\n"},
        {"a\r\rb = «b»\r\rd\r", "a\r\rb = «x»\r\rd\r"},
        {"a\n\r\nb = «b»\r\n\nd", "a\r\nb\nb = «x»\nc\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const struct hunk_case expected = {cases[i].buggy, cases[i].fixed, 3,
                                           "       1 | a\n"
                                           "       2 |\n"
                                           "  -    3 | b = b\n"
                                           "         |     ^\n"
                                           "  +    3 | b = x\n"
                                           "         |     ^\n"
                                           "       4 |\n"
                                           "       5 | d\n"};
        check_cases(&expected, 1);
    }
}

TEST(hunk__shows_tabs_up_to_every_eighth_column)
{
    static const struct hunk_case cases[] = {
        {"\tx\n  \t\ty =\t«a»\t# c\n\tz\n", "\t\ty =\t«b»\t# c\n", 1,
         "       1 |         x\n"
         "  -    2 |                 y =     a       # c\n"
         "         |                         ^\n"
         "  +    1 |                 y =     b       # c\n"
         "         |                         ^\n"
         "       3 |         z\n"},
        {"x = «'a\tb'»\n", "x = «'\t'»\n", 0,
         "  -    1 | x = 'a  b'\n"
         "         |     ^^^^^^\n"
         "  +    1 | x = '   '\n"
         "         |     ^^^^^\n"},
    };
    check_cases(cases, N_ITEMS(cases));
}

TEST(hunk__shows_tokens_of_several_lines)
{
    static const struct hunk_case cases[] = {
        {"x = «'''a\n\tbb\n\n'''» + w\ny\nz\n", "x = «'c'» + z\ny\n", 1,
         "  -    1 | x = '''a\n"
         "         |     ^^^^\n"
         "  -    2 |         bb\n"
         "         | ^^^^^^^^^^\n"
         "  -    3 |\n"
         "  -    4 | ''' + w\n"
         "         | ^^^\n"
         "  +    1 | x = 'c' + z\n"
         "         |     ^^^\n"
         "       5 | y\n"},
        {"a «is \\\r\n  not» b\r\nc", "a «in» b\r\n", 1,
         "  -    1 | a is \\\n"
         "         |   ^^^^\n"
         "  -    2 |   not b\n"
         "         | ^^^^^\n"
         "  +    1 | a in b\n"
         "         |   ^^\n"
         "       3 | c\n"},
    };
    check_cases(cases, N_ITEMS(cases));
}

/* Of many lines the first and the last, and those about which the two differ. */
TEST(hunk__shows_of_long_tokens_where_they_differ)
{
    static const struct hunk_case cases[] = {
        {"q\n«'1\n2\n3\n4\n5\n6\n7\n8'»\nr", "q\n«'1\n2\n3\nd\n5\n6\n7\n8'»\nr", 0,
         "  -    2 | '1\n"
         "  -      | … 2 lines of the token …\n"
         "  -    5 | 4\n"
         "         | ^\n"
         "  -      | … 3 lines of the token …\n"
         "  -    9 | 8'\n"
         "  +    2 | '1\n"
         "  +      | … 2 lines of the token …\n"
         "  +    5 | d\n"
         "         | ^\n"
         "  +      | … 3 lines of the token …\n"
         "  +    9 | 8'\n"},
        /* from the fourth line on to the sixth */
        {"«'1\n2\n3\n4\n5\n6\n7\n8\n9'»", "«'1\n2\n3\nd\n\nf\n7\n8\n9'»", 0,
         "  -    1 | '1\n"
         "  -      | … 2 lines of the token …\n"
         "  -    4 | 4\n"
         "         | ^\n"
         "  -      | … 1 line of the token …\n"
         "  -    6 | 6\n"
         "         | ^\n"
         "  -      | … 2 lines of the token …\n"
         "  -    9 | 9'\n"
         "  +    1 | '1\n"
         "  +      | … 2 lines of the token …\n"
         "  +    4 | d\n"
         "         | ^\n"
         "  +      | … 1 line of the token …\n"
         "  +    6 | f\n"
         "         | ^\n"
         "  +      | … 2 lines of the token …\n"
         "  +    9 | 9'\n"},
    };
    check_cases(cases, N_ITEMS(cases));
    struct diff_style whole = {.n_columns = WIDE, .n_context = INT64_MAX};
    scoped(str) text = hunk_of(cases[0].buggy, cases[0].fixed, &whole);
    assert_null(strstr(str_text(&text), "…"));
}

/* Escape sequences, bidirectional controls, C1 controls: before, in and after the token, and on
 * the lines around. */
#define HOSTILE "'\033[31m\xe2\x80\xae\xc2\x9b'"

TEST(hunk__shows_control_characters_safely)
{
    static const struct hunk_case cases[] = {
        {HOSTILE "\nf(" HOSTILE ", «" HOSTILE "», " HOSTILE ")\n" HOSTILE "\n", "f(«'\x07'»)\n", 1,
         "       1 | '\\x1b[31m\\u202e\\x9b'\n"
         "  -    2 | f('\\x1b[31m\\u202e\\x9b', '\\x1b[31m\\u202e\\x9b', '\\x1b[31m\\u202e\\x9b')\n"
         "         |                         ^^^^^^^^^^^^^^^^^^^^\n"
         "  +    1 | f('\\x07')\n"
         "         |   ^^^^^^\n"
         "       3 | '\\x1b[31m\\u202e\\x9b'\n"},
    };
    check_cases(cases, N_ITEMS(cases));
}

TEST(hunk__colours_instead_of_carets)
{
    struct diff_style style = {.has_color = true, .n_columns = WIDE, .n_context = 1};
    scoped(str) text = hunk_of("p\nx = «a» + 1\n\n", "x = «'b\nc'»\n", &style);
    assert_string_equal(str_text(&text),
                        "\033[2m       1 | p\033[0m\n"
                        "\033[31m  -    2 | x = \033[1;7ma\033[0m\033[31m + 1\033[0m\n"
                        "\033[32m  +    1 | x = \033[1;7m'b\033[0m\033[32m\033[0m\n"
                        "\033[32m  +    2 | \033[1;7mc'\033[0m\033[32m\033[0m\n"
                        "\033[2m       3 |\033[0m\n");
}

TEST(hunk__makes_room_for_large_line_numbers)
{
    scoped(str) buggy = {0}, fixed = {0};
    for (int i = 0; i < 9998; i++)
        str_add_text(&buggy, "\n");
    str_add_text(&buggy, "«a»\nb\n");
    str_add_text(&fixed, "«c»\n");
    static const struct {
        int64_t n_context;
        const char *text;
    } cases[] = {
        {0, "  - 9999 | a\n"
            "         | ^\n"
            "  +    1 | c\n"
            "         | ^\n"},
        {1, "     9998 |\n"
            "  -  9999 | a\n"
            "          | ^\n"
            "  +     1 | c\n"
            "          | ^\n"
            "    10000 | b\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct diff_style style = {.n_columns = 80, .n_context = cases[i].n_context};
        scoped(str) text = hunk_of(str_text(&buggy), str_text(&fixed), &style);
        assert_string_equal(str_text(&text), cases[i].text);
    }
}

TEST(hunk__cuts_lines_to_the_terminal)
{
    static const struct {
        const char *buggy, *fixed;
        size_t n_columns;
        const char *text;
    } cases[] = {
        {"# 34567890123456789\n'1234567890' + «a» + 1\n", "'1234567890' + «bb» + 1\n", 27,
         "       1 | # 3456789012345…\n"
         "  -    2 | …67890' + a + 1\n"
         "         |           ^\n"
         "  +    1 | …67890' + bb + 1\n"
         "         |           ^^\n"},
        /* both from one column on, though one of them fits */
        {"'123456789' + «a»\n", "'123456789' + «bbbb»\n", 27,
         "  -    1 | …3456789' + a\n"
         "         |             ^\n"
         "  +    1 | …3456789' + bbbb\n"
         "         |             ^^^^\n"},
        /* no less than ten columns of code */
        {"'1234567890' + «a» + 1\n", "'1234567890' + «bb» + 1\n", 0,
         "  -    1 | … + a + 1\n"
         "         |     ^\n"
         "  +    1 | … + bb + 1\n"
         "         |     ^^\n"},
        /* where two long tokens differ */
        {"x = «'12345678901234567890a'»", "x = «'12345678901234567890b'»", 27,
         "  -    1 | …8901234567890a'\n"
         "         |               ^\n"
         "  +    1 | …8901234567890b'\n"
         "         |               ^\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct diff_style style = {.n_columns = cases[i].n_columns, .n_context = 1};
        scoped(str) text = hunk_of(cases[i].buggy, cases[i].fixed, &style);
        assert_string_equal(str_text(&text), cases[i].text);
    }
}

/* Random text, and places between two of its characters. */
static void make_random(struct str *code, size_t places[2])
{
    static const char *const characters[] = {"a",  "\n", "\r",        "\r\n",
                                             "\t", "語", "e\xcc\x81", "\x01"};
    size_t n = (size_t)rand() % 12, first = (size_t)rand() % (n + 1),
           second = first + (size_t)rand() % (n + 1 - first);
    str_clear(code);
    str_add(code, "", 0);
    for (size_t i = 0; i <= n; i++) {
        if (i == first)
            places[0] = code->length;
        if (i == second)
            places[1] = code->length;
        if (i < n)
            str_add_text(code, characters[(size_t)rand() % N_ITEMS(characters)]);
    }
}

/* Stores may have been changed by hand: an edit may be of anything, also of a half of a line end.
 */
TEST(hunk__takes_any_place)
{
    struct str codes[2] = {{0}, {0}};
    srand(3);
    for (int round = 0; round < 20000; round++) {
        size_t buggy[2], fixed[2];
        make_random(&codes[0], buggy);
        make_random(&codes[1], fixed);
        struct fix row = {
            .buggy_code = str_text(&codes[0]),
            .fixed_code = str_text(&codes[1]),
            .buggy_length = codes[0].length,
            .fixed_length = codes[1].length,
            .start_byte = (int64_t)buggy[0],
            .end_byte = (int64_t)buggy[1],
            .fixed_start_byte = (int64_t)fixed[0],
            .fixed_end_byte = (int64_t)fixed[1],
        };
        struct diff_style style = {.n_columns = 21 + (size_t)rand() % 8,
                                   .n_context = rand() % 2 ? (size_t)rand() % 3 : SIZE_MAX,
                                   .has_color = false};
        scoped(str) out = {0};
        diff_add_lines(&out, &row, &style);
        assert_in_range(out.length, 1, 5000);
        for (char *rest = without_note(out.text), *line; (line = strsep(&rest, "\n")) && rest;) {
            assert_int_equal(line[9], '|');
            bool is_count = strstr(line, "of the token") != NULL;
            assert_in_range(utf8_columns(line, strlen(line)), 9, is_count ? 40 : style.n_columns);
        }
    }
    str_release(&codes[0]);
    str_release(&codes[1]);
}
