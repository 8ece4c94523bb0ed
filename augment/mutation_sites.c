/* What depends on the nodes around a token is passed down the tree once; lines are counted once. */
#include "augment/mutation_sites.h"

#include "classify/classify.h"

#include <string.h>

static bool is_in_field(const struct syntax_tree *tree, uint32_t node,
                        const struct field_rule *fields)
{
    for (; fields->node; fields++)
        if (syntax_node_in_field(tree, node, fields->field) &&
            syntax_node_is(tree, tree->nodes.items[node].parent, fields->node))
            return true;
    return false;
}

static void find_kept(struct mutation_sites *out, const struct syntax_tree *tree)
{
    const char *type = tree->language->roles.type_kind;
    array_clear(&out->is_kept);
    for (uint32_t node = 0; node < tree->nodes.n; node++) {
        bool is_kept = node && out->is_kept.items[tree->nodes.items[node].parent];
        is_kept = is_kept || (type && syntax_node_is(tree, node, type)) ||
                  is_in_field(tree, node, out->rules->defaults);
        array_push(&out->is_kept, is_kept);
    }
}

static void find_lines(struct mutation_sites *out, const struct program *program)
{
    struct position position = {1, 0};
    size_t at = 0;
    array_clear(&out->lines);
    for (size_t i = 0; i < program->tokens.n; i++) {
        size_t start = program->tokens.items[i].start_byte;
        source_position_advance(&position, program->source, program->length, at, start);
        at = start;
        array_push(&out->lines, position.line);
    }
}

void mutation_sites_find(struct mutation_sites *out, const struct program *program)
{
    out->program = program;
    out->rules = program->tree.language->mutations;
    find_kept(out, &program->tree);
    find_lines(out, program);
    scopes_find(&out->scopes, program);
    array_clear(&out->is_around);
    for (size_t i = 0; i < out->scopes.scopes.n; i++)
        array_push(&out->is_around, false);
}

void mutation_sites_release(struct mutation_sites *sites)
{
    array_release(&sites->lines);
    array_release(&sites->is_kept);
    array_release(&sites->is_around);
    scopes_release(&sites->scopes);
}

static uint32_t node_of(const struct mutation_sites *sites, uint32_t token)
{
    return sites->program->tokens.items[token].node;
}

static bool is_variable(const struct mutation_sites *sites, const struct variable *variable)
{
    const unsigned bound = BINDING_ASSIGNED | BINDING_PARAMETER | BINDING_LOOP |
                           BINDING_COMPREHENSION | BINDING_WITH | BINDING_EXCEPTION | BINDING_MATCH;
    const unsigned other = BINDING_IMPORT | BINDING_FUNCTION | BINDING_CLASS;
    return (variable->bindings & bound) && !(variable->bindings & other) &&
           !token_text_is_one_of(variable->name,
                                 (const char *const[]){sites->rules->receiver, NULL});
}

/* Whether the first use that binds the variable stands on an earlier line than the token. */
static bool is_bound_before(const struct mutation_sites *sites, const struct variable *variable,
                            uint32_t token)
{
    if (variable->first_binding == SCOPES_NONE)
        return false;
    uint32_t binding = sites->scopes.uses.items[variable->first_binding].token;
    return sites->lines.items[binding] < sites->lines.items[token];
}

/* Whether an assignment stands for itself, and its target may be added to. */
static bool is_augmentable(const struct mutation_sites *sites, uint32_t assignment)
{
    const struct syntax_tree *tree = &sites->program->tree;
    const struct mutation_rules *rules = sites->rules;
    uint32_t target = syntax_child(tree, assignment, NULL, rules->target_field);
    uint32_t value = syntax_child(tree, assignment, NULL, rules->value_field);
    return target && syntax_node_is_one_of(tree, target, rules->augmentable) &&
           (!value || !syntax_node_is_one_of(tree, value, rules->assignments)) &&
           !syntax_child(tree, assignment, NULL, rules->type_field) &&
           !syntax_node_is_one_of(tree, tree->nodes.items[assignment].parent, rules->assignments);
}

bool mutation_sites_is_open(const struct mutation_sites *sites, uint32_t token)
{
    const struct syntax_tree *tree = &sites->program->tree;
    uint32_t node = node_of(sites, token), parent = tree->nodes.items[node].parent;
    bool is_assigning = !syntax_kind_is_named(tree->language, tree->nodes.items[node].kind) &&
                        syntax_node_is_one_of(tree, parent, sites->rules->assignments);
    return !sites->is_kept.items[node] && (!is_assigning || is_augmentable(sites, parent));
}

/* Whether an assignment is to one name, which is bound on an earlier line. */
static bool has_bound_target(const struct mutation_sites *sites, uint32_t token)
{
    const struct syntax_tree *tree = &sites->program->tree;
    if (token == 0 ||
        !syntax_node_is(tree, node_of(sites, token - 1), tree->language->roles.identifier_kind))
        return false;
    uint32_t variable = scopes_variable_at(&sites->scopes, token - 1);
    return variable != SCOPES_NONE &&
           tree->nodes.items[node_of(sites, token - 1)].parent ==
               tree->nodes.items[node_of(sites, token)].parent &&
           is_bound_before(sites, &sites->scopes.variables.items[variable], token);
}

