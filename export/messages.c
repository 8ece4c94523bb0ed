/* Chat messages, for TRL, Axolotl and OpenAI's fine-tuning. */
#include "export/format.h"

static const struct export_feature message[] = {
    {"role", FEATURE_TEXT, "user or assistant", WRITTEN},
    {"content", FEATURE_TEXT, "The text of the message", WRITTEN},
    {0},
};

static const struct export_feature features[] = {
    {"messages", FEATURE_RECORDS, "The user's prompt and the assistant's answer",
     .members = message},
    {0},
};

static void push_message(struct json *messages, const char *role, const char *content)
{
    json_push(messages, json_make(J_TEXT("role", role), J_TEXT("content", content)));
}

static const char *write_row(const struct example *example, struct str *out)
{
    scoped(str) prompt = {0};
    struct json *messages = json_array();
    example_add_prompt(&prompt, example);
    push_message(messages, "user", str_text(&prompt));
    push_message(messages, "assistant", str_text(&example->answer));
    export_add_row(out, json_make(J_VALUE("messages", messages)), example);
    return NULL;
}

static struct json *describe(const char *file_name)
{
    struct json *tags = json_make(J_TEXT("role_tag", "role"), J_TEXT("content_tag", "content"),
                                  J_TEXT("user_tag", "user"), J_TEXT("assistant_tag", "assistant"));
    return json_make(J_TEXT("file_name", file_name), J_TEXT("formatting", "sharegpt"),
                     J_VALUE("columns", json_make(J_TEXT("messages", "messages"))),
                     J_VALUE("tags", tags));
}

const struct export_format export_format_messages = {
    .name = "messages",
    .summary = "chat messages: TRL, Axolotl, OpenAI, LLaMA-Factory (sharegpt)",
    .help = "chat: TRL, Axolotl, OpenAI, LLaMA-Factory (sharegpt)",
    .features = features,
    .flags = FORMAT_ALL_QUESTIONS | FORMAT_IDS | FORMAT_PROMPTS | FORMAT_NEGATIVES | FORMAT_MARKS,
    .write = write_row,
    .describe = describe,
};
