/* Rows that say what they are of. */
#include "tests/support/exported.h"
#include "tests/support/test.h"

TEST(ids__stand_behind_the_keys_of_the_format)
{
    struct shown_as how = {.template = "{code}", .has_ids = true};
    scoped(arena) arena = {0};
    scoped(made_row) made = made_row_of("x = 1\ny = «a»\n", "x = 1\ny = «b»\n");
    how.granularity = GRANULARITY_LINE;
    how.n_context = 1;
    assert_string_equal(
        written_text(&export_format_prompt_completion, &made.row, &how),
        "{\"prompt\":\"x = 1\\ny = a\",\"completion\":\"y = b\",\"id\":\"p00001-s1-s2\","
        "\"problem_id\":\"p00001\",\"language\":\"python\",\"category\":\"variable_misuse\","
        "\"split\":\"train\",\"negative\":false,\"task\":\"repair\",\"marked\":false,\"code\":\"y = a\"}\n");
    how.granularity = GRANULARITY_PROGRAM;
    how.task = "locate";
    fix_make_clean(&made.row, &arena);
    assert_string_equal(
        written_text(&export_format_alpaca, &made.row, &how),
        "{\"instruction\":\"x = 1\\ny = b\\n\",\"input\":\"\",\"output\":\"no bug\","
        "\"id\":\"p00001-s2-s2\",\"problem_id\":\"p00001\",\"language\":\"python\","
        "\"category\":\"none\",\"split\":\"train\",\"negative\":true,\"task\":\"locate\",\"marked\":false,"
        "\"code\":\"x = 1\\ny = b\\n\"}\n");
}

#define IDS                                                                        \
    {"id", "\"p1-a-b\""}, {"problem_id", "\"p1\""}, {"language", "\"python\""},    \
        {"category", "\"literal\""}, {"split", "\"test\""}, {"negative", "false"}, \
        {"task", "\"repair\""}, {"marked", "false"}, {"code", "\"x\""},            \
    {                                                                              \
        NULL, NULL                                                                 \
    }

static const struct row_key prompts[] = {{"prompt", "\"p\""}, {"completion", "\"c\""}, IDS};
static const struct row_key chats[] = {
    {"messages", "[{\"role\": \"assistant\", \"content\": \"c\"}]"}, IDS};

TEST(ids__are_checked_in_all_formats)
{
    static const struct broken_row rows[] = {
        {"", {{NULL, NULL}}},
        {"", {{"split", "\"\""}}},
        {"", {{"negative", "true"}, {"category", "\"none\""}}},
        {"missing_key", {{"id", NULL}}},
        {"wrong_type", {{"id", "7"}}},
        {"null_value", {{"split", "null"}}},
        {"wrong_type", {{"negative", "0"}}},
        {"id", {{"id", "\"p2-a-b\""}}},
        {"id", {{"id", "\"p1\""}}},
        {"correct_program", {{"negative", "true"}}},
        {"correct_program", {{"category", "\"none\""}}},
        {"unknown_name", {{"category", "\"typo\""}}},
        {"unknown_name", {{"split", "\"dev\""}}},
        {"unknown_name", {{"task", "\"guess\""}}},
    };
    expect_broken_rows(&export_format_prompt_completion, prompts, rows, N_ITEMS(rows));
    expect_broken_rows(&export_format_messages, chats, rows, N_ITEMS(rows));
    static const struct broken_row others[] = {{"unknown_key", {{"mine", "1"}}}};
    expect_broken_rows(&export_format_prompt_completion, prompts, others, 1);
    static const struct broken_row taken[] = {{"", {{"mine", "1"}}}};
    expect_broken_rows(&export_format_messages, chats, taken, 1);
}

/* A chat row may have an id of its own that is none of ours. */
TEST(ids__are_not_asked_of_rows_with_a_key_or_two)
{
    static const char chat[] =
        "{\"messages\": [{\"role\": \"assistant\", \"content\": \"c\"}], \"id\": 7}";
    assert_string_equal(broken_rules(&export_format_messages, chat, strlen(chat)), "");
}
