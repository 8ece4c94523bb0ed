/* TRL's prompt and completion. The smallest format: copy it to add another. */
#include "export/format.h"

static const struct export_feature features[] = {
    {"prompt", FEATURE_TEXT, "The prompt for the model", .add = example_add_prompt},
    {"completion", FEATURE_TEXT, "The expected answer", .add = example_add_answer},
    {0},
};

const struct export_format export_format_prompt_completion = {
    .name = "prompt-completion",
    .summary = "TRL: prompt, completion",
    .features = features,
    .flags = FORMAT_ALL_QUESTIONS | FORMAT_IDS | FORMAT_PROMPTS | FORMAT_NEGATIVES | FORMAT_MARKS,
};
