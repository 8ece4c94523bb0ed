/* The token of an edit is looked up in both programs: the rules of the language's table say what
 * its node is. The pair of these sites decides category and pattern. */
#include "classify/classify.h"

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
    return syntax_node_is(tree, index, kind) && is_named(tree, index);
}

/* Returns whether the node is inside a type annotation. Deep expressions take long. */
static bool is_in_type(const struct syntax_tree *tree, uint32_t node)
{
    const char *kind = tree->language->roles.type_kind;
    for (; kind && node != 0; node = node_at(tree, node)->parent)
        if (is_named_kind(tree, node, kind))
            return true;
    return false;
}

/* Returns whether an ancestor of the node is of that kind. */
static bool is_inside(const struct syntax_tree *tree, uint32_t node, const char *kind)
{
    for (uint32_t at = node; at != 0;) {
        at = node_at(tree, at)->parent;
        if (is_named_kind(tree, at, kind))
            return true;
    }
    return false;
}

/* Returns whether the node is where the parser could not go on. */
static bool is_in_error(const struct syntax_tree *tree, uint32_t node)
{
    return tree->has_error && syntax_node_is(tree, node_at(tree, node)->parent, "ERROR");
}

/* Returns a rule for operators of the category of a text; NULL if it is not an operator. */
static const struct operator_rule *operator_rule_of_text(const struct language *language,
                                                         struct token_text text)
{
    bool is_unary = token_text_is_one_of(text, language->tokens.insertable);
    enum bug_category category = language_operator_category(language, text.bytes, text.length);
    const struct operator_rule *rule = language->categories.operators;
    while (rule->parent && (rule->category != category || rule->is_unary != is_unary))
        rule++;
    return category != CATEGORY_OTHER && rule->parent ? rule : NULL;
}

/* Returns the rule for a token with this text at a node. If the node is a leaf that contains more
 * than the token (`-1`), the rule is for a child of the leaf. */
