#include "export/prompt.h"

static const char *const names[] = {
    "code", "granularity", "language", "original_language", "dialect", "status", "problem_id", "id",
    "line", "column",      "before",   "category",          "pattern", NULL};

const char *placeholder_name(enum placeholder placeholder)
{
    return names[placeholder];
}

int prompt_read(struct template *template, const char *text, size_t length, const char *name,
                struct err *err)
{
    return template_read(template, text, length, name, names, err);
}

int prompt_line_of(const struct template *template, unsigned placeholders, enum placeholder *which)
{
    for (size_t i = 0; i < template->pieces.n; i++) {
        const struct template_piece *piece = &template->pieces.items[i];
        if (piece->kind == TEMPLATE_VALUE && (placeholders & (1u << piece->number))) {
            *which = (enum placeholder)piece->number;
            return piece->line;
        }
    }
    return 0;
}

void prompt_add(struct str *out, const struct template *template,
                const struct str values[N_PLACEHOLDERS])
{
    template_add_values(out, template, 0, template->pieces.n, values);
}

void prompt_add_instruction(struct str *out, const struct template *template,
                            const struct str values[N_PLACEHOLDERS])
{
    template_add_values(out, template, 0, template->n_instruction, values);
}

void prompt_add_input(struct str *out, const struct template *template,
                      const struct str values[N_PLACEHOLDERS])
{
    template_add_values(out, template, template->n_instruction + 1, template->pieces.n, values);
}
