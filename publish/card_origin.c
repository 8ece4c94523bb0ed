/* How the store came about: all numbers here are of the whole store, not of the published rows. */
#include "publish/card.h"

#include "publish/markdown.h"
#include "publish/statements.h"

static void add_steps(struct str *out, const struct publication *publication)
{
    struct str text = {0};
    statements_add_collection(&text, publication);
    markdown_add_text(out, str_text(&text));
    str_add_text(out, "\n\n");
    str_clear(&text);
    for (int i = 0; statements_add_step(&text, publication, i); i++) {
        str_print(out, "%d. ", i + 1);
        markdown_add_text(out, str_text(&text));
        str_add_text(out, "\n");
        str_clear(&text);
    }
    str_release(&text);
}

static void add_funnel(struct str *out, const struct json *funnel)
{
    str_add_text(out, "\nFrom submissions to fixes, in the whole database:\n\n");
    markdown_add_head(out, "what | number", "lr");
    for (const struct json *row = json_first(funnel); row; row = json_next(row)) {
        markdown_begin_row(out);
        markdown_add_cell(out, json_text(json_get(row, "name")));
        markdown_add_number(out, (int64_t)json_number(json_get(row, "n"), 0));
        markdown_end_row(out);
    }
}

void card_add_origin(struct str *out, const struct publication *publication)
{
    str_add_text(out, "\n## Mining\n\n");
    add_steps(out, publication);
    add_funnel(out, json_get(publication->stats, "funnel"));
}
