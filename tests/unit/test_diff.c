/* A fix is shown as it stands in the program, and nothing in it can drive the terminal. */
#include "base/str.h"
#include "report/diff.h"
#include "tests/support/stored.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

static const char *const all_categories[] = {"variable_misuse", "literal", "other"};

/* What is printed of a store; to be freed. */
static char *printed(struct db *db, const struct diff_options *options, int64_t *n_shown)
{
    struct err err;
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    assert_success(diff_print(db, options, out, n_shown, &err), err);
    assert_int_equal(fclose(out), 0);
    return text;
}

/* What is printed of one fix; to be freed. */
static char *printed_fix(const char *buggy, const char *fixed, int n_context, bool has_color)
{
    struct stored_fix fix = {.buggy = buggy, .fixed = fixed};
    struct diff_options options = {.limit = 1,
                                   .n_context = n_context,
                                   .has_color = has_color,
                                   .categories = all_categories,
                                   .n_categories = 1};
    struct db *db = stored_fixes("one.db", &fix, 1);
    int64_t n_shown = 0;
    char *text = printed(db, &options, &n_shown);
    assert_int_equal(n_shown, 1);
    db_close(db);
    return text;
}

struct diff_case {
    const char *buggy, *fixed;
    int n_context;
    const char *text; /* without the heading's first line */
};

static void check_cases(const struct diff_case *cases, size_t n)
{
    static const char heading[] =
        "p00001-s0b-s0a  Wrong Answer -> Accepted\n  variable_misuse  SINGLE_TOKEN\n";
    for (size_t i = 0; i < n; i++) {
        char *text = printed_fix(cases[i].buggy, cases[i].fixed, cases[i].n_context, false);
        assert_memory_equal(text, heading, sizeof heading - 1);
        assert_string_equal(text + sizeof heading - 1, cases[i].text);
        free(text);
    }
}

static void diff__marks_the_token_below_each_line(void **state)
{
    (void)state;
    static const struct diff_case cases[] = {
        {"«a»", "«bc»", 3,
         "  a  becomes  bc\n"
         "  -    1 | a\n"
         "         | ^\n"
         "  +    1 | bc\n"
         "         | ^^\n"},
        {"x = «a» + 1\n", "x = «bc» + 1\n", 0,
         "  a  becomes  bc\n"
         "  -    1 | x = a + 1\n"
         "         |     ^\n"
         "  +    1 | x = bc + 1\n"
         "         |     ^^\n"},
        {"変数 = 'é🍎' + «a»\n", "é = «b»\n", 0,
         "  a  becomes  b\n"
         "  -    1 | 変数 = 'é🍎' + a\n" /* 変, 数 and 🍎 are two columns wide */
         "         |                ^\n"
         "  +    1 | é = b\n"
         "         |     ^\n"},
        {"if «»a:\n", "if «not» a:\n", 0,
         "  nothing  becomes  not\n"
         "  -    1 | if a:\n"
         "  +    1 | if not a:\n"
         "         |    ^^^\n"},
        {"if «not» a:\n", "if «»a:\n", 0,
         "  not  becomes  nothing\n"
         "  -    1 | if not a:\n"
         "         |    ^^^\n"
         "  +    1 | if a:\n"},
    };
    check_cases(cases, N_ITEMS(cases));
}

