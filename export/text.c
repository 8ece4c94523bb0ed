/* One text, with the prompt and the answer between tags. */
#include "export/format.h"

#include <string.h>

#define PROMPT_END "</prompt>"
static const char *const tags[] = {"<prompt>", PROMPT_END, "<answer>", "</answer>"};
enum { N_TAGS = 4 };

static const struct export_feature features[] = {
    {"text", FEATURE_TEXT, "<prompt>, the prompt, </prompt><answer>, the answer, </answer>",
     WRITTEN},
    {0},
};

static bool holds_tag(const struct str *text)
{
    for (int i = 0; i < N_TAGS; i++)
        if (strstr(str_text(text), tags[i]))
            return true;
    return false;
}

static const char *write_row(const struct example *example, struct str *out)
{
    scoped(str) prompt = {0}, text = {0};
    example_add_prompt(&prompt, example);
    if (holds_tag(&prompt) || holds_tag(&example->answer))
        return "the prompt or the answer contains a tag of the format";
    str_print(&text, "%s%s%s%s%s%s", tags[0], str_text(&prompt), tags[1], tags[2],
              str_text(&example->answer), tags[3]);
    export_add_row(out, json_make(J_TEXT("text", str_text(&text))), example);
    return NULL;
}

/* Each tag must occur once and in this order, the first at the start and the last at the end. */
static void check_row(const struct json *row, struct rule_check *check)
{
    const char *text = json_text_at(row, "text"), *at = text;
    for (int i = 0; i < N_TAGS; i++) {
        const char *found = strstr(text, tags[i]);
        bool is_there =
            found && found >= at && (i != 0 || found == text) && (i != 2 || found == at);
        if (!is_there || strstr(found + strlen(tags[i]), tags[i])) {
            rule_check_report(check, "tags", "%s is missing, repeated, or not in its place",
                              tags[i]);
            return;
        }
        at = found + strlen(tags[i]);
    }
    if (*at)
        rule_check_report(check, "tags", "there is text after %s", tags[N_TAGS - 1]);
}

const struct export_format export_format_text = {
    .name = "text",
    .summary = "one text with tags around prompt and answer",
    .help = "one text, with tags around the prompt and the answer",
    .features = features,
    .reads = "text",
    .asks = "text",
    .asks_until = PROMPT_END,
    .flags = FORMAT_ALL_TASKS | FORMAT_IDS | FORMAT_PROMPTS | FORMAT_NEGATIVES | FORMAT_MARKS,
    .write = write_row,
    .check = check_row,
};
