/* The possible dialects are a set, kept as a bit mask. Every construct that is not in all dialects
 * narrows the set. Each kind of node has a chain of rules, which is empty for most kinds. */
#include "classify/dialect.h"

#include <stdlib.h>
#include <string.h>

struct chained_rule {
    const struct dialect_rule *rule;
    unsigned dialects;               /* that have the construct */
    const struct chained_rule *next; /* about the same kind, or NULL */
};

struct dialect_finder {
    const struct language *language;
    ARRAY(struct chained_rule) rules;
    const struct chained_rule **first; /* by node kind: its first rule, or NULL */
};

struct dialect_finder *dialect_finder_new(const struct language *language)
{
    struct dialect_finder *finder = mem_alloc(1, sizeof *finder);
    const struct dialect_rule *const *sets = language->dialects->rules;
    uint16_t n_kinds = syntax_kind_count(language);
    finder->language = language;
    finder->first = mem_alloc(n_kinds, sizeof(void *));
    for (int i = 0; sets && sets[i]; i++)
        for (const struct dialect_rule *rule = sets[i]; rule->kind; rule++)
            array_push(&finder->rules, (struct chained_rule){rule, 1u << i, NULL});
    for (uint16_t kind = 0; kind < n_kinds; kind++)
        for (size_t i = finder->rules.n; i-- > 0;) {
            struct chained_rule *rule = &finder->rules.items[i];
            if (strcmp(rule->rule->kind, syntax_kind_name(language, kind)) != 0)
                continue;
            rule->next = finder->first[kind];
            finder->first[kind] = rule;
        }
    return finder;
}

void dialect_finder_free(struct dialect_finder *finder)
{
    if (!finder)
        return;
    array_release(&finder->rules);
    free(finder->first);
    free(finder);
}

/* Returns whether the node calls a function of that name. */
static bool is_call_of(const struct program *program, uint32_t call, const char *name)
{
    const struct syntax_tree *tree = &program->tree;
    const struct node *node = &tree->nodes.items[call];
    if (!syntax_node_is(tree, call, tree->language->roles.call_kind) || node->next == call + 1)
        return false;
    return token_text_is(syntax_node_text(&program->tree, program->source, call + 1), name);
}

/* Returns whether a node of that kind is after the node, in its parent. */
static bool has_later(const struct syntax_tree *tree, uint32_t index, const char *kind)
{
    const struct node *nodes = tree->nodes.items;
    uint32_t end = nodes[nodes[index].parent].next, at = nodes[index].next;
    while (at < end && !syntax_node_is(tree, at, kind))
        at = nodes[at].next;
    return at < end;
}

/* Returns whether a comma and a bracket are all that is after the node, in its parent. */
static bool is_before_end(const struct syntax_tree *tree, uint32_t index)
{
    const struct node *nodes = tree->nodes.items;
    uint32_t end = nodes[nodes[index].parent].next, comma = nodes[index].next;
    return comma < end && syntax_node_is(tree, comma, ",") && nodes[comma].next < end &&
           syntax_node_is(tree, nodes[comma].next, ")");
}

/* Returns whether a node of that kind begins with the node. */
static bool begins_kind(const struct syntax_tree *tree, uint32_t index, const char *kind)
{
    const struct node *nodes = tree->nodes.items;
    uint32_t start = nodes[index].start_byte;
    while (index && !syntax_node_is(tree, index, kind) &&
           nodes[nodes[index].parent].start_byte == start)
        index = nodes[index].parent;
    return syntax_node_is(tree, index, kind);
}

/* Returns whether the largest node that begins with the node is directly in one of that kind. */
static bool is_first_in(const struct syntax_tree *tree, uint32_t index, const char *kind)
{
    const struct node *nodes = tree->nodes.items;
    uint32_t start = nodes[index].start_byte;
    while (index && nodes[index].start_byte == start)
        index = nodes[index].parent;
    return syntax_node_is(tree, index, kind);
}

static bool has_child(const struct syntax_tree *tree, uint32_t index, const char *const *kinds)
{
    while (*kinds && !syntax_child(tree, index, *kinds, NULL))
        kinds++;
    return *kinds;
}

static bool matches_text(const struct dialect_rule *rule, struct token_text text)
{
    return rule->text ? rule->text(text.bytes, text.length)
                      : !rule->words || token_text_is_one_of(text, rule->words);
}

/* Returns whether the rule's text does not match in a sibling of the node's parent. */
static bool is_mixed(const struct program *program, uint32_t index, const struct dialect_rule *rule)
{
    const struct node *nodes = program->tree.nodes.items;
    uint32_t around = nodes[nodes[index].parent].parent;
    for (uint32_t at = around + 1; at < nodes[around].next; at = nodes[at].next)
        if (nodes[at].next > at + 1 && nodes[at + 1].kind == nodes[index].kind &&
            !matches_text(rule, syntax_node_text(&program->tree, program->source, at + 1)))
            return true;
    return false;
}