static void diff__shows_lines_around_as_far_as_there_are_any(void **state)
{
    (void)state;
    static const struct diff_case cases[] = {
        {"«a»\nb\nc\nd\n", "«x»\nb\nc\nd\n", 2,
         "  a  becomes  x\n"
         "  -    1 | a\n"
         "         | ^\n"
         "  +    1 | x\n"
         "         | ^\n"
         "       2 | b\n"
         "       3 | c\n"},
        {"a\nb\nc\n«d»", "a\nb\nc\n«x»", 2,
         "  d  becomes  x\n"
         "       2 | b\n"
         "       3 | c\n"
         "  -    4 | d\n"
         "         | ^\n"
         "  +    4 | x\n"
         "         | ^\n"},
        {"a\n\n«b»\n\nc", "a\n\n«x»\n\nc", 5,
         "  b  becomes  x\n"
         "       1 | a\n"
         "       2 | \n"
         "  -    3 | b\n"
         "         | ^\n"
         "  +    3 | x\n"
         "         | ^\n"
         "       4 | \n"
         "       5 | c\n"},
        {"\n\n«b»\n\n", "\n\n«x»\n\n", 1,
         "  b  becomes  x\n"
         "       2 | \n"
         "  -    3 | b\n"
         "         | ^\n"
         "  +    3 | x\n"
         "         | ^\n"
         "       4 | \n"},
        /* the lines around are the failing program's */
        {"a\n«b»\nc\n", "# more\n# lines\na\n«x»\nd\n", 1,
         "  b  becomes  x\n"
         "       1 | a\n"
         "  -    2 | b\n"
         "         | ^\n"
         "  +    4 | x\n"
         "         | ^\n"
         "       3 | c\n"},
    };
    check_cases(cases, N_ITEMS(cases));
}

static void diff__ends_lines_with_lf_crlf_and_cr(void **state)
{
    (void)state;
    static const struct {
        const char *buggy, *fixed;
    } cases[] = {
        {"a\n\nb = «b»\n\nd\n", "a\n\nb = «x»\n\nd\n"},
        {"a\r\n\r\nb = «b»\r\n\r\nd\r\n", "a\r\n\r\nb = «x»\r\n\r\nd\r\n"},
        {"a\r\rb = «b»\r\rd\r", "a\r\rb = «x»\r\rd\r"},
        {"a\n\r\nb = «b»\r\n\nd", "a\r\nb\nb = «x»\nc\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const struct diff_case expected = {cases[i].buggy, cases[i].fixed, 3,
                                           "  b  becomes  x\n"
                                           "       1 | a\n"
                                           "       2 | \n"
                                           "  -    3 | b = b\n"
                                           "         |     ^\n"
                                           "  +    3 | b = x\n"
                                           "         |     ^\n"
                                           "       4 | \n"
                                           "       5 | d\n"};
        check_cases(&expected, 1);
    }
}

static void diff__shows_tabs_as_four_columns(void **state)
{
    (void)state;
    static const struct diff_case cases[] = {
        {"\tx\n\t\ty =\t«a»\t# c\n\tz\n", "\t\ty =\t«b»\t# c\n", 1,
         "  a  becomes  b\n"
         "       1 |     x\n"
         "  -    2 |         y =    a    # c\n"
         "         |                ^\n"
         "  +    1 |         y =    b    # c\n"
         "         |                ^\n"
         "       3 |     z\n"},
        {"x = «'a\tb'»\n", "x = «'\t'»\n", 0,
         "  'a\\tb'  becomes  '\\t'\n"
         "  -    1 | x = 'a    b'\n"
         "         |     ^^^^^^^^\n"
         "  +    1 | x = '    '\n"
         "         |     ^^^^^^\n"},
    };
    check_cases(cases, N_ITEMS(cases));
}

static void diff__cuts_a_token_of_several_lines_at_the_first(void **state)
{
    (void)state;
    static const struct diff_case cases[] = {
        {"x = «'''a\nbb\n'''»\ny\n", "x = «'c'» + z\ny\n", 1,
         "  '''a\\nbb\\n'''  becomes  'c'\n"
         "  -    1 | x = '''a\n"
         "         |     ^^^^\n"
         "  +    1 | x = 'c' + z\n"
         "         |     ^^^\n"
         "       2 | bb\n"},
        {"a «is \\\r\n  not» b\r\n", "a «in» b\r\n", 0,
         "  is \\\\r\\n  not  becomes  in\n"
         "  -    1 | a is \\\n"
         "         |   ^^^^\n"
         "  +    1 | a in b\n"
         "         |   ^^\n"},
    };
    check_cases(cases, N_ITEMS(cases));
}

/* Escape sequences, bidirectional controls, C1 controls: before, in and behind the token, and on
 * the lines around. */
#define HOSTILE "'\033[31m\xe2\x80\xae\xc2\x9b'"

