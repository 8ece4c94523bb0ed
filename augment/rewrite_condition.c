/* Swaps the sides of a comparison that is a condition, or a part of one. Its operator is replaced
 * by the mirrored one.
 *
 * After the swap, the sides are evaluated in the other order. This makes no difference if both
 * sides only compute values. So they may consist only of the kinds of nodes on a list and call only
 * the builtins on another list, and the program must not define what operators do. The sides of
 * `and` and `or` keep their order, because the first one may guard the second, as in `i < n and
 * a[i] > 0`. */
#include "augment/rewrite_kind.h"

#include <string.h>

struct comparison {
    uint32_t left, sign, right; /* nodes */
    const char *mirrored;       /* the mirrored operator */
};

/* Whether a node is a comparison of exactly two sides by an operator that has a mirrored one. */
static bool read_comparison(struct comparison *out, const struct subject *subject, uint32_t node)
{
    const struct syntax_tree *tree = &subject->program->tree;
    const struct node *nodes = tree->nodes.items;
    uint32_t parts[3];
    size_t n = 0;
    for (uint32_t child = node + 1; child < nodes[node].next; child = nodes[child].next) {
        if (syntax_node_is_one_of(tree, child, tree->language->skipped_kinds))
            continue;
        if (n == 3)
            return false;
        parts[n++] = child;
    }
    if (n != 3)
        return false;
    *out = (struct comparison){parts[0], parts[1], parts[2], NULL};
    const struct mirrored_operator *rule = subject->language->rewrites->condition.operators;
    for (; rule->kind; rule++)
        if (syntax_node_is(tree, out->sign, rule->kind))
            out->mirrored = rule->mirrored;
    return out->mirrored != NULL;
}

static bool is_special(const struct condition_rules *rules, struct token_text name)
{
    size_t n = strlen(rules->special_prefix);
    return name.length > 2 * n && memcmp(name.bytes, rules->special_prefix, n) == 0 &&
           memcmp(name.bytes + name.length - n, rules->special_prefix, n) == 0 &&
           !token_text_is_one_of(name, rules->harmless_definitions);
}

/* Whether operators, or reading an attribute, may run code of the program. */
static bool defines_operators(const struct subject *subject)
{
    const struct condition_rules *rules = &subject->language->rewrites->condition;
    for (size_t i = 0; i < subject->scopes.variables.n; i++) {
        const struct variable *variable = &subject->scopes.variables.items[i];
        if (variable->bindings && is_special(rules, variable->name))
            return true;
    }
    for (size_t i = 0; i < subject->attributes.keys.n; i++) {
        const char *name = subject->attributes.keys.items[i];
        if (is_special(rules, (struct token_text){name, strlen(name)}))
            return true;
    }
    return subject_has_name(subject, rules->calling);
}

/* Whether the called function is a builtin on the list, and no variable has its name. */
static bool is_harmless_call(const struct subject *subject, uint32_t call)
{
    const struct language *language = subject->language;
    uint32_t function = syntax_child(&subject->program->tree, call, language->roles.identifier_kind,
                                     language->roles.call_function_field);
    uint32_t token = function ? subject->node_tokens.items[function] : SCOPES_NONE;
    uint32_t index = token == SCOPES_NONE ? token : scopes_variable_at(&subject->scopes, token);
    if (index == SCOPES_NONE || subject->scopes.has_wildcard_import)
        return false;
    const struct variable *variable = &subject->scopes.variables.items[index];
    return !variable->bindings &&
           token_text_is_one_of(variable->name, subject->language->rewrites->condition.functions);
}

/* Whether evaluating a side changes nothing. If so, sets whether it reads items, and whether it
 * looks at an object that the other side might change. */
static bool is_harmless(const struct subject *subject, uint32_t side, bool *has_subscript,
                        bool *looks_inside)
{
    const struct syntax_tree *tree = &subject->program->tree;
    const struct language *language = tree->language;
    *has_subscript = *looks_inside = false;
    for (uint32_t i = side; i < tree->nodes.items[side].next; i++) {
        if (!syntax_kind_is_named(language, tree->nodes.items[i].kind))
            continue;
        if (!syntax_node_is_one_of(tree, i, subject->language->rewrites->condition.operands))
            return false;
        bool is_call = syntax_node_is(tree, i, language->roles.call_kind);
        bool is_subscript =
            syntax_node_is(tree, i, subject->language->rewrites->condition.subscript);
        if (is_call && !is_harmless_call(subject, i))
            return false;
        *has_subscript = *has_subscript || is_subscript;
        *looks_inside = *looks_inside || is_subscript || is_call ||
                        syntax_node_is(tree, i, language->roles.attribute_kind);
    }
    return true;
}

static bool is_safe(const struct subject *subject, uint32_t node,
                    const struct comparison *comparison)
{
    bool has_subscript[2], looks_inside[2];
    if (subject->places.items[node] & PLACE_IN_TEXT)
        return false;
    if (!is_harmless(subject, comparison->left, &has_subscript[0], &looks_inside[0]) ||
        !is_harmless(subject, comparison->right, &has_subscript[1], &looks_inside[1]))
        return false;
    /* d[k] < len(d) may add an item before it counts them; len(d) > d[k] adds it afterwards. */
    bool may_disturb =
        (has_subscript[0] && looks_inside[1]) || (has_subscript[1] && looks_inside[0]);
    return !may_disturb ||
           !subject_has_name(subject, subject->language->rewrites->condition.filling);
}

