/* Alpaca: the prompt's first paragraph is the instruction, the rest its input. */
#include "export/format.h"

static const struct export_feature features[] = {
    {"instruction", FEATURE_TEXT, "What the model is asked", NULL},
    {"input", FEATURE_TEXT, "What it is asked about", NULL},
    {"output", FEATURE_TEXT, "What it is to answer", NULL},
    {0},
};

static const char *write_row(const struct example *example, struct str *out)
{
    struct str instruction = {0}, input = {0};
    struct json *line = json_object();
    template_add_instruction(&instruction, example->view->template, example->values);
    template_add_input(&input, example->view->template, example->values);
    json_set_text(line, "instruction", str_text(&instruction));
    json_set_text(line, "input", str_text(&input));
    json_set_text(line, "output", str_text(&example->answer));
    export_add_line(out, line);
    str_release(&instruction);
    str_release(&input);
    return NULL;
}

static struct json *describe(const char *file_name)
{
    struct json *entry = json_object();
    json_set_text(entry, "file_name", file_name);
    return entry;
}

const struct export_format export_format_alpaca = {
    .name = "alpaca",
    .summary = "instruction, input, output: LLaMA-Factory and others",
    .features = features,
    .tasks = FORMAT_ALL_TASKS,
    .has_prompt = true,
    .has_negatives = true,
    .has_marks = true,
    .write = write_row,
    .describe = describe,
};