static void diff__shows_control_characters_safely(void **state)
{
    (void)state;
    static const struct diff_case cases[] = {
        {HOSTILE "\nf(" HOSTILE ", «" HOSTILE "», " HOSTILE ")\n" HOSTILE "\n", "f(«'\x07'»)\n", 1,
         "  '\\x1b[31m\\u202e\\x9b'  becomes  '\\x07'\n"
         "       1 | '\\x1b[31m\\u202e\\x9b'\n"
         "  -    2 | f('\\x1b[31m\\u202e\\x9b', '\\x1b[31m\\u202e\\x9b', '\\x1b[31m\\u202e\\x9b')\n"
         "         |                         ^^^^^^^^^^^^^^^^^^^^\n"
         "  +    1 | f('\\x07')\n"
         "         |   ^^^^^^\n"
         "       3 | '\\x1b[31m\\u202e\\x9b'\n"},
    };
    check_cases(cases, N_ITEMS(cases));
}

static void diff__colours_instead_of_carets(void **state)
{
    (void)state;
    char *text = printed_fix("p\n\tx = «a» + 1\nq\n", "\tx = «b»\n", 1, true);
    assert_string_equal(
        text,
        "\033[1mp00001-s0b-s0a\033[0m  Wrong Answer -> Accepted\n  variable_misuse  SINGLE_TOKEN\n"
        "  \033[31ma\033[0m  becomes  \033[32mb\033[0m\n"
        "\033[2m       1 | p\033[0m\n"
        "\033[31m  -    2 |     x = \033[1;7ma\033[0m\033[31m + 1\033[0m\n"
        "\033[32m  +    1 |     x = \033[1;7mb\033[0m\033[32m\033[0m\n"
        "\033[2m       3 | q\033[0m\n");
    free(text);
}

/* With colours every escape character is one of ours, and every line ends uncoloured. */
static void diff__colours_hostile_programs_safely(void **state)
{
    (void)state;
    static const char *const ours[] = {"\033[0m",  "\033[1m",  "\033[2m",
                                       "\033[31m", "\033[32m", "\033[1;7m"};
    char *text = printed_fix("'\033[5m'\nx = '\033[5m' + «'\033[5m\n\033[5m'» + '\033c'\n",
                             "x = «'\033]0;title\x07'»\n", 2, true);
    bool is_plain = true;
    for (const char *at = text; *at; at++) {
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
    free(text);
}

static void diff__cuts_what_is_long(void **state)
{
    (void)state;
    struct str buggy = {0}, fixed = {0};
    str_print(&buggy, "x = «'%0300d'»\n", 7);
    str_print(&fixed, "x = «'%0300d'»\n", 8);
    char *text = printed_fix(str_text(&buggy), str_text(&fixed), 0, false);
    const char *heading = strchr(strchr(text, '\n') + 1, '\n') + 1;
    const char *line = strchr(heading, '\n') + 1;
    const char *carets = strchr(line, '\n') + 1;
    /* 39 characters and an ellipsis of three bytes, on each side */
    assert_int_equal(line - heading, strlen("  ") + 42 + strlen("  becomes  ") + 42 + 1);
    assert_int_equal(carets - line, strlen("  -    1 | x = ") + 159 + 3 + 1);
    assert_int_equal(strspn(strchr(carets, '^'), "^"), 160);
    free(text);
    str_release(&buggy);
    str_release(&fixed);
}

/* The position of `needle` in its line, in code points. */
static size_t column_of(const char *line, const char *needle)
{
    const char *found = strstr(line, needle);
    size_t column = 0;
    assert_non_null(found);
    for (const char *at = line; at < found; at++)
        column += ((unsigned char)*at & 0xc0) != 0x80;
    return column;
}

static void diff__puts_carets_below_a_token_far_to_the_right(void **state)
{
    (void)state;
    static const int widths[] = {100, 159, 160, 161, 500};
    for (size_t i = 0; i < N_ITEMS(widths); i++) {
        struct str buggy = {0}, fixed = {0};
        str_print(&buggy, "'%0*d' + «token» + 1\n", widths[i], 0);
        str_print(&fixed, "«other»\n");
        char *text = printed_fix(str_text(&buggy), str_text(&fixed), 0, false);
        char *place, *line = strtok_r(strstr(text, "  - "), "\n", &place);
        const char *carets = strtok_r(NULL, "\n", &place);
        assert_int_equal(column_of(carets, "^^^^^"), column_of(line, "token"));
        free(text);
        str_release(&buggy);
        str_release(&fixed);
    }
}

static const struct stored_fix fixes[] = {
    {.buggy = "«(»", .fixed = "«[»", .category = "other"},
    {.buggy = "«a»", .fixed = "«b»", .status = "Runtime Error"},
    {.buggy = "«1»", .fixed = "«2»", .category = "literal", .pattern = "CHANGE_NUMERIC_LITERAL"},
    {.buggy = "«c»", .fixed = "«d»"},
};

static void diff__shows_the_first_fixes_of_the_chosen_category(void **state)
{
    (void)state;
    static const char *const misuse[] = {"variable_misuse"}, *const other[] = {"other"};
    static const char *const logical[] = {"logical_operator"};
    static const struct {
        struct diff_options options;
        const char *tokens; /* of the failing programs that are shown */
    } cases[] = {
        {{.limit = 10, .categories = all_categories, .n_categories = 2}, "a1c"},
        {{.limit = 2, .categories = all_categories, .n_categories = 2}, "a1"},
        {{.limit = 1, .categories = all_categories, .n_categories = 2}, "a"},
        {{.limit = 0, .categories = all_categories, .n_categories = 2}, ""},
        {{.limit = INT64_MAX, .categories = misuse, .n_categories = 1}, "ac"},
        {{.limit = 1, .categories = misuse, .n_categories = 1}, "a"},
        {{.limit = 10, .categories = other, .n_categories = 1}, "("},
        {{.limit = 10, .categories = logical, .n_categories = 1}, ""},
    };
    struct db *db = stored_fixes("some.db", fixes, N_ITEMS(fixes));
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        int64_t n_shown = -1;
        char *text = printed(db, &cases[i].options, &n_shown);
        const char *at = text;
        assert_int_equal(n_shown, strlen(cases[i].tokens));
        for (const char *token = cases[i].tokens; *token; token++) {
            char line[] = "  -    1 | ?\n";
            line[11] = *token;
            at = strstr(at, line);
            assert_non_null(at);
        }
        free(text);
    }
    db_close(db);
}

