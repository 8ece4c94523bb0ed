/* One text with tags. */
#include "tests/support/exported.h"
#include "tests/support/test.h"

TEST(text__has_tags_around_prompt_and_answer)
{
    struct shown_as how = {.template = "Mend\n{code}"};
    scoped(made_row) made = made_row_of("y = «a»\n", "y = «b»\n");
    assert_string_equal(
        written_text(&export_format_text, &made.row, &how),
        "{\"text\":\"<prompt>Mend\\ny = a\\n</prompt><answer>y = b\\n</answer>\"}\n");
}

TEST(text__leaves_out_programs_that_hold_a_tag)
{
    static const struct {
        const char *code;
        bool is_left_out;
    } cases[] = {
        {"s = '<prompt>'\n", true},  {"s = '</prompt>'\n", true}, {"s = '<answer>'\n", true},
        {"s = '</answer>'\n", true}, {"s = '<ANSWER>'\n", false}, {"s = '< answer>'\n", false},
        {"a <prompt\n", false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (int is_fixed = 0; is_fixed < 2; is_fixed++) {
            scoped(str) with = {0}, line = {0};
            struct shown_as how = {0};
            str_print(&with, "%s«a»\n", cases[i].code);
            scoped(made_row) made =
                made_row_of(is_fixed ? "«a»" : str_text(&with), is_fixed ? str_text(&with) : "«a»");
            assert_int_equal(written_lines(&line, &export_format_text, &made.row, &how) != NULL,
                             cases[i].is_left_out);
            assert_int_equal(line.length == 0, cases[i].is_left_out);
        }
}
