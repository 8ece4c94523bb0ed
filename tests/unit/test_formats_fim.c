/* Fill in the middle. */
#include "tests/support/exported.h"
#include "tests/support/test.h"

static const struct shown_as whole;

TEST(fim__cuts_the_fixed_code_at_its_token)
{
    static const struct {
        const char *buggy, *fixed;
        struct shown_as how;
        const char *prefix, *middle, *suffix;
    } cases[] = {
        {"y = «a»\n", "y = «b» # c\n", {0}, "y = ", "b", " # c\n"},
        {"«a»", "«b»", {0}, "", "b", ""},
        {"if «»a:\n", "if «not» a:\n", {0}, "if ", "not", " a:\n"},
        {"if «not» a:\n", "if «»a:\n", {0}, "if ", "", "a:\n"},
        {"x\r\ny = «a»\r\nz\r\n",
         "x\r\ny = «b»\r\nz\r\n",
         {.granularity = GRANULARITY_LINE, .n_context = 9},
         "x\r\ny = ",
         "b",
         "\r\nz"},
        {"x\na«<»b\nz\n", "x\na «in» b\nz\n", {.granularity = GRANULARITY_LINE}, "a ", "in", " b"},
        {"x = 1\ndef f():\n    return «a»\ny = 1\n",
         "x = 2\ndef f():\n    return «b»\ny = 1\n",
         {.granularity = GRANULARITY_FUNCTION},
         "def f():\n    return ",
         "b",
         "\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(made_row) made = made_row_of(cases[i].buggy, cases[i].fixed);
        scoped(json) *json = written_json(export_format_find("fim"), &made.row, &cases[i].how);
        assert_string_equal(json_text(json_get(json, "prefix")), cases[i].prefix);
        assert_string_equal(json_text(json_get(json, "middle")), cases[i].middle);
        assert_string_equal(json_text(json_get(json, "suffix")), cases[i].suffix);
    }
}

/* The three parts together are the fixed program, whatever it contains. */
TEST(fim__holds_any_program)
{
    for (size_t i = 0; i < N_HOSTILE_PROGRAMS; i++) {
        scoped(made_row) made = made_row_of(hostile_programs[i], hostile_programs[i]);
        scoped(json) *json = written_json(export_format_find("fim"), &made.row, &whole);
        const char *joined =
            printed("%s%s%s", json_text(json_get(json, "prefix")),
                    json_text(json_get(json, "middle")), json_text(json_get(json, "suffix")));
        assert_string_equal(joined, made.row.fixed_code);
    }
}
