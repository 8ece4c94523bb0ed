/* Every construct that is not in all dialects narrows the set; the set is a bit mask. */
#include "classify/dialect.h"

#include <string.h>

/* Whether the node is the call of a function of that name. */
static bool is_call_of(const struct program *program, uint32_t call, const char *name)
{
    const struct syntax_tree *tree = &program->tree;
    const struct node *node = &tree->nodes.items[call];
    if (!syntax_node_is(tree, call, tree->language->call_kind) || node->next == call + 1)
        return false;
    const struct node *function = &tree->nodes.items[call + 1];
    size_t length = function->end_byte - function->start_byte;
    return length == strlen(name) &&
           memcmp(program->source + function->start_byte, name, length) == 0;
}

static bool matches(const struct program *program, uint32_t index, const struct dialect_rule *rule)
{
    const struct syntax_tree *tree = &program->tree;
    const struct node *node = &tree->nodes.items[index];
    uint32_t grandparent = tree->nodes.items[node->parent].parent;
    if (node->start_byte == node->end_byte || !syntax_node_is(tree, index, rule->kind))
        return false;
    if (rule->parent && !syntax_node_is(tree, node->parent, rule->parent))
        return false;
    if (rule->grandparent && !syntax_node_is(tree, grandparent, rule->grandparent))
        return false;
    if (rule->called && !is_call_of(program, grandparent, rule->called))
        return false;
    if (rule->unless &&
        memmem(program->source, program->length, rule->unless, strlen(rule->unless)))
        return false;
    return !rule->text ||
           rule->text(program->source + node->start_byte, node->end_byte - node->start_byte);
}

static unsigned dialects_in_code(const struct program *program)
{
    unsigned dialects = program->tree.language->all_dialects;
    for (uint32_t i = 0; i < program->tree.nodes.n; i++)
        for (const struct dialect_rule *rule = program->tree.language->dialects; rule->kind; rule++)
            if (matches(program, i, rule))
                dialects &= rule->dialects;
    return dialects;
}

static unsigned dialects_in_metadata(const struct language *language, const char *name)
{
    for (const struct dialect_name_rule *rule = language->original_languages; rule->prefix; rule++)
        if (strncmp(name, rule->prefix, strlen(rule->prefix)) == 0)
            return rule->dialects;
    return language->all_dialects;
}

const char *dialect_of(const struct program *program, const char *original_language)
{
    const struct language *language = program->tree.language;
    if (!language->dialect_names)
        return NULL;
    unsigned dialects = dialects_in_code(program);
    if (dialects == 0 || dialects == language->all_dialects)
        dialects = dialects_in_metadata(language, original_language ? original_language : "");
    return language->dialect_names[dialects - 1];
}
