/* One text, with the prompt and the answer between tags. */
#include "export/format.h"

#include <string.h>

static const char *const tags[] = {"<prompt>", "</prompt>", "<answer>", "</answer>"};
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

const struct export_format export_format_text = {
    .name = "text",
    .summary = "one text with tags around prompt and answer",
    .help = "one text, with tags around the prompt and the answer",
    .features = features,
    .reads = "text",
    .flags = FORMAT_ALL_TASKS | FORMAT_IDS | FORMAT_PROMPTS | FORMAT_NEGATIVES | FORMAT_MARKS,
    .write = write_row,
};
