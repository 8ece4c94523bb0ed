/* Fill in the middle: the fixed code without its repaired token, and that token. If the fix deleted
 * a token, the middle is empty: the model must insert nothing. */
#include "export/format.h"

static void add_prefix(struct str *out, const struct example *example)
{
    const struct excerpt *excerpt = &example->excerpt;
    str_add(out, str_text(&excerpt->above), excerpt->above.length);
    str_add(out, str_text(&excerpt->fixed), excerpt->fixed_start);
}

static void add_middle(struct str *out, const struct example *example)
{
    const struct excerpt *excerpt = &example->excerpt;
    str_add(out, str_text(&excerpt->fixed) + excerpt->fixed_start,
            excerpt->fixed_end - excerpt->fixed_start);
}

static void add_suffix(struct str *out, const struct example *example)
{
    const struct excerpt *excerpt = &example->excerpt;
    str_add(out, str_text(&excerpt->fixed) + excerpt->fixed_end,
            excerpt->fixed.length - excerpt->fixed_end);
    str_add(out, str_text(&excerpt->below), excerpt->below.length);
}

static void ask(struct str *out, const struct example *example)
{
    add_prefix(out, example);
    str_add(out, "", 1);
    add_suffix(out, example);
}

static const struct export_feature features[] = {
    {"prefix", FEATURE_TEXT, "The code before the repaired token", .add = add_prefix},
    {"suffix", FEATURE_TEXT, "The code after it", .add = add_suffix},
    {"middle", FEATURE_TEXT, "The repaired token; empty if the fix deleted it", .add = add_middle},
    {0},
};

const struct export_format export_format_fim = {
    .name = "fim",
    .summary = "fill in the middle: prefix, suffix, middle",
    .features = features,
    .flags = FORMAT_IDS,
    .ask = ask,
};
