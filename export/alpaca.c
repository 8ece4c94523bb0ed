/* Alpaca: the prompt's first paragraph is the instruction, the rest its input. */
#include "export/format.h"

static const struct export_feature features[] = {
    {"instruction", FEATURE_TEXT, "What the model is asked", NULL},
    {"input", FEATURE_TEXT, "What it is asked about", NULL},
    {"output", FEATURE_TEXT, "What it is to answer", NULL},
    {0},
};

static const struct export_feature of_system[] = {
    {"system", FEATURE_TEXT, "The system prompt", NULL},
    {0},
};

static const char *write_row(const struct example *example, struct str *out)
{
    struct str instruction = {0}, input = {0};
    struct json *line = json_object();
    prompt_add_instruction(&instruction, example->view->template, example->values);
    prompt_add_input(&input, example->view->template, example->values);
    json_set_text(line, "instruction", str_text(&instruction));
    json_set_text(line, "input", str_text(&input));
    json_set_text(line, "output", str_text(&example->answer));
    if (example->view->system)
        json_set_text(line, "system", example->view->system);
    export_add_row(out, line, example);
    str_release(&instruction);
    str_release(&input);
    return NULL;
}

static struct json *describe(const char *file_name, const struct export_view *view)
{
    struct json *entry = json_object();
    json_set_text(entry, "file_name", file_name);
    if (view->system) { /* of all columns, for it has no default of its own */
        struct json *columns = json_object();
        json_set_text(columns, "prompt", "instruction");
        json_set_text(columns, "query", "input");
        json_set_text(columns, "response", "output");
        json_set_text(columns, "system", "system");
        json_set(entry, "columns", columns);
    }
    return entry;
}

const struct export_format export_format_alpaca = {
    .name = "alpaca",
    .summary = "instruction, input, output: LLaMA-Factory and others",
    .features = features,
    .reads = "system instruction input output",
    .of_system = of_system,
    .takes_system = true,
    .tasks = FORMAT_ALL_TASKS,
    .takes_ids = true,
    .has_prompt = true,
    .has_negatives = true,
    .has_marks = true,
    .write = write_row,
    .describe = describe,
};
