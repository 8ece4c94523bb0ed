/* See traits.h. A table lists the texts of each format's prompt. Of chat messages and segments,
 * which are lists, the items before the answer are the prompt. */
#include "export/validate/traits.h"

#include "export/tagged.h"

#include <string.h>

/* The texts of a row that are the prompt. If a text also contains the answer, the part before `end`
 * is the prompt. */
static const struct prompt_rule {
    const struct export_format *format;
    const char *keys[2];
    const char *end;
} prompt_rules[] = {
    {&export_format_nbf, {"input_text", NULL}, NULL},
    {&export_format_tssb, {"diff", NULL}, NULL},
    {&export_format_prompt_completion, {"prompt", NULL}, NULL},
    {&export_format_preference, {"prompt", NULL}, NULL},
    {&export_format_alpaca, {"instruction", "input"}, NULL},
    {&export_format_fim, {"prefix", "suffix"}, NULL},
    {&export_format_fim_starcoder, {"text", NULL}, "<fim_middle>"},
    {&export_format_fim_qwen, {"text", NULL}, "<|fim_middle|>"},
    {&export_format_text, {"text", NULL}, "</prompt>"},
};

enum { N_PROMPT_RULES = sizeof prompt_rules / sizeof *prompt_rules };

static void set(struct row_traits *traits, enum row_trait trait, const char *bytes, size_t length)
{
    traits->has[trait] = true;
    traits->digests[trait] = digest_bytes(bytes, length);
}

static void set_name(struct row_traits *traits, enum row_trait trait, const char *name,
                     struct arena *arena)
{
    if (!name)
        return;
    set(traits, trait, name, strlen(name));
    traits->names[trait] = arena_text(arena, name);
}

void traits_take_identity(struct row_traits *traits, const struct json *row, const char *line,
                          size_t length, const struct export_feature *features, struct arena *arena)
{
    if (export_has_feature(features, "id"))
        set_name(traits, TRAIT_ID, json_text_at(row, "id"), arena);
    else
        set(traits, TRAIT_ROW, line, length);
    const char *language = json_text_at(row, "language");
    if (export_has_feature(features, "language") && language)
        traits->language = arena_text(arena, language);
}

/* Texts end with a zero, so that "a", "bc" and "ab", "c" differ. */
static void add_text(struct str *out, const char *text, size_t length)
{
    str_add(out, text, length);
    str_add(out, "", 1);
}

/* Adds tokens in the form in which they are compared (tokenize/token_text.h): line ends inside
 * strings are line feeds. */
static void add_tokens(struct str *out, const struct program *program)
{
    for (size_t i = 0; i < program->tokens.n; i++) {
        const struct token *token = &program->tokens.items[i];
        struct token_text text = program_token_text(program, i);
        str_add(out, &(const char){(char)(token->kind + 1)}, 1);
        for (size_t at = 0; at < text.length && !token_is_layout(token); at++)
            if (text.bytes[at] != '\r')
                str_add(out, text.bytes + at, 1);
            else if (at + 1 == text.length || text.bytes[at + 1] != '\n')
                str_add(out, "\n", 1);
        str_add(out, "", 1);
    }
}

static void add_side(struct str *out, const struct json *row, const char *key,
                     const struct program *program)
{
    const char *text = json_text_at(row, key);
    if (program)
        add_tokens(out, program);
    else
        add_text(out, text, strlen(text));
}

static void take_pair(struct row_traits *traits, const struct json *row,
                      const struct row_programs *programs, struct str *scratch)
{
    const char *language = json_text_at(row, "language");
    str_clear(scratch);
    add_text(scratch, language, strlen(language)); /* C and C++ may have the same tokens */
    add_side(scratch, row, "buggy_code", row_programs_get(programs, ROW_BUGGY));
    set(traits, TRAIT_PROGRAM, str_text(scratch), scratch->length);
    add_side(scratch, row, "fixed_code", row_programs_get(programs, ROW_FIXED));
    set(traits, TRAIT_PAIR, str_text(scratch), scratch->length);
}

/* Whether a message is the assistant's. The last such message is the answer. */
static bool is_answer(const struct json *message)
{
    const char *role = json_text_at(message, "role");
    return role && strcmp(role, "assistant") == 0;
}

static void add_messages(struct str *out, const struct json *messages)
{
    json_each(one, messages) {
        const char *text = json_text_at(one, "content");
        if (!is_answer(one) && text)
            add_text(out, text, strlen(text));
    }
}

static void add_prompt(struct str *out, const struct json *row, const struct prompt_rule *rule)
{
    for (int i = 0; i < 2 && rule->keys[i]; i++) {
        const char *text = json_text_at(row, rule->keys[i]);
        const char *end = rule->end ? strstr(text, rule->end) : NULL;
        add_text(out, text, end ? (size_t)(end - text) : strlen(text));
    }
}

static void take_tagged(struct row_traits *traits, const struct json *row, struct str *scratch)
{
    static const char *const keys[] = {"split", "tagged_code", "code"};
    str_clear(scratch);
    for (int i = 0; i < 3; i++) {
        const char *text = json_text_at(row, keys[i]);
        add_text(scratch, text, strlen(text));
        if (i > 0)
            set(traits, i == 1 ? TRAIT_TAGGED : TRAIT_ANSWER, str_text(scratch), scratch->length);
        if (i == 2)
            set(traits, TRAIT_CODE, text, strlen(text));
    }
}

void traits_take_names(struct row_traits *traits, const struct json *row,
                       const struct export_feature *features, struct arena *arena)
{
    const char *split = json_text_at(row, "split");
    if (export_has_feature(features, "problem_id"))
        set_name(traits, TRAIT_PROBLEM, json_text_at(row, "problem_id"), arena);
    if (export_has_feature(features, "user_id"))
        set_name(traits, TRAIT_USER, json_text_at(row, "user_id"), arena);
    if (export_has_feature(features, "split") && *split)
        traits->split = arena_text(arena, split);
}

void traits_take_content(struct row_traits *traits, const struct json *row,
                         const struct export_format *format, const struct row_programs *programs,
                         struct arena *arena, struct str *scratch)
{
    if (format == &export_format_pairs) {
        take_pair(traits, row, programs, scratch);
        return;
    }
    if (format == &export_format_tags) {
        take_tagged(traits, row, scratch);
        return;
    }
    str_clear(scratch);
    for (int i = 0; i < N_PROMPT_RULES; i++)
        if (prompt_rules[i].format == format)
            add_prompt(scratch, row, &prompt_rules[i]);
    if (format == &export_format_messages)
        add_messages(scratch, json_get(row, "messages"));
    const char *first = json_text_at(json_first(json_get(row, "segments")), "text");
    if (format == &export_format_segments && first)
        add_text(scratch, first, strlen(first));
    if (scratch->length)
        set(traits, TRAIT_PROMPT, str_text(scratch), scratch->length);
    if (format == &export_format_nbf)
        set_name(traits, TRAIT_PROBLEM, json_text_at(row, "project"), arena);
    if (format == &export_format_tssb)
        set_name(traits, TRAIT_PROBLEM, json_text_at(row, "project_url"), arena);
}
