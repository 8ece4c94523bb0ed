/* Chat messages. */
#include "tests/support/exported.h"
#include "tests/support/test.h"

TEST(messages__are_the_prompt_and_its_answer)
{
    struct shown_as how = {.prompt = "Mend <{code}>\n"};
    scoped(made_row) made = made_row_of("y = «a»\n", "y = «b»\n");
    assert_string_equal(written_text(export_format_find("messages"), &made.row, &how),
                        "{\"messages\":[{\"role\":\"user\",\"content\":\"Mend <y = a\\n>\\n\"},"
                        "{\"role\":\"assistant\",\"content\":\"y = b\\n\"}]}\n");
    how.task = "locate";
    assert_string_equal(written_text(export_format_find("messages"), &made.row, &how),
                        "{\"messages\":[{\"role\":\"user\",\"content\":\"Mend <y = a\\n>\\n\"},"
                        "{\"role\":\"assistant\",\"content\":\"line 1, column 4: `a`\"}]}\n");
}

TEST(messages__hold_any_program)
{
    struct shown_as how = {.prompt = "{code}"};
    for (size_t i = 0; i < N_HOSTILE_PROGRAMS; i++) {
        scoped(made_row) made = made_row_of(hostile_programs[i], hostile_programs[i]);
        scoped(json) *json = written_json(export_format_find("messages"), &made.row, &how);
        const struct json *messages = json_get(json, "messages");
        for (size_t m = 0; m < 2; m++)
            assert_string_equal(json_text(json_get(json_item(messages, m), "content")),
                                made.row.buggy_code);
    }
}

TEST(messages__are_described_for_loaders)
{
    assert_string_equal(
        described(export_format_find("messages"), "train.jsonl"),
        "{\"file_name\":\"train.jsonl\",\"formatting\":\"sharegpt\",\"columns\":{\"messages\":"
        "\"messages\"},\"tags\":{\"role_tag\":\"role\",\"content_tag\":\"content\",\"user_tag\":"
        "\"user\",\"assistant_tag\":\"assistant\"}}\n");
}
