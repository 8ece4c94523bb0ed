/* See renaming.h. Every name is compared with every other: slow, and hard to get wrong. */
#include "tests/support/renaming.h"

#include "tests/support/test.h"

static bool is_of_kind(const struct program *program, size_t index, const char *kind)
{
    const struct token *token = &program->tokens.items[index];
    return token->class == TOKEN_CODE && !token->is_joined &&
           syntax_node_is(&program->tree, token->node, kind);
}

bool renaming_is_name(const struct program *program, size_t index)
{
    return is_of_kind(program, index, "identifier");
}

bool renaming_is_literal(const struct program *program, size_t index)
{
    static const char *const kinds[] = {"integer", "float", "true", "false", "none", "string"};
    for (size_t i = 0; i < N_ITEMS(kinds); i++)
        if (is_of_kind(program, index, kinds[i]))
            return true;
    return program->tokens.items[index].class == TOKEN_TEXT;
}

void renaming_apply(struct str *out, const struct program *program, const char *prefix,
                    int64_t only)
{
    size_t done = 0;
    for (size_t i = 0; i < program->tokens.n; i++) {
        if (!renaming_is_name(program, i) || (only != RENAME_ALL && only != (int64_t)i))
            continue;
        size_t start = program->tokens.items[i].start_byte;
        str_add(out, program->source + done, start - done);
        str_add_text(out, prefix);
        done = start;
    }
    str_add(out, program->source + done, program->length - done);
}

/* The token's text with line feeds for line ends. */
static void add_text(struct str *out, const struct program *program, size_t index)
{
    struct token_text text = program_token_text(program, index);
    for (size_t i = 0; i < text.length; i++) {
        if (text.bytes[i] == '\r' && i + 1 < text.length && text.bytes[i + 1] == '\n')
            continue;
        str_add(out, text.bytes[i] == '\r' ? "\n" : &text.bytes[i], 1);
    }
}

static size_t number_of(struct naming *naming, const char *name)
{
    for (size_t i = 0; i < naming->names.n; i++)
        if (strcmp(naming->names.items[i], name) == 0)
            return i;
    array_push(&naming->names, mem_copy_text(name, strlen(name)));
    return naming->names.n - 1;
}

static void add_token(struct str *out, struct naming *naming, const struct program *program,
                      size_t index)
{
    scoped(str) text = {0};
    const struct token *token = &program->tokens.items[index];
    bool is_name = renaming_is_name(program, index);
    bool is_literal = naming->renames_literals && renaming_is_literal(program, index);
    str_print(&text, "%d:", token->class);
    add_text(&text, program, index);
    if (naming->is_renamed && (is_name || is_literal))
        str_print(out, "%s%zu", is_name ? "name " : "literal ", number_of(naming, str_text(&text)));
    else
        str_add(out, str_text(&text), text.length);
    str_add(out, "\1", 1);
}

void naming_add(struct str *out, struct naming *naming, const struct program *program, size_t start,
                size_t end)
{
    for (size_t i = start; i < end; i++)
        if (naming->has_layout || !token_is_layout(&program->tokens.items[i]))
            add_token(out, naming, program, i);
}

void naming_clear(struct naming *naming)
{
    for (size_t i = 0; i < naming->names.n; i++)
        free(naming->names.items[i]);
    array_release(&naming->names);
}
