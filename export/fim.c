/* Fill in the middle: the fixed code without its repaired token, and that token.
 *
 * Neutral, or as one text with the special tokens of StarCoder or Qwen2.5. If the fix deleted a
 * token, the middle is empty: the model must insert nothing. */
#include "export/format.h"

#include <string.h>

/* The texts that a model's tokenizer makes single tokens of, wherever they occur. A row has the
 * three of its format, and no other. NULL ends the list. */
struct fim_style {
    const char *prefix, *suffix, *middle;
    const char *const *others;
};

/* The files special_tokens_map.json of StarCoder, then what that of StarCoder2 adds. */
static const char *const starcoder_others[] = {
#include "export/words/starcoder_tokens.words.inc"
    NULL};

/* The added tokens in the file tokenizer_config.json of Qwen2.5-Coder. */
static const char *const qwen_others[] = {
#include "export/words/qwen_tokens.words.inc"
    NULL};

#define STARCODER(token) "<fim_" token ">"
#define QWEN(token)      "<|fim_" token "|>"

static const struct fim_style starcoder = {STARCODER("prefix"), STARCODER("suffix"),
                                           STARCODER("middle"), starcoder_others};
static const struct fim_style qwen = {QWEN("prefix"), QWEN("suffix"), QWEN("middle"), qwen_others};

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

static const struct export_feature neutral_features[] = {
    {"prefix", FEATURE_TEXT, "The code before the repaired token", .add = add_prefix},
    {"suffix", FEATURE_TEXT, "The code after it", .add = add_suffix},
    {"middle", FEATURE_TEXT, "The repaired token; empty if the fix deleted it", .add = add_middle},
    {0},
};

static const struct export_feature text_features[] = {
    {"text", FEATURE_TEXT, "Prefix, suffix and middle, each after its special token", WRITTEN},
    {0},
};

static bool holds_one(const struct str *text, const struct fim_style *style)
{
    const char *const *other = style->others;
    while (*other && !strstr(str_text(text), *other))
        other++;
    return *other || strstr(str_text(text), style->prefix) ||
           strstr(str_text(text), style->suffix) || strstr(str_text(text), style->middle);
}

static const char *write_styled(const struct example *example, const struct fim_style *style,
                                struct str *out)
{
    scoped(str) prefix = {0}, suffix = {0}, middle = {0}, text = {0};
    add_prefix(&prefix, example);
    add_suffix(&suffix, example);
    add_middle(&middle, example);
    if (holds_one(&prefix, style) || holds_one(&suffix, style) || holds_one(&middle, style))
        return "the program contains a special token of the format";
    str_print(&text, "%s%s%s%s%s%s", style->prefix, str_text(&prefix), style->suffix,
              str_text(&suffix), style->middle, str_text(&middle));
    export_add_row(out, json_make(J_TEXT("text", str_text(&text))), example);
    return NULL;
}

static const char *write_starcoder(const struct example *example, struct str *out)
{
    return write_styled(example, &starcoder, out);
}

static const char *write_qwen(const struct example *example, struct str *out)
{
    return write_styled(example, &qwen, out);
}

const struct export_format export_format_fim = {
    .name = "fim",
    .summary = "fill in the middle: prefix, suffix, middle",
    .features = neutral_features,
    .reads = "prefix suffix middle",
    .flags = FORMAT_IDS,
    .ask = ask,
};

const struct export_format export_format_fim_starcoder = {
    .name = "fim-starcoder",
    .summary = "the same as one text, for StarCoder",
    .help = "the same as one text with the special tokens of StarCoder",
    .features = text_features,
    .reads = "text",
    .flags = FORMAT_IDS,
    .ask = ask,
    .write = write_starcoder,
};

const struct export_format export_format_fim_qwen = {
    .name = "fim-qwen",
    .summary = "the same as one text, for Qwen2.5",
    .help = "the same as one text with the special tokens of Qwen",
    .features = text_features,
    .reads = "text",
    .flags = FORMAT_IDS,
    .ask = ask,
    .write = write_qwen,
};