const struct exchange_rule *mutation_sites_exchange(const struct mutation_sites *sites,
                                                    uint32_t token)
{
    const struct syntax_tree *tree = &sites->program->tree;
    uint32_t node = node_of(sites, token);
    if (sites->program->tokens.items[token].class != TOKEN_CODE ||
        !mutation_sites_is_open(sites, token))
        return NULL;
    struct token_text text = program_token_text(sites->program, token);
    for (const struct exchange_rule *rule = sites->rules->exchanges; rule->from; rule++)
        if (token_text_is_one_of(text, rule->from) &&
            (!rule->kind || syntax_node_is(tree, node, rule->kind)) &&
            (!rule->parent || syntax_node_is(tree, tree->nodes.items[node].parent, rule->parent)) &&
            (!rule->wants_bound_target || has_bound_target(sites, token)))
            return rule;
    return NULL;
}

/* The outermost node that starts with the token's, and stands in a test. */
static bool starts_test(const struct mutation_sites *sites, uint32_t token)
{
    const struct syntax_tree *tree = &sites->program->tree;
    uint32_t node = node_of(sites, token), start = tree->nodes.items[node].start_byte;
    for (; node && tree->nodes.items[node].start_byte == start;
         node = tree->nodes.items[node].parent)
        if (syntax_node_is_one_of(tree, node, sites->rules->negatable) &&
            is_in_field(tree, node, sites->rules->tests))
            return true;
    return false;
}

/* Whether the token is the `not` of a test that would be a name or a call without it. */
static bool negates_test(const struct mutation_sites *sites, uint32_t token)
{
    const struct syntax_tree *tree = &sites->program->tree;
    uint32_t node = node_of(sites, token), parent = tree->nodes.items[node].parent;
    if (!syntax_node_is(tree, parent, sites->rules->negation_kind) ||
        !is_in_field(tree, parent, sites->rules->tests) ||
        !syntax_node_is(tree, node, sites->rules->negation))
        return false;
    uint32_t negated = syntax_child(tree, parent, NULL, sites->rules->negation_field);
    return negated && syntax_node_is_one_of(tree, negated, sites->rules->negatable);
}

bool mutation_sites_negation(const struct mutation_sites *sites, uint32_t token,
                             enum edit_kind *kind)
{
    if (sites->program->tokens.items[token].class != TOKEN_CODE)
        return false;
    *kind = EDIT_DELETE;
    if (negates_test(sites, token))
        return true;
    *kind = EDIT_INSERT;
    return starts_test(sites, token);
}

bool mutation_sites_is_misusable(const struct mutation_sites *sites, const struct name_use *use)
{
    const struct syntax_tree *tree = &sites->program->tree;
    const struct language *language = tree->language;
    uint32_t node = node_of(sites, use->token);
    bool is_called =
        syntax_node_in_field(tree, node, language->roles.call_function_field) &&
        syntax_node_is(tree, tree->nodes.items[node].parent, language->roles.call_kind);
    return use->kind == USE_READ && !is_called && !sites->is_kept.items[node] &&
           is_variable(sites, &sites->scopes.variables.items[use->variable]) &&
           classify_token(sites->program, use->token) == CATEGORY_VARIABLE_MISUSE;
}

/* Marks the lambdas and comprehensions around the use, or takes the marks away. Returns the
 * function (class, module) that they stand in. */
static uint32_t mark_scopes_around(struct mutation_sites *sites, const struct name_use *use,
                                   bool is_around)
{
    const struct scope *scopes = sites->scopes.scopes.items;
    uint32_t at = use->scope;
    for (; scope_is_comprehension(&scopes[at]) || scopes[at].kind == SCOPE_LAMBDA;
         at = scopes[at].parent)
        sites->is_around.items[at] = is_around;
    return at;
}

uint64_t mutation_sites_names(struct mutation_sites *sites, const struct name_use *use,
                              uint64_t limit, struct token_text *name)
{
    const struct scopes *scopes = &sites->scopes;
    struct token_text own = scopes->variables.items[use->variable].name;
    uint32_t function = mark_scopes_around(sites, use, true);
    uint64_t n = 0;
    for (uint32_t i = 0; i < scopes->variables.n && n < limit; i++) {
        const struct variable *variable = &scopes->variables.items[i];
        bool is_visible =
            sites->is_around.items[variable->scope] ||
            (variable->scope == function && is_bound_before(sites, variable, use->token));
        if (!is_visible || !is_variable(sites, variable) || token_text_equal(variable->name, own))
            continue;
        n++;
        if (name)
            *name = variable->name;
    }
    mark_scopes_around(sites, use, false);
    return n;
}

uint64_t mutation_sites_arguments(const struct mutation_sites *sites, uint32_t node, uint64_t limit,
                                  struct byte_range *argument)
{
    const struct syntax_tree *tree = &sites->program->tree;
    const struct node *nodes = tree->nodes.items;
    uint64_t n = 0;
    if (!syntax_node_is(tree, node, sites->rules->arguments_kind) ||
        !syntax_node_is(tree, nodes[node].parent, tree->language->roles.call_kind))
        return 0;
    for (uint32_t child = node + 1; child < nodes[node].next && n < limit;
         child = nodes[child].next) {
        if (!syntax_kind_is_named(tree->language, nodes[child].kind) ||
            syntax_node_is_one_of(tree, child, sites->rules->named_arguments) ||
            nodes[child].start_byte == nodes[child].end_byte)
            continue;
        n++;
        if (argument)
            *argument = (struct byte_range){nodes[child].start_byte, nodes[child].end_byte};
    }
    return n;
}
