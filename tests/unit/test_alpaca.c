/* Instructions with their inputs. */
#include "tests/support/exported.h"
#include "tests/support/test.h"

TEST(alpaca__takes_the_first_paragraph_as_the_instruction)
{
    static const struct {
        const char *template, *instruction, *input;
    } cases[] = {
        {"Mend {granularity}.\n\n{code}", "Mend program.", "y = '''\n\na'''\n"},
        {"Mend\n{code}", "Mend\ny = '''\n\na'''\n", ""},
        {"Mend.\r\n\r\nThis\r\n\r\nor that: {code}", "Mend.", "This\n\nor that: y = '''\n\na'''\n"},
        {"{code}\n\nMend it.\n", "y = '''\n\na'''\n", "Mend it.\n"},
        {"\n\n{code}", "", "y = '''\n\na'''\n"},
        {"Mend.\n\n", "Mend.", ""},
        {"Mend.\n", "Mend.\n", ""},
        {"Mend.\n\n\nx", "Mend.", "\nx"},
        {"", "", ""},
    };
    scoped(made_row) made = made_row_of("y = '''\n\n«a»'''\n", "y = '''\n\n«b»'''\n");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct shown_as how = {.template = cases[i].template};
        scoped(json) *json = written_json(&export_format_alpaca, &made.row, &how);
        assert_string_equal(json_text(json_get(json, "instruction")), cases[i].instruction);
        assert_string_equal(json_text(json_get(json, "input")), cases[i].input);
        assert_string_equal(json_text(json_get(json, "output")), "y = '''\n\nb'''\n");
    }
}

TEST(alpaca__has_an_instruction_for_each_task)
{
    scoped(made_row) made = made_row_of("y = «a»\n", "y = «b»\n");
    for (const struct export_task *const *task = export_tasks; *task; task++)
        for (int granularity = GRANULARITY_PROGRAM; granularity <= GRANULARITY_LINE;
             granularity++) {
            struct shown_as how = {.task = (*task)->name,
                                   .granularity = (enum granularity)granularity};
            scoped(json) *json = written_json(&export_format_alpaca, &made.row, &how);
            assert_null(strchr(json_text(json_get(json, "instruction")), '\n'));
            assert_null(strchr(json_text(json_get(json, "instruction")), '{'));
            assert_contains(json_text(json_get(json, "input")), "\ny = a\n");
        }
}

TEST(alpaca__is_described_for_loaders)
{
    assert_string_equal(described(&export_format_alpaca, "test.jsonl", NULL),
                        "{\"file_name\":\"test.jsonl\"}\n");
}

TEST(alpaca__has_a_column_for_the_system_prompt)
{
    struct shown_as how = {.template = "Mend\n\n{code}", .system = "You mend"};
    scoped(made_row) made = made_row_of("«a»\n", "«b»\n");
    assert_string_equal(written_text(&export_format_alpaca, &made.row, &how),
                        "{\"instruction\":\"Mend\",\"input\":\"a\\n\",\"output\":\"b\\n\","
                        "\"system\":\"You mend\"}\n");
    assert_string_equal(described(&export_format_alpaca, "a.jsonl", "s"),
                        "{\"file_name\":\"a.jsonl\",\"columns\":{\"prompt\":\"instruction\","
                        "\"query\":\"input\",\"response\":\"output\",\"system\":\"system\"}}\n");
}