/* Returns whether the rule matches a node of its kind. */
static bool matches(const struct program *program, uint32_t index, const struct dialect_rule *rule)
{
    const struct syntax_tree *tree = &program->tree;
    const struct node *node = &tree->nodes.items[index];
    uint32_t grandparent = tree->nodes.items[node->parent].parent;
    if (node->start_byte == node->end_byte)
        return false;
    if (rule->parent && !syntax_node_is(tree, node->parent, rule->parent))
        return false;
    if (rule->grandparent && !syntax_node_is(tree, grandparent, rule->grandparent))
        return false;
    if (rule->called && !is_call_of(program, grandparent, rule->called))
        return false;
    if (rule->previous && !syntax_node_follows(tree, index, rule->previous))
        return false;
    if (!matches_text(rule, syntax_node_text(&program->tree, program->source, index)))
        return false;
    if (rule->later && !has_later(tree, index, rule->later))
        return false;
    if (rule->not_first && begins_kind(tree, index, rule->not_first))
        return false;
    if (rule->first_in && !is_first_in(tree, index, rule->first_in))
        return false;
    if (rule->without && has_child(tree, node->parent, rule->without))
        return false;
    if (rule->is_mixed && !is_mixed(program, index, rule))
        return false;
    if (rule->is_before_end && !is_before_end(tree, index))
        return false;
    return !rule->unless ||
           !memmem(program->source, program->length, rule->unless, strlen(rule->unless));
}

static unsigned dialects_in_code(const struct dialect_finder *finder, const struct program *program)
{
    const struct language *language = finder->language;
    unsigned dialects = program->newer_dialects ? program->newer_dialects : language->dialects->all;
    for (uint32_t i = 0; finder->rules.n && i < program->tree.nodes.n; i++) {
        const struct chained_rule *rule = finder->first[program->tree.nodes.items[i].kind];
        for (; rule; rule = rule->next)
            if ((dialects & rule->dialects) != dialects && matches(program, i, rule->rule))
                dialects &= rule->dialects;
    }
    return dialects;
}

static bool is_unstated(const struct program *program)
{
    const char *name;
    size_t i = 0;
    while (i < program->length && (unsigned char)program->source[i] < 0x80)
        i++;
    return i < program->length && !program->has_mark &&
           !program->language->find_encoding(&name, program->source, program->length);
}

/* Returns whether a program has lines whose indentation is less, equal or more than that of a line
 * before depending on how wide tabs are. Blocks are those that tabs of eight columns give. */
static bool has_mixed_tabs(const struct program *program)
{
    ARRAY(size_t) narrow = {0}; /* columns of the open blocks, with tabs of one column */
    bool is_mixed = false, has_tabs = memchr(program->source, '\t', program->length);
    array_push(&narrow, 0);
    for (size_t i = 0; has_tabs && i < program->tokens.n && !is_mixed; i++) {
        const struct token *token = &program->tokens.items[i];
        size_t before = narrow.items[narrow.n - 1];
        if (token->kind == TOKEN_BLOCK_CLOSE && narrow.n > 1)
            narrow.n--;
        bool starts_line = i == 0 || token_is_layout(token - 1);
        if (!starts_line || token_is_layout(token))
            continue;
        size_t start = code_line_start(program->source, token->start_byte);
        const char *feed = memrchr(program->source + start, '\f', token->start_byte - start);
        if (feed) /* the column is counted from it */
            start = (size_t)(feed + 1 - program->source);
        size_t column = token->start_byte - start;
        bool opens = i && (token - 1)->kind == TOKEN_BLOCK_OPEN;
        is_mixed = opens ? column <= before : column != before;
        if (opens)
            array_push(&narrow, column);
    }
    array_release(&narrow);
    return is_mixed;
}

const char *dialect_find(const struct dialect_finder *finder, const struct program *program,
                         const char *original_language)
{
    const struct language *language = finder->language;
    if (!language->dialects->names)
        return NULL;
    unsigned dialects = dialects_in_code(finder, program);
    if (dialects == 0 || dialects == language->dialects->all)
        dialects = language_dialects_of_judge(language, original_language);
    if (dialects == language->dialects->all && language->dialects->unstated && is_unstated(program))
        dialects = language->dialects->unstated;
    if (dialects == language->dialects->all && language->dialects->mixed && has_mixed_tabs(program))
        dialects = language->dialects->mixed;
    return language->dialects->names[dialects - 1];
}

bool dialect_may_change(const struct dialect_finder *finder, const struct program *program,
                        size_t token, struct token_text before, struct token_text after)
{
    if (!finder->rules.n)
        return false;
    uint16_t kind = program->tree.nodes.items[program->tokens.items[token].node].kind;
    for (const struct chained_rule *rule = finder->first[kind]; rule; rule = rule->next)
        if (matches_text(rule->rule, before) != matches_text(rule->rule, after))
            return true;
    for (size_t i = 0; i < finder->rules.n; i++)
        if (token_text_is(before, finder->rules.items[i].rule->kind) ||
            token_text_is(after, finder->rules.items[i].rule->kind))
            return true;
    return false;
}