static void diff__puts_a_blank_line_between_fixes(void **state)
{
    (void)state;
    struct db *db = stored_fixes("two.db", fixes, N_ITEMS(fixes));
    int64_t n_shown;
    struct diff_options options = {.limit = 2, .categories = all_categories, .n_categories = 2};
    char *text = printed(db, &options, &n_shown);
    assert_string_equal(
        text, "p00001-s1b-s1a  Runtime Error -> Accepted\n  variable_misuse  SINGLE_TOKEN\n"
              "  a  becomes  b\n"
              "  -    1 | a\n"
              "         | ^\n"
              "  +    1 | b\n"
              "         | ^\n"
              "\n"
              "p00001-s2b-s2a  Wrong Answer -> Accepted\n  literal  CHANGE_NUMERIC_LITERAL\n"
              "  1  becomes  2\n"
              "  -    1 | 1\n"
              "         | ^\n"
              "  +    1 | 2\n"
              "         | ^\n");
    free(text);
    db_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(diff__marks_the_token_below_each_line),
        cmocka_unit_test(diff__shows_lines_around_as_far_as_there_are_any),
        cmocka_unit_test(diff__ends_lines_with_lf_crlf_and_cr),
        cmocka_unit_test(diff__shows_tabs_as_four_columns),
        cmocka_unit_test(diff__cuts_a_token_of_several_lines_at_the_first),
        cmocka_unit_test(diff__shows_control_characters_safely),
        cmocka_unit_test(diff__colours_instead_of_carets),
        cmocka_unit_test(diff__colours_hostile_programs_safely),
        cmocka_unit_test(diff__cuts_what_is_long),
        cmocka_unit_test(diff__puts_carets_below_a_token_far_to_the_right),
        cmocka_unit_test(diff__shows_the_first_fixes_of_the_chosen_category),
        cmocka_unit_test(diff__puts_a_blank_line_between_fixes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