static const struct operator_rule *operator_rule(const struct syntax_tree *tree, uint32_t node,
                                                 struct token_text text)
{
    size_t n_bytes = node_at(tree, node)->end_byte - node_at(tree, node)->start_byte;
    bool is_part = node_at(tree, node)->next == node + 1 && text.length < n_bytes;
    uint32_t parent = is_part ? node : node_at(tree, node)->parent;
    for (const struct operator_rule *rule = tree->language->categories.operators; rule->parent;
         rule++) {
        bool is_kind = is_part      ? !rule->kind || token_text_is(text, rule->kind)
                       : rule->kind ? syntax_node_is(tree, node, rule->kind)
                                    : !is_named(tree, node);
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

static bool is_before(const struct syntax_tree *tree, uint32_t node, const char *kind)
{
    uint32_t next = node_at(tree, node)->next;
    return next < tree->nodes.n && node_at(tree, next)->parent == node_at(tree, node)->parent &&
           syntax_node_is(tree, next, kind);
}

static enum identifier_role role_of(const struct syntax_tree *tree, uint32_t node,
                                    struct token_text text, bool is_type)
{
    const char *identifier = tree->language->roles.identifier_kind;
    uint32_t parent = node_at(tree, node)->parent;
    uint32_t grandparent = node_at(tree, parent)->parent;
    for (const struct role_rule *rule = tree->language->roles.rules; rule->role; rule++)
        if (syntax_node_is(tree, node, rule->kind ? rule->kind : identifier) &&
            (!rule->parent || is_named_kind(tree, parent, rule->parent)) &&
            (!rule->field || syntax_node_in_field(tree, node, rule->field)) &&
            (!rule->grandparent || is_named_kind(tree, grandparent, rule->grandparent)) &&
            (!rule->previous || syntax_node_follows(tree, node, rule->previous)) &&
            (!rule->ancestor || is_inside(tree, node, rule->ancestor)) &&
            (!rule->words || token_text_is_one_of(text, rule->words)) &&
            (!rule->after || is_before(tree, parent, rule->after)) &&
            (!rule->is_alone || node_at(tree, parent)->next == node + 1) &&
            (!rule->is_alone || parent + 1 == node))
            return rule->role;
    if (!is_named_kind(tree, node, identifier))
        return ROLE_NONE;
    return is_type ? ROLE_TYPE : ROLE_VARIABLE;
}

/* Returns the kind of a literal whose node does not say it: by its token. */
static enum literal_kind literal_of_text(const struct language *language, const struct token *token,
                                         struct token_text text)
{
    if (token->kind == TOKEN_NUMBER) {
        bool is_float =
            language->categories.is_float && language->categories.is_float(text.bytes, text.length);
        return is_float ? LITERAL_FLOAT : LITERAL_INTEGER;
    }
    if (token->kind == TOKEN_STRING)
        return memchr(text.bytes, '"', text.length) ? LITERAL_STRING : LITERAL_CHARACTER;
    return LITERAL_NONE;
}

static enum literal_kind literal_of(const struct syntax_tree *tree, uint32_t node,
                                    const struct token *token, struct token_text text)
{
    if (tree->language->may_have_errors && token->kind != TOKEN_WORD)
        return literal_of_text(tree->language, token, text);
    if (token->kind == TOKEN_TEXT)
        return LITERAL_STRING;
    return syntax_literal(tree->language, node_at(tree, node)->kind);
}

/* Returns the node that says what a token is: that of the token, or its parent if the node is only
 * the text of the parent (`int` of an integral_type). */
static uint32_t telling_node(const struct syntax_tree *tree, uint32_t node)
{
    uint32_t parent = node_at(tree, node)->parent;
    bool is_whole = node_at(tree, node)->start_byte == node_at(tree, parent)->start_byte &&
                    node_at(tree, node)->end_byte == node_at(tree, parent)->end_byte;
    return is_whole && !is_named(tree, node) ? parent : node;
}

/* Returns whether the node is in that field of a call. */
static bool is_in_call(const struct syntax_tree *tree, uint32_t node, const char *field)
{
    return is_named_kind(tree, node_at(tree, node)->parent, tree->language->roles.call_kind) &&
           syntax_node_in_field(tree, node, field);
}

static bool is_function_of_call(const struct syntax_tree *tree, uint32_t node)
{
    return is_in_call(tree, node, tree->language->roles.call_function_field);
}

/* Returns whether the node is in that field of an attribute that is the function of a call. */
static bool is_in_called_attribute(const struct syntax_tree *tree, uint32_t node, const char *field)
{
    const char *kind = tree->language->roles.attribute_kind;
    uint32_t parent = node_at(tree, node)->parent;
    return kind && is_named_kind(tree, parent, kind) && syntax_node_in_field(tree, node, field) &&
           is_function_of_call(tree, parent);
}

/* Returns whether a node is the right operand of an operator whose left operand has the same
 * operator: a + b + c. */
static bool is_third_operand(const struct program *program, uint32_t node)
{
    const struct syntax_tree *tree = &program->tree;
    uint32_t parent = node_at(tree, node)->parent, left = parent + 1;
    if (node == left || node_at(tree, left)->kind != node_at(tree, parent)->kind)
        return false;
    uint32_t sign = node_at(tree, left)->next, inner = node_at(tree, left + 1)->next;
    return sign != node && node_at(tree, sign)->kind == node_at(tree, inner)->kind;
}

/* Returns whether the node is a string in a call of a function with a format. */
static bool is_format(const struct program *program, uint32_t node)
{
    const struct syntax_tree *tree = &program->tree;
    const struct language *language = tree->language;
    uint32_t arguments = node_at(tree, node)->parent, call = node_at(tree, arguments)->parent;
    if (syntax_literal(language, node_at(tree, node)->kind) != LITERAL_STRING ||
        !is_named_kind(tree, arguments, language->patterns->arguments) ||
        !is_named_kind(tree, call, language->roles.call_kind))
        return false;
    uint32_t name = syntax_child(tree, call, NULL, language->roles.call_function_field);
    struct token_text text = syntax_node_text(tree, program->source, name);
    for (size_t i = text.length; i-- > 0;)
        if (strchr(".:>", text.bytes[i])) { /* of a qualified name, the last part */
            text = (struct token_text){text.bytes + i + 1, text.length - i - 1};
            break;
        }
    return token_text_is_one_of(text, language->patterns->format_functions);
}

static void add_traits(struct site *site, const struct program *program, const struct token *token,
                       uint32_t node)
{
    const struct syntax_tree *tree = &program->tree;
    const struct pattern_rules *rules = tree->language->patterns;
    uint32_t parent = node_at(tree, node)->parent;
    site->is_name = token->kind == TOKEN_WORD && !token->joined &&
                    !token_text_is_one_of(site->text, tree->language->tokens.keywords);
    site->is_third_operand = site->is_operand && is_third_operand(program, node);
    site->is_postfix =
        node_at(tree, node)->end_byte - node_at(tree, node)->start_byte == site->text.length &&
        node != parent + 1;
    site->is_declared = syntax_node_is_one_of(tree, parent, rules->declarations);
    site->is_modifier = rules->modifiers && (is_named_kind(tree, parent, rules->modifiers) ||
                                             is_named_kind(tree, node, rules->modifiers));
    site->is_array_size =
        syntax_node_is_one_of(tree, parent, rules->array_sizes) &&
        (site->role == ROLE_VARIABLE || site->literal) &&
        (!rules->array_field || syntax_node_in_field(tree, node, rules->array_field));
    site->is_format = is_format(program, node);
}

/* Returns what the text of a token alone says about it. */
static struct site site_of_text(const struct language *language, const struct token *token,
                                struct token_text text)
{
    const char *const *types = language->roles.type_words;
    bool is_type = types && (token->joined || token_text_is_one_of(text, types));
    struct token_text means = token->spelling ? token_operator_of(language, NULL, token) : text;
    return (struct site){
        .text = text,
        .literal = literal_of_text(language, token, text),
        .rule = token->kind == TOKEN_WORD || token->kind == TOKEN_SIGN
                    ? operator_rule_of_text(language, means)
                    : NULL,
        .role = is_type ? ROLE_TYPE : ROLE_NONE,
    };
}

/* Returns the site of a token. `is_type`: it is inside a type annotation. */
static struct site site_at(const struct program *program, size_t index, bool is_type)
{
    const struct syntax_tree *tree = &program->tree;
    const struct role_rules *rules = &tree->language->roles;
    const struct token *token = &program->tokens.items[index];
    struct token_text text = program_token_text(program, index);
    struct site site = {.text = text};
    if (token_is_layout(token))
        return site;
    if (rules->macro_kind && is_named_kind(tree, token->node, rules->macro_kind))
        return site_of_text(program->language, token, text);
    uint32_t node = telling_node(tree, token->node);
    site.literal = literal_of(tree, node, token, text);
    if (token->kind == TOKEN_TEXT)
        return site;
    if (is_in_error(tree, node)) {
        struct site of_text = site_of_text(program->language, token, text);
        of_text.literal = site.literal;
        return of_text;
    }
    if (!is_type) {
        if (token->kind == TOKEN_WORD || token->kind == TOKEN_SIGN)
            site.rule = operator_rule(tree, token->node, text);
        site.is_operand = is_operand(tree, node);
    }
    site.role = role_of(tree, node, text, is_type);
    if (is_named_kind(tree, node, rules->identifier_kind) || site.role == ROLE_ATTRIBUTE) {
        site.is_called = site.role == ROLE_FUNCTION || is_function_of_call(tree, node) ||
                         is_in_called_attribute(tree, node, rules->attribute_name_field);
        site.is_caller =
            is_in_called_attribute(tree, node, rules->attribute_object_field) ||
            (rules->call_object_field && is_in_call(tree, node, rules->call_object_field));
    }
    if (site.role == ROLE_IMPORT)
        site.literal = LITERAL_NONE;
    if (program->language->patterns)
        add_traits(&site, program, token, node);
    return site;
}

struct site site_of(const struct program *program, size_t index)
{
    uint32_t node = program->tokens.items[index].node;
    return site_at(program, index, is_in_type(&program->tree, node));
}

/* Returns the site of a token of `program`. If the program has no tree, the token is where `place`
 * is in `other`, or is not in `other` if that is tokens.n. */
static struct site site_in_either(const struct program *program, size_t token,
                                  const struct program *other, size_t place)
{
    struct token_text text = program_token_text(program, token);
    if (program->tree.nodes.n)
        return site_of(program, token);
    if (place == other->tokens.n || !other->tree.nodes.n)
        return site_of_text(program->language, &program->tokens.items[token], text);
    struct site site = site_of(other, place);
    site.text = text;
    if (program->language->may_have_errors)
        site.literal = literal_of_text(program->language, &program->tokens.items[token], text);
    return site;
}

/* A grammar that does not know declarations may take the `<` of `a < b && c > (d)` for a bracket. A
 * sign that an operator takes the place of is one, too. */
static void agree_on_operator(struct site *site, const struct site *other,
                              const struct language *language)
{
    if (!site->rule && other->rule && !site->role && !site->literal)
        site->rule = operator_rule_of_text(language, site->text);
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
    if (is_replaced && buggy->language->may_have_errors) {
        agree_on_operator(&sites.before, &sites.after, buggy->language);
        agree_on_operator(&sites.after, &sites.before, buggy->language);
    }
    return sites;
}

enum bug_category site_category(const struct site *site)
{
    if (site->role == ROLE_VARIABLE || site->role == ROLE_FUNCTION)
        return CATEGORY_VARIABLE_MISUSE;
    if (site->literal != LITERAL_NONE)
        return CATEGORY_LITERAL;
    if (site->role == ROLE_TYPE)
        return CATEGORY_TYPE;
    return site->rule ? site->rule->category : CATEGORY_OTHER;
}

/* ---- Patterns ---- */

static bool is_number(enum literal_kind literal)
{
    return literal == LITERAL_INTEGER || literal == LITERAL_FLOAT;
}

/* Returns the text of a literal, without the quotes (and prefix letters) of a string. */
static struct token_text plain_text(const struct site *site, const struct language *language)
{
    struct token_text text = site->text;
    if (site->literal != LITERAL_STRING)
        return text;
    for (; text.length; text.bytes++, text.length--)
        for (const struct string_form *form = language->tokens.strings; form->quote; form++) {
            size_t n = strlen(form->quote);
            if (text.length >= 2 * n && memcmp(text.bytes, form->quote, n) == 0)
                return (struct token_text){text.bytes + n, text.length - 2 * n};
        }
    return text;
}

/* Returns whether two literals are one value in two types, such as 1 and "1", or 1 and 1.0. */
static bool is_constant_type_change(const struct site *buggy, const struct site *fixed,
                                    const struct language *language)
{
    if (!buggy->literal || !fixed->literal || buggy->literal == fixed->literal)
        return false;
    struct token_text a = plain_text(buggy, language), b = plain_text(fixed, language);
    double number_a, number_b;
    if (language->categories.number(&number_a, a.bytes, a.length) &&
        language->categories.number(&number_b, b.bytes, b.length))
        return !(number_a < number_b) && !(number_b < number_a);
    return a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0;
}

static bool is_binary(const struct site *site)
{
    return site->rule && site->rule->has_operands;
}

static bool is_unary(const struct site *site)
{
    return site->rule && site->rule->is_unary;
}

static enum sstub_pattern tssb_pattern(const struct site *buggy, const struct site *fixed,
                                       const struct language *language)
{
    bool are_identifiers = buggy->role && fixed->role;
    bool can_be_operands = (buggy->role || buggy->literal) && (fixed->role || fixed->literal);
    if (are_identifiers && buggy->is_called)
        return PATTERN_WRONG_FUNCTION_NAME;
    if (is_constant_type_change(buggy, fixed, language))
        return PATTERN_CHANGE_CONSTANT_TYPE;
    if (is_number(buggy->literal) && is_number(fixed->literal))
        return PATTERN_CHANGE_NUMERIC_LITERAL;
    if (buggy->literal == LITERAL_BOOLEAN && fixed->literal == LITERAL_BOOLEAN)
        return PATTERN_CHANGE_BOOLEAN_LITERAL;
    if (are_identifiers && buggy->role == ROLE_ATTRIBUTE)
        return PATTERN_CHANGE_ATTRIBUTE_USED;
    if (are_identifiers && buggy->role == ROLE_KEYWORD_ARGUMENT)
        return PATTERN_CHANGE_KEYWORD_ARGUMENT_USED;
    if (are_identifiers && buggy->is_caller)
        return PATTERN_SAME_FUNCTION_WRONG_CALLER;
    if (is_binary(buggy) && is_binary(fixed))
        return PATTERN_CHANGE_BINARY_OPERATOR;
    if (is_unary(buggy) && is_unary(fixed))
        return PATTERN_CHANGE_UNARY_OPERATOR;
    if (can_be_operands && buggy->is_operand)
        return PATTERN_CHANGE_OPERAND;
    if (are_identifiers)
        return PATTERN_CHANGE_IDENTIFIER_USED;
    if (buggy->literal == LITERAL_STRING && fixed->literal == LITERAL_STRING)
        return PATTERN_CHANGE_STRING_LITERAL;
    return PATTERN_SINGLE_TOKEN;
}

/* An expression with three operands or more is one to the authors, and they compare only the first
 * two operands: others count as changed identifiers. */
static enum sstub_pattern manysstubs_pattern(const struct site *buggy, const struct site *fixed)
{
    bool are_identifiers = buggy->role && fixed->role && buggy->is_name && fixed->is_name;
    if (is_unary(buggy) && is_unary(fixed) && !buggy->is_postfix)
        return PATTERN_CHANGE_UNARY_OPERATOR;
    if (are_identifiers && buggy->is_called)
        return PATTERN_DIFFERENT_METHOD_SAME_ARGS;
    if (are_identifiers && buggy->is_caller)
        return PATTERN_CHANGE_CALLER_IN_FUNCTION_CALL;
    if (buggy->literal == LITERAL_BOOLEAN && fixed->literal == LITERAL_BOOLEAN)
        return PATTERN_SWAP_BOOLEAN_LITERAL;
    if (is_number(buggy->literal) && is_number(fixed->literal))
        return PATTERN_CHANGE_NUMERAL;
    if (is_binary(buggy) && is_binary(fixed))
        return PATTERN_CHANGE_OPERATOR;
    if (are_identifiers && buggy->is_operand && !buggy->is_third_operand)
        return PATTERN_CHANGE_OPERAND;
    if (buggy->is_modifier && fixed->is_modifier)
        return PATTERN_CHANGE_MODIFIER;
    if (are_identifiers && buggy->role != ROLE_DEFINITION && !buggy->is_declared)
        return PATTERN_CHANGE_IDENTIFIER;
    return PATTERN_SINGLE_TOKEN;
}

static bool is_step(const struct site *site)
{
    return token_text_is(site->text, "++") || token_text_is(site->text, "--");
}

static enum sstub_pattern own_pattern(const struct site *buggy, const struct site *fixed,
                                      const struct language *language)
{
    bool is_assignment = token_text_is(buggy->text, "=") || token_text_is(fixed->text, "=");
    bool is_equality = token_text_is(buggy->text, "==") || token_text_is(fixed->text, "==");
    if (is_assignment && is_equality)
        return PATTERN_SWAP_ASSIGNMENT_EQUALITY;
    if (is_step(buggy) && is_step(fixed))
        return PATTERN_CHANGE_INCREMENT;
    if (buggy->is_array_size)
        return PATTERN_CHANGE_ARRAY_SIZE;
    if (buggy->is_format && fixed->literal == LITERAL_STRING)
        return PATTERN_CHANGE_FORMAT_STRING;
    if (buggy->role == ROLE_TYPE && fixed->role == ROLE_TYPE)
        return PATTERN_CHANGE_TYPE;
    if (is_constant_type_change(buggy, fixed, language))
        return PATTERN_CHANGE_CONSTANT_TYPE;
    if (buggy->literal == LITERAL_STRING && fixed->literal == LITERAL_STRING)
        return PATTERN_CHANGE_STRING_LITERAL;
    return PATTERN_SINGLE_TOKEN;
}

/* Returns the pattern of an edit between two programs of one language. */
static enum sstub_pattern sstub_pattern_of(const struct edit_sites *sites, enum edit_kind kind,
                                           const struct language *language)
{
    const struct site *before = &sites->before, *after = &sites->after;
    if (kind != EDIT_REPLACE)
        return is_unary(kind == EDIT_INSERT ? after : before) ? PATTERN_CHANGE_UNARY_OPERATOR
                                                              : PATTERN_SINGLE_TOKEN;
    if (!language->patterns)
        return tssb_pattern(before, after, language);
    enum sstub_pattern own = own_pattern(before, after, language);
    enum sstub_pattern theirs = manysstubs_pattern(before, after);
    bool takes_own = language->patterns->own_first ? own != PATTERN_SINGLE_TOKEN
                                                   : theirs == PATTERN_SINGLE_TOKEN;
    return takes_own ? own : theirs;
}

#define NAME(name) #name,

const char *sstub_pattern_name(int pattern)
{
    static const char *const names[] = {SSTUB_PATTERNS(NAME)};
    return pattern < N_PATTERNS ? names[pattern] : NULL;
}

/* ---- Labels ---- */

enum bug_category classify_token(const struct program *program, size_t token)
{
    struct site site = site_at(program, token, false);
    return site_category(&site);
}

/* Returns the kind of a token at its site, a static text: the role of an identifier; integer,
 * float, boolean, null or string for a literal; the category of an operator. Returns NULL for any
 * other token. */
static const char *kind_of(const struct site *site)
{
    static const char *const literals[] = {
        [LITERAL_INTEGER] = "integer", [LITERAL_FLOAT] = "float",
        [LITERAL_BOOLEAN] = "boolean", [LITERAL_NULL] = "null",
        [LITERAL_STRING] = "string",   [LITERAL_CHARACTER] = "character",
    };
    if (site->role || site->literal)
        return site->role ? identifier_role_name(site->role) : literals[site->literal];
    bool is_of_category = site->rule && site->rule->category != CATEGORY_OTHER;
    return is_of_category ? bug_category_name(site->rule->category) : NULL;
}

/* Returns the place of a token, or of the gap before it if the token is not in this program. */
static struct place_row place_of(const struct program *program, size_t index, bool is_gap)
{
    const struct token *token = index < program->tokens.n ? &program->tokens.items[index] : NULL;
    size_t start = token ? token->start_byte : program->length;
    size_t token_end = token ? token->end_byte : program->length;
    struct position position = text_position(program->source, program->length, start);
    return (struct place_row){
        .start_byte = (int64_t)start,
        .end_byte = (int64_t)(is_gap ? start : token_end),
        .line = position.line,
        .column = position.column,
        .token_index = (int64_t)index,
        .token_end_byte = (int64_t)token_end,
        .n_tokens = (int64_t)program->tokens.n,
    };
}

static const char *text_of(const struct program *program, size_t index, bool is_absent,
                           struct arena *arena, size_t *length)
{
    struct token_text text = {"", 0};
    if (!is_absent)
        text = program_token_text(program, index);
    *length = text.length;
    return arena_copy_text(arena, text.bytes, text.length);
}

struct fix_row fix_row_of(const struct program *buggy, const struct program *fixed,
                          const struct token_edit *edit, const char *path, struct arena *arena)
{
    struct edit_sites sites = edit_sites_of(buggy, fixed, edit);
    enum bug_category before = site_category(&sites.before), after = site_category(&sites.after);
    bool is_insert = edit->kind == EDIT_INSERT, is_delete = edit->kind == EDIT_DELETE;
    bool is_other = edit->kind == EDIT_REPLACE && before != after;
    struct fix_row row = {
        .edit = edit_kind_names[edit->kind],
        .category = bug_category_name(is_other    ? CATEGORY_OTHER
                                      : is_insert ? after
                                                  : before),
        .pattern = sstub_pattern_name(sstub_pattern_of(&sites, edit->kind, buggy->language)),
        .role = is_delete ? NULL : identifier_role_name(sites.before.role),
        .region = fix_region_names[fix_region_of(buggy, fixed, edit, path)],
        .buggy_place = place_of(buggy, edit->buggy_token, is_insert),
        .fixed_place = place_of(fixed, edit->fixed_token, is_delete),
        .parses = 1,
        .repair_in_program = edit_repair_is_in_program(buggy, fixed, edit),
    };
    if (!is_insert)
        row.before_kind = kind_of(&sites.before);
    if (!is_delete)
        row.after_kind = kind_of(&sites.after);
    row.before = text_of(buggy, edit->buggy_token, is_insert, arena, &row.before_length);
    row.after = text_of(fixed, edit->fixed_token, is_delete, arena, &row.after_length);
    return row;
}
