/* Looks up a token's node in the rules of the language's table. */
#include "classify/site.h"

#include "languages/mutation_rules.h"

#include <string.h>

static const struct node *node_at(const struct syntax_tree *tree, uint32_t index)
{
    return &tree->nodes.items[index];
}

static bool is_named(const struct syntax_tree *tree, uint32_t index)
{
    return syntax_kind_is_named(tree->language, node_at(tree, index)->kind);
}

static bool is_named_kind(const struct syntax_tree *tree, uint32_t index, const char *kind)
{
    return is_named(tree, index) && syntax_node_is(tree, index, kind);
}

/* Returns whether the node is inside a type annotation. */
static bool is_type(const struct syntax_tree *tree, uint32_t node)
{
    const char *kind = tree->language->roles.type_kind;
    for (; kind && node != 0; node = node_at(tree, node)->parent)
        if (is_named_kind(tree, node, kind))
            return true;
    return false;
}

static const struct operator_rule *operator_rule(const struct syntax_tree *tree, uint32_t node)
{
    uint32_t parent = node_at(tree, node)->parent;
    for (const struct operator_rule *rule = tree->language->categories.operators; rule->parent;
         rule++) {
        bool is_kind = rule->kind ? syntax_node_is(tree, node, rule->kind) : !is_named(tree, node);
        if (is_kind && is_named_kind(tree, parent, rule->parent))
            return rule;
    }
    return NULL;
}

static bool is_operand(const struct syntax_tree *tree, uint32_t node)
{
    uint32_t parent = node_at(tree, node)->parent;
    for (const struct operator_rule *rule = tree->language->categories.operators; rule->parent;
         rule++)
        if (rule->has_operands && is_named(tree, node) && is_named_kind(tree, parent, rule->parent))
            return true;
    return false;
}

/* Returns whether the sibling before a leaf is a leaf of that kind. */
static bool is_behind(const struct syntax_tree *tree, uint32_t node, const char *kind)
{
    return node > 0 && node_at(tree, node - 1)->parent == node_at(tree, node)->parent &&
           syntax_node_is(tree, node - 1, kind);
}

static enum identifier_role role_of(const struct syntax_tree *tree, uint32_t node)
{
    uint32_t parent = node_at(tree, node)->parent;
    uint32_t grandparent = node_at(tree, parent)->parent;
    for (const struct role_rule *rule = tree->language->roles.rules; rule->parent; rule++)
        if (is_named_kind(tree, parent, rule->parent) &&
            (!rule->field || syntax_node_in_field(tree, node, rule->field)) &&
            (!rule->grandparent || is_named_kind(tree, grandparent, rule->grandparent)) &&
            (!rule->previous || is_behind(tree, node, rule->previous)))
            return rule->role;
    return is_type(tree, node) ? ROLE_TYPE : ROLE_VARIABLE;
}

static enum literal_kind literal_of(const struct syntax_tree *tree, const struct token *token)
{
    if (token->kind == TOKEN_TEXT)
        return LITERAL_STRING;
    return syntax_literal(tree->language, node_at(tree, token->node)->kind);
}

/* Returns whether the node is the function of a call. */
static bool is_function_of_call(const struct syntax_tree *tree, uint32_t node)
{
    const struct language *language = tree->language;
    return is_named_kind(tree, node_at(tree, node)->parent, language->roles.call_kind) &&
           syntax_node_in_field(tree, node, language->roles.call_function_field);
}

/* Returns whether the node is in that field of an attribute that is the function of a call. */
static bool is_in_called_attribute(const struct syntax_tree *tree, uint32_t node, const char *field)
{
    uint32_t parent = node_at(tree, node)->parent;
    return is_named_kind(tree, parent, tree->language->roles.attribute_kind) &&
           syntax_node_in_field(tree, node, field) && is_function_of_call(tree, parent);
}

struct site site_of(const struct program *program, size_t index)
{
    const struct syntax_tree *tree = &program->tree;
    const struct language *language = tree->language;
    const struct token *token = &program->tokens.items[index];
    struct site site = {
        .text = program_token_text(program, index),
        .literal = literal_of(tree, token),
    };
    if (token->kind == TOKEN_TEXT || token_is_layout(token))
        return site;
    if (!is_type(tree, token->node)) {
        site.rule = operator_rule(tree, token->node);
        site.is_operand = is_operand(tree, token->node);
    }
    if (is_named_kind(tree, token->node, language->roles.identifier_kind)) {
        site.role = role_of(tree, token->node);
        site.is_called =
            is_function_of_call(tree, token->node) ||
            is_in_called_attribute(tree, token->node, language->roles.attribute_name_field);
        site.is_caller =
            is_in_called_attribute(tree, token->node, language->roles.attribute_object_field);
    }
    return site;
}

static bool is_parsed(const struct program *program)
{
    return program->tree.nodes.n != 0;
}

/* Returns the site of a token that is inserted into a parsed program, or deleted from it, when the
 * other program is not parsed. */
static struct site site_of_negation(const struct language *language, struct token_text text)
{
    struct site site = {.text = text};
    for (const struct operator_rule *rule = language->categories.operators; rule->parent; rule++)
        if (language->mutations && strcmp(rule->parent, language->mutations->negation_kind) == 0)
            site.rule = rule;
    return site;
}

/* Returns the site of a token of `program`. If the program is not parsed, the token is where
 * `place` is in `other`, or is not in `other` if that is tokens.n. */
static struct site site_in_either(const struct program *program, size_t token,
                                  const struct program *other, size_t place)
{
    struct token_text text = program_token_text(program, token);
    if (is_parsed(program))
        return site_of(program, token);
    if (place == other->tokens.n)
        return site_of_negation(program->language, text);
    struct site site = site_of(other, place);
    site.text = text;
    return site;
}

struct edit_sites edit_sites_of(const struct program *buggy, const struct program *fixed,
                                const struct token_edit *edit)
{
    struct edit_sites sites = {.before = {.text = {"", 0}}, .after = {.text = {"", 0}}};
    bool is_replaced = edit->kind == EDIT_REPLACE;
    if (edit->kind != EDIT_INSERT)
        sites.before = site_in_either(buggy, edit->buggy_token, fixed,
                                      is_replaced ? edit->fixed_token : fixed->tokens.n);
    if (edit->kind != EDIT_DELETE)
        sites.after = site_in_either(fixed, edit->fixed_token, buggy,
                                     is_replaced ? edit->buggy_token : buggy->tokens.n);
    return sites;
}

enum bug_category site_category(const struct site *site)
{
    if (site->role == ROLE_VARIABLE || site->role == ROLE_FUNCTION)
        return CATEGORY_VARIABLE_MISUSE;
    if (site->literal != LITERAL_NONE)
        return CATEGORY_LITERAL;
    return site->rule ? site->rule->category : CATEGORY_OTHER;
}
