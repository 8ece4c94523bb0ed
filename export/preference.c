/* TRL's preferences: the fixed code is the chosen answer, the buggy code the rejected one. */
#include "export/format.h"

static const struct export_feature features[] = {
    {"prompt", FEATURE_TEXT, "The prompt for the model", .add = example_add_prompt},
    {"chosen", FEATURE_TEXT, "The fixed code", .add = example_add_answer},
    {"rejected", FEATURE_TEXT, "The buggy code", .add = example_add_buggy},
    {0},
};

static struct json *describe(const char *file_name)
{
    return json_make(
        J_TEXT("file_name", file_name), J_BOOL("ranking", true),
        J_VALUE("columns", json_make(J_TEXT("prompt", "prompt"), J_TEXT("chosen", "chosen"),
                                     J_TEXT("rejected", "rejected"))));
}

const struct export_format export_format_preference = {
    .name = "preference",
    .summary = "TRL: prompt, chosen (the fix), rejected (the bug)",
    .features = features,
    .flags = FORMAT_IDS | FORMAT_PROMPTS | FORMAT_MARKS,
    .describe = describe,
};
