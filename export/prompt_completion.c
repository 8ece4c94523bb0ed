/* TRL's prompt and completion. The smallest format: copy it to add another. */
#include "export/format.h"

static const struct export_feature features[] = {
    {"prompt", FEATURE_TEXT, "What the model is given", NULL},
    {"completion", FEATURE_TEXT, "What it is to answer", NULL},
    {0},
};

static const char *write_row(const struct example *example, struct str *out)
{
    struct str prompt = {0};
    struct json *line = json_object();
    example_add_prompt(&prompt, example);
    json_set_text(line, "prompt", str_text(&prompt));
    json_set_text(line, "completion", str_text(&example->answer));
    export_add_row(out, line, example);
    str_release(&prompt);
    return NULL;
}

const struct export_format export_format_prompt_completion = {
    .name = "prompt-completion",
    .summary = "TRL: prompt, completion",
    .features = features,
    .reads = "prompt completion",
    .tasks = FORMAT_ALL_TASKS,
    .takes_ids = true,
    .has_prompt = true,
    .has_negatives = true,
    .has_marks = true,
    .write = write_row,
};
