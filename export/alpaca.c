/* Alpaca: the first paragraph of the prompt is the instruction, the rest is the input. */
#include "export/format.h"

static void add_instruction(struct str *out, const struct example *example)
{
    example_add_part(out, example, PROMPT_INSTRUCTION);
}

static void add_input(struct str *out, const struct example *example)
{
    example_add_part(out, example, PROMPT_INPUT);
}

static void add_system(struct str *out, const struct example *example)
{
    str_add_text(out, example->view->system);
}

static const struct export_feature features[] = {
    {"instruction", FEATURE_TEXT, "The instruction to the model", .add = add_instruction},
    {"input", FEATURE_TEXT, "The input to the instruction", .add = add_input},
    {"output", FEATURE_TEXT, "The expected answer", .add = example_add_answer},
    {0},
};

static const struct export_feature of_system[] = {
    {"system", FEATURE_TEXT, "The system prompt", .add = add_system},
    {0},
};

static struct json *describe(const char *file_name, const struct export_view *view)
{
    struct json *entry = json_make(J_TEXT("file_name", file_name));
    if (view->system) { /* then all columns, because there is no default for this one */
        json_set(entry, "columns",
                 json_make(J_TEXT("prompt", "instruction"), J_TEXT("query", "input"),
                           J_TEXT("response", "output"), J_TEXT("system", "system")));
    }
    return entry;
}

const struct export_format export_format_alpaca = {
    .name = "alpaca",
    .summary = "instruction, input, output: LLaMA-Factory and others",
    .features = features,
    .reads = "system instruction input output",
    .of_system = of_system,
    .flags = FORMAT_ALL_TASKS | FORMAT_SYSTEM | FORMAT_IDS | FORMAT_PROMPTS | FORMAT_NEGATIVES |
             FORMAT_MARKS,
    .describe = describe,
};
