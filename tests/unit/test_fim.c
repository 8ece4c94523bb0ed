/* Fill in the middle, neutral and with special tokens. */
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
        scoped(json) *json = written_json(&export_format_fim, &made.row, &cases[i].how);
        assert_string_equal(json_text(json_get(json, "prefix")), cases[i].prefix);
        assert_string_equal(json_text(json_get(json, "middle")), cases[i].middle);
        assert_string_equal(json_text(json_get(json, "suffix")), cases[i].suffix);
    }
}

TEST(fim__is_one_text_with_the_tokens_of_a_model)
{
    scoped(made_row) made = made_row_of("y = «a»\n", "y = «b»\n");
    assert_string_equal(written_text(&export_format_fim_starcoder, &made.row, &whole),
                        "{\"text\":\"<fim_prefix>y = <fim_suffix>\\n<fim_middle>b\"}\n");
    assert_string_equal(written_text(&export_format_fim_qwen, &made.row, &whole),
                        "{\"text\":\"<|fim_prefix|>y = <|fim_suffix|>\\n<|fim_middle|>b\"}\n");
}

TEST(fim__leaves_out_programs_that_hold_such_a_token)
{
    static const struct {
        const char *before; /* the token */
        bool starcoder, qwen;
    } cases[] = {
        {"s = '<fim_prefix>'; ", true, false}, {"s = '<fim_suffix>'; ", true, false},
        {"# <fim_middle>\n", true, false},     {"# <|fim_prefix|>\n", false, true},
        {"# <|fim_suffix|>\n", false, true},   {"# <|fim_middle|>\n", false, true},
        {"# <fim_prefix\n", false, false},     {"# <|fim_prefix>\n", false, false},
        {"# <|endoftext|>\n", true, true},     {"# <|im_end|>\n", false, true},
        {"# <|repo_name|>\n", false, true},    {"# <|file_sep|>\n", false, true},
        {"# <|fim_pad|>\n", false, true},      {"# </tool_call>\n", false, true},
        {"# <file_sep>\n", true, false},       {"# <issue_start>\n", true, false},
        {"# <reponame>\n", true, false},       {"# <repo_name>\n", true, false},
        {"# <PASSWORD>\n", true, false},       {"# <password>\n", false, false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (int is_behind = 0; is_behind < 2; is_behind++) {
            scoped(str) buggy = {0}, line = {0};
            str_print(&buggy, is_behind ? "«a»\n%s" : "%s«a»\n", cases[i].before);
            scoped(made_row) made = made_row_of(str_text(&buggy), str_text(&buggy));
            assert_null(written_lines(&line, &export_format_fim, &made.row, &whole));
            assert_int_equal(
                written_lines(&line, &export_format_fim_starcoder, &made.row, &whole) != NULL,
                cases[i].starcoder);
            assert_int_equal(written_lines(&line, &export_format_fim_qwen, &made.row, &whole) !=
                                 NULL,
                             cases[i].qwen);
        }
}

/* The three parts together are the fixed program, whatever it contains. */
TEST(fim__holds_any_program)
{
    for (size_t i = 0; i < N_HOSTILE_PROGRAMS; i++) {
        scoped(made_row) made = made_row_of(hostile_programs[i], hostile_programs[i]);
        scoped(json) *json = written_json(&export_format_fim, &made.row, &whole);
        const char *joined =
            printed("%s%s%s", json_text(json_get(json, "prefix")),
                    json_text(json_get(json, "middle")), json_text(json_get(json, "suffix")));
        assert_string_equal(joined, made.row.fixed_code);
    }
}
