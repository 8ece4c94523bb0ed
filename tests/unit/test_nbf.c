/* The test format of nbfbaselines. */
#include "tests/support/exported.h"
#include "tests/support/test.h"

static const struct shown_as whole;

TEST(nbf__is_the_line_that_its_loader_reads)
{
    scoped(made_row) made = made_row_of("x = 1\ny = «a»\n", "x = 1\ny = «b»\n");
    assert_string_equal(
        written_text(&export_format_nbf, &made.row, &whole),
        "{\"bug_type\":\"varmisuse\",\"project\":\"p00001\",\"project_url\":\"p00001\","
        "\"commit_sha\":\"p00001-s1-s2\",\"comodified\":false,"
        "\"input_text\":\"x = 1\\ny = a\\n\",\"error_marker\":[1,4,1,5],\"repair\":\"b\"}\n");
}

TEST(nbf__has_an_empty_marker_for_a_correct_program)
{
    scoped(arena) arena = {0};
    scoped(made_row) made = made_row_of("y = «a»\n", "y = «b»\n");
    fix_make_clean(&made.row, &arena);
    assert_string_equal(written_text(&export_format_nbf, &made.row, &whole),
                        "{\"bug_type\":\"none\",\"project\":\"p00001\",\"project_url\":\"p00001\","
                        "\"commit_sha\":\"p00001-s2-s2\",\"comodified\":false,"
                        "\"input_text\":\"y = b\\n\",\"error_marker\":[],\"repair\":\"\"}\n");
}

static void assert_marker(const struct fix *row, const struct shown_as *how, const int expected[4])
{
    scoped(json) *json = written_json(&export_format_nbf, row, how);
    const struct json *marker = json_get(json, "error_marker");
    assert_int_equal(json_count(marker), 4);
    for (size_t m = 0; m < 4; m++)
        if ((int)json_number(json_item(marker, m), -1) != expected[m])
            fail_msg("%s: number %zu of the marker is %g", row->buggy_code, m,
                     json_number(json_item(marker, m), -1));
}

TEST(nbf__marks_lines_and_code_points)
{
    static const struct {
        const char *buggy; /* «» around the token that is marked */
        int marker[4];
    } cases[] = {
        {"«a»", {0, 0, 0, 1}},
        {"«abc»\n", {0, 0, 0, 3}},
        {"\n\n  «abc»\n", {2, 2, 2, 5}},
        {"x\r\n\r\ny = «abc»\r\n", {2, 4, 2, 7}},
        {"# é\r\né = «abc»\r\n", {1, 4, 1, 7}},
        {"é = 'あ' + «é»\n", {0, 10, 0, 11}},
        {"s = '🍎🍎'; «変数»\n", {0, 10, 0, 12}},
        {"# 🍎\n«🍎»", {1, 0, 1, 1}},
        {"e\xcc\x81 = «a»", {0, 5, 0, 6}}, /* a combining character is one more code point */
        {"a «is \\\r\n  not» b\n", {0, 2, 1, 5}},
        {"\t«a»", {0, 1, 0, 2}},
        {"x\ry = «a»\r", {0, 6, 0, 7}}, /* only LF ends a line for the loader */
        {"x\f\v\n«a»", {1, 0, 1, 1}},
        {"x = '''a\n«b»'''\n", {1, 0, 1, 1}},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(made_row) made = made_row_of(cases[i].buggy, "«b»");
        assert_marker(&made.row, &whole, cases[i].marker);
    }
}

TEST(nbf__marks_places_in_what_is_shown)
{
    static const struct {
        const char *buggy, *fixed;
        struct shown_as how;
        int marker[4];
    } cases[] = {
        {"x = 1\ndef f(a):\n    # é\n    return «a»\ny = 2\n",
         "x = 1\ndef f(a):\n    # é\n    return «b»\ny = 2\n",
         {.granularity = GRANULARITY_FUNCTION},
         {2, 11, 2, 12}},
        {"a\nb\nc\nif «»d:\n    pass\n",
         "a\nb\nc\nif «not» d:\n    pass\n",
         {.granularity = GRANULARITY_LINE, .n_context = 2},
         {2, 3, 2, 4}},
        {"a\nif «not» d:\n    pass\n",
         "a\nif «»d:\n    pass\n",
         {.granularity = GRANULARITY_LINE},
         {0, 3, 0, 6}},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(made_row) made = made_row_of(cases[i].buggy, cases[i].fixed);
        if (strcmp(made.row.edit, "replace") != 0)
            made.row.category = "logical_operator";
        assert_marker(&made.row, &cases[i].how, cases[i].marker);
    }
}

