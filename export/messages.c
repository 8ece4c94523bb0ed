/* Chat messages, for TRL, Axolotl and OpenAI's fine-tuning.
 *
 * The rules and their names are those of OpenAI's published check of chat data. */
#include "export/format.h"

#include <stdio.h>
#include <string.h>

static const struct export_feature message[] = {
    {"role", FEATURE_TEXT, "user or assistant; system for a system prompt", WRITTEN},
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
    if (example->view->system)
        push_message(messages, "system", example->view->system);
    push_message(messages, "user", str_text(&prompt));
    push_message(messages, "assistant", str_text(&example->answer));
    export_add_row(out, json_make(J_VALUE("messages", messages)), example);
    return NULL;
}

/* Of two members with the same name, some readers of JSON take the first and others the last. */
static void check_once(const struct json *object, const char *const *keys, const char *place,
                       const struct rule_check *check)
{
    for (; *keys; keys++) {
        size_t n = 0;
        json_each(member, object)
            n += json_name(member) && strcmp(json_name(member), *keys) == 0;
        if (n > 1)
            rule_check_report(check, "duplicate_key", "duplicate key '%s%s'", place, *keys);
    }
}

static void check_message(const struct json *one, size_t number, const struct rule_check *check)
{
    static const char *const keys[] = {"role", "content", "name", "function_call", "weight", NULL};
    static const char *const roles[] = {"system", "user", "assistant", "function", NULL};
    const struct json *role = json_get(one, "role"), *content = json_get(one, "content");
    const char *text = json_text(content), *role_text = json_text(role);
    char place[48];
    snprintf(place, sizeof place, "messages[%zu].", number - 1);
    check_once(one, keys, place, check);
    if (!role || !content)
        rule_check_report(check, "message_missing_key", "message %zu has no %s", number,
                          role ? "content" : "role");
    json_each(member, one)
        if (json_name(member) &&
            !text_is_one_of(json_name(member), keys)) /* items of a list have none */
            rule_check_report(check, "message_unrecognized_key", "message %zu has the key '%s'",
                              number, json_name(member));
    if (!role_text || !text_is_one_of(role_text, roles))
        rule_check_report(check, "unrecognized_role", "message %zu has the role '%s'", number,
                          role_text ? role_text : "");
    bool has_call = json_get(one, "function_call") != NULL;
    if (content && (!text || (!*text && !has_call)))
        rule_check_report(check, "missing_content", "the content of message %zu is not a string",
                          number);
}

static void check_row(const struct json *row, struct rule_check *check)
{
    static const char *const keys[] = {"messages", NULL};
    const struct json *messages = json_get(row, "messages");
    bool has_answer = false;
    size_t number = 0;
    check_once(row, keys, "", check);
    if (!json_is_array(messages) || json_count(messages) == 0) {
        rule_check_report(check, "missing_messages_list", "messages is missing or empty");
        return;
    }
    json_each(one, messages) {
        const char *role = json_text_at(one, "role");
        check_message(one, ++number, check);
        has_answer = has_answer || (role && strcmp(role, "assistant") == 0);
    }
    if (!has_answer)
        rule_check_report(check, "example_missing_assistant_message",
                          "no message has the role assistant");
}

/* The messages of others than the assistant ask. */
static void take_traits(struct row_traits *traits, const struct traits_source *source)
{
    json_each(one, json_get(source->row, "messages")) {
        const char *role = json_text_at(one, "role"), *text = json_text_at(one, "content");
        bool is_answer = role && strcmp(role, "assistant") == 0;
        if (!is_answer && text)
            row_traits_add_text(source, text);
    }
    if (source->scratch->length)
        row_traits_set(traits, TRAIT_PROMPT, source);
}

static struct json *describe(const char *file_name, const struct export_view *view)
{
    struct json *tags = json_make(J_TEXT("role_tag", "role"), J_TEXT("content_tag", "content"),
                                  J_TEXT("user_tag", "user"), J_TEXT("assistant_tag", "assistant"));
    if (view->system)
        json_set_text(tags, "system_tag", "system");
    return json_make(J_TEXT("file_name", file_name), J_TEXT("formatting", "sharegpt"),
                     J_VALUE("columns", json_make(J_TEXT("messages", "messages"))),
                     J_VALUE("tags", tags));
}

const struct export_format export_format_messages = {
    .name = "messages",
    .summary = "chat messages: TRL, Axolotl, OpenAI, LLaMA-Factory (sharegpt)",
    .help = "chat: TRL, Axolotl, OpenAI, LLaMA-Factory (sharegpt)",
    .features = features,
    .reads = "messages.content",
    .flags = FORMAT_ALL_TASKS | FORMAT_IDS | FORMAT_PROMPTS | FORMAT_NEGATIVES | FORMAT_MARKS |
             FORMAT_SYSTEM | FORMAT_OWN_RULES,
    .write = write_row,
    .check = check_row,
    .take_traits = take_traits,
    .limits = {.reader = "OpenAI", .min_rows = 10, .max_bytes = 512000000},
    .describe = describe,
};