/* Returns the sibling before a node, or 0. */
static uint32_t sibling_before(const struct subject *subject, uint32_t node)
{
    const struct syntax_tree *tree = &subject->program->tree;
    const struct node *nodes = tree->nodes.items;
    uint32_t before = 0;
    for (uint32_t child = nodes[node].parent + 1; child < node; child = nodes[child].next)
        if (!syntax_node_is_one_of(tree, child, tree->language->skipped_kinds))
            before = child;
    return before;
}

static bool is_condition(const struct subject *subject, uint32_t node)
{
    const struct syntax_tree *tree = &subject->program->tree;
    uint32_t parent = tree->nodes.items[node].parent;
    const struct condition_rule *rule = subject->language->rewrites->condition.conditions;
    while (rule->parent && !syntax_node_is(tree, parent, rule->parent))
        rule++;
    if (!rule->parent)
        return false;
    if (rule->field)
        return syntax_node_in_field(tree, node, rule->field);
    return syntax_node_is(tree, sibling_before(subject, node), rule->previous);
}

/* Whether a comparison or connective is a condition, or is combined into one by connectives.
 * `is_within` says it of the nodes before it. */
static bool is_in_condition(const struct subject *subject, uint32_t node, const bool *is_within)
{
    const struct syntax_tree *tree = &subject->program->tree;
    const struct condition_rules *rules = &subject->language->rewrites->condition;
    uint32_t parent = tree->nodes.items[node].parent;
    return (syntax_node_is(tree, node, rules->comparison) ||
            syntax_node_is_one_of(tree, node, rules->connectives)) &&
           (is_condition(subject, node) ||
            (is_within[parent] && syntax_node_is_one_of(tree, parent, rules->connectives)));
}

/* Whether the rewrite would change nothing, as in a == a. */
static bool changes_nothing(const struct subject *subject, const struct comparison *comparison)
{
    struct token_text left = subject_text(subject, comparison->left),
                      right = subject_text(subject, comparison->right);
    return syntax_node_is(&subject->program->tree, comparison->sign, comparison->mirrored) &&
           left.length == right.length && memcmp(left.bytes, right.bytes, left.length) == 0;
}

static enum rewrite_reason find(struct rewrite_sites *out, const struct subject *subject)
{
    const struct syntax_tree *tree = &subject->program->tree;
    struct comparison comparison;
    size_t n_comparisons = 0;
    bool is_defined = defines_operators(subject);
    scoped_memory bool *is_within = mem_alloc(tree->nodes.n, sizeof *is_within);
    for (uint32_t i = 0; i < tree->nodes.n; i++) {
        is_within[i] = is_in_condition(subject, i, is_within);
        if (!is_within[i] ||
            !syntax_node_is(tree, i, subject->language->rewrites->condition.comparison) ||
            !read_comparison(&comparison, subject, i))
            continue;
        n_comparisons++;
        if (!is_defined && is_safe(subject, i, &comparison) &&
            !changes_nothing(subject, &comparison))
            array_push(&out->tokens, subject->node_tokens.items[comparison.sign]);
    }
    if (out->tokens.n)
        return REWRITE_DONE;
    if (n_comparisons == 0)
        return REWRITE_NOTHING;
    return is_defined ? REWRITE_METHODS : REWRITE_UNSAFE;
}

static void make(struct rewriting *out, const struct subject *subject, uint32_t site,
                 const char *name)
{
    (void)name;
    const struct program *program = subject->program;
    const struct node *nodes = program->tree.nodes.items;
    uint32_t operator_node = program->tokens.items[site].node;
    struct comparison comparison;
    read_comparison(&comparison, subject, nodes[operator_node].parent);
    const struct node *left = &nodes[comparison.left], *right = &nodes[comparison.right];
    const struct node *sign = &nodes[comparison.sign];

    rewriting_keep(out, 0, left->start_byte);
    rewriting_keep(out, right->start_byte, right->end_byte);
    rewriting_keep(out, left->end_byte, sign->start_byte);
    rewriting_add(out, comparison.mirrored, strlen(comparison.mirrored));
    rewriting_keep(out, sign->end_byte, right->start_byte);
    rewriting_keep(out, left->start_byte, left->end_byte);
    rewriting_keep(out, right->end_byte, program->length);

    uint32_t first = (uint32_t)program_token_from(program, left->start_byte), last = site + 1;
    while (last < program->tokens.n && program->tokens.items[last].end_byte <= right->end_byte &&
           !token_is_layout(&program->tokens.items[last]))
        last++;
    rewriting_keep_tokens(out, 0, first);
    rewriting_keep_tokens(out, site + 1, last);
    rewriting_change_token(out, site, comparison.mirrored, strlen(comparison.mirrored));
    rewriting_keep_tokens(out, first, site);
    rewriting_keep_tokens(out, last, (uint32_t)program->tokens.n);
}

const struct rewrite_kind_methods condition_methods = {
    .name = "condition", .find = find, .make = make};