TEST(nbf__says_each_type_or_leaves_the_row_out)
{
    static const struct {
        const char *buggy, *after, *category, *pattern;
        const char *type; /* or why it is left out */
    } cases[] = {
        {"f(«a»)", "b", "variable_misuse", "CHANGE_IDENTIFIER_USED", "varmisuse"},
        {"«f»(a)", "g", "variable_misuse", "WRONG_FUNCTION_NAME", "varmisuse"},
        {"a «+» b", "-", "binary_operator", "CHANGE_BINARY_OPERATOR", "binop"},
        {"a «<» b", "is not", "comparison_operator", "CHANGE_BINARY_OPERATOR", "binop"},
        {"a «=» b", "+=", "assignment_operator", "SINGLE_TOKEN", "binop"},
        {"a «or» b", "and", "logical_operator", "CHANGE_BINARY_OPERATOR", "binop"},
        {"if «»a:", "not", "logical_operator", "CHANGE_UNARY_OPERATOR", "not"},
        {"if «not» a:", "", "logical_operator", "CHANGE_UNARY_OPERATOR", "not"},
        {"x = «True»", "False", "literal", "CHANGE_BOOLEAN_LITERAL", "litbool"},
        {"x = «1»", "2.0", "literal", "CHANGE_NUMERIC_LITERAL", "numeric"},
        {"x = «'a'»", "'b'", "literal", "CHANGE_STRING_LITERAL", "strings"},
        {"x = y + «'a'»", "'b'", "literal", "CHANGE_OPERAND", "strings"},
        {"x = «1»", "1.0", "literal", "CHANGE_CONSTANT_TYPE", "numeric"},
        {"x = y + «.5»", "2", "literal", "CHANGE_OPERAND", "numeric"},
        {"x = «'1'»", "1", "literal", "CHANGE_CONSTANT_TYPE", "a literal of another type"},
        {"x = «None»", "True", "literal", "SINGLE_TOKEN", "a literal of another type"},
        {"x = y + «'a'»", "1", "literal", "CHANGE_OPERAND", "a literal of another type"},
        {"f(«int»)", "str", "type", "CHANGE_IDENTIFIER_USED", "the category"},
        {"x = «-»1", "+", "other", "CHANGE_UNARY_OPERATOR", "the category"},
        {"x = «1»", "y", "other", "CHANGE_NUMERIC_LITERAL", "the category"},
        {"x «.» y", ",", "other", "SINGLE_TOKEN", "the category"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) fixed = {0}, line = {0};
        str_print(&fixed, "«%s» # fixed", cases[i].after);
        scoped(made_row) made = made_row_of(cases[i].buggy, str_text(&fixed));
        made.row.category = cases[i].category;
        made.row.pattern = cases[i].pattern;
        const char *reason = written_lines(&line, &export_format_nbf, &made.row, &whole);
        if (reason) {
            static const char start[] = "the format has no bug type for ";
            assert_memory_equal(reason, start, sizeof start - 1);
            assert_string_equal(reason + sizeof start - 1, cases[i].type);
            assert_int_equal(line.length, 0);
        } else {
            scoped(json) *json = written_json(&export_format_nbf, &made.row, &whole);
            const struct json *marker = json_get(json, "error_marker");
            assert_string_equal(json_text(json_get(json, "bug_type")), cases[i].type);
            assert_string_equal(json_text(json_get(json, "repair")), cases[i].after);
            assert_int_equal(json_number(json_item(marker, 1), -1), made.row.start_byte);
            assert_int_equal(json_number(json_item(marker, 3), -1), made.row.token_end_byte);
        }
    }
}

TEST(nbf__holds_any_program)
{
    for (size_t i = 0; i < N_HOSTILE_PROGRAMS; i++) {
        scoped(made_row) made = made_row_of(hostile_programs[i], hostile_programs[i]);
        scoped(json) *json = written_json(&export_format_nbf, &made.row, &whole);
        assert_string_equal(json_text(json_get(json, "input_text")), made.row.buggy_code);
    }
}
