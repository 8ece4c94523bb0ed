/* Renames a variable: replaces the text of all its uses.
 *
 * The new name does not occur in either program, neither as an identifier nor as a word of a
 * string. It is not a keyword or a builtin. So no scope binds it, and no use of another variable
 * has it. Each use of the renamed variable finds the same scope as before, so no name can be
 * captured. That leaves names that are looked up as text, or from outside the program. They are
 * refused. */
#include "augment/rewrite_kind.h"

#include <string.h>

/* What is known about a name, over all variables that have it. */
struct name_facts {
    uint32_t n_variables;
    bool is_in_class; /* bound in a class */
    bool may_leak;    /* target of a comprehension that has no scope of its own in some dialects */
};

struct facts {
    struct table names; /* of variables */
    ARRAY(struct name_facts) by_name;
    struct table keywords; /* names of arguments in calls */
    bool has_splat;        /* f(**names) */
    ARRAY(bool) is_echoed; /* by variable: its name is printed */
};

static bool is_safe_dialect(const struct subject *subject)
{
    const char *safe = subject->language->rewrites->rename.safe_dialect;
    return subject->dialect && strcmp(subject->dialect, safe) == 0;
}

/* Whether the program may look up names as text. */
static bool may_reflect(const struct subject *subject)
{
    const struct rename_rules *rules = &subject->language->rewrites->rename;
    if (subject_has_name(subject, rules->reflecting) || subject->has_foreign_name)
        return true;
    if (!is_safe_dialect(subject) && subject_has_name(subject, rules->evaluating))
        return true;
    for (uint32_t i = 0; i < subject->program->tree.nodes.n; i++)
        if (syntax_node_is_one_of(&subject->program->tree, i, rules->reflecting_kinds))
            return true;
    return false;
}

static void add_variable(struct facts *facts, const struct subject *subject,
                         const struct variable *variable)
{
    char *name = mem_copy_text(variable->name.bytes, variable->name.length);
    size_t number = (size_t)table_number(&facts->names, name);
    free(name);
    if (number == facts->by_name.n)
        array_push(&facts->by_name, (struct name_facts){0});
    struct name_facts *own = &facts->by_name.items[number];
    enum scope_kind scope = subject->scopes.scopes.items[variable->scope].kind;
    own->n_variables++;
    own->is_in_class = own->is_in_class || scope == SCOPE_CLASS;
    own->may_leak = own->may_leak || (scope == SCOPE_LEAKING && !is_safe_dialect(subject));
}

static void collect(struct facts *facts, const struct subject *subject)
{
    const struct rename_rules *rules = &subject->language->rewrites->rename;
    const struct syntax_tree *tree = &subject->program->tree;
    for (size_t i = 0; i < subject->scopes.variables.n; i++) {
        add_variable(facts, subject, &subject->scopes.variables.items[i]);
        array_push(&facts->is_echoed, false);
    }
    for (size_t i = 0; i < subject->scopes.uses.n; i++) {
        const struct name_use *use = &subject->scopes.uses.items[i];
        uint32_t node = subject->program->tokens.items[use->token].node;
        if (subject->places.items[node] & PLACE_IN_ECHO)
            facts->is_echoed.items[use->variable] = true;
    }
    for (uint32_t i = 0; i < tree->nodes.n; i++) {
        if (syntax_node_is(tree, i, rules->keyword_argument)) {
            uint32_t name = syntax_child(tree, i, NULL, rules->keyword_name);
            struct token_text text = subject_text(subject, name);
            char *copy = mem_copy_text(text.bytes, text.length);
            table_number(&facts->keywords, copy);
            free(copy);
        }
        facts->has_splat = facts->has_splat ||
                           (syntax_node_is(tree, i, rules->keyword_splat) &&
                            syntax_node_is(tree, tree->nodes.items[i].parent, rules->arguments));
    }
}

static void facts_release(struct facts *facts)
{
    table_release(&facts->names);
    table_release(&facts->keywords);
    array_release(&facts->by_name);
    array_release(&facts->is_echoed);
}
SCOPED_VALUE(facts, facts_release)

static bool is_candidate(const struct variable *variable)
{
    const unsigned renamed = BINDING_ASSIGNED | BINDING_PARAMETER | BINDING_LOOP |
                             BINDING_COMPREHENSION | BINDING_WITH | BINDING_DELETED;
    return variable->bindings && !(variable->bindings & ~renamed);
}

static bool has_prefix(struct token_text text, const char *prefix)
{
    size_t length = strlen(prefix);
    return text.length >= length && memcmp(text.bytes, prefix, length) == 0;
}

static bool is_safe(const struct facts *facts, const struct subject *subject, uint32_t index)
{
    const struct rename_rules *rules = &subject->language->rewrites->rename;
    const struct variable *variable = &subject->scopes.variables.items[index];
    const struct name_facts *name =
        &facts->by_name.items[subject_find(&facts->names, variable->name)];
    bool is_parameter = variable->bindings & BINDING_PARAMETER;
    if (name->is_in_class || facts->is_echoed.items[index] ||
        (name->may_leak && name->n_variables > 1))
        return false;
    if (is_parameter &&
        (facts->has_splat || subject_find(&facts->keywords, variable->name) != TABLE_NONE))
        return false;
    /* A wildcard import may bind the name, too; in some dialects also in a function. */
    if (subject->scopes.has_wildcard_import && (variable->scope == 0 || !is_safe_dialect(subject)))
        return false;
    return !has_prefix(variable->name, rules->private_prefix) &&
           !token_text_is_one_of(variable->name, rules->builtins) &&
           subject_find(&subject->text_words, variable->name) == TABLE_NONE;
}

/* Returns the first use of each variable. */
static uint32_t *first_tokens(const struct subject *subject)
{
    const struct scopes *scopes = &subject->scopes;
    uint32_t *first = mem_alloc(scopes->variables.n, sizeof *first);
    for (size_t i = scopes->uses.n; i-- > 0;)
        first[scopes->uses.items[i].variable] = scopes->uses.items[i].token;
    return first;
}

/* Variables are in the order of their first use, and so are their sites. */
static enum rewrite_reason find(struct rewrite_sites *out, const struct subject *subject)
{
    const struct scopes *scopes = &subject->scopes;
    if (may_reflect(subject))
        return REWRITE_BY_TEXT;
    scoped(facts) facts = {0};
    collect(&facts, subject);
    scoped_memory uint32_t *first = first_tokens(subject);
    size_t n_candidates = 0;
    for (uint32_t i = 0; i < scopes->variables.n; i++) {
        bool is_one = is_candidate(&scopes->variables.items[i]);
        n_candidates += is_one;
        if (is_one && is_safe(&facts, subject, i))
            array_push(&out->tokens, first[i]);
    }
    if (out->tokens.n)
        return REWRITE_DONE;
    return n_candidates ? REWRITE_UNSAFE : REWRITE_NOTHING;
}

static void make(struct rewriting *out, const struct subject *subject, uint32_t site,
                 const char *name)
{
    const struct program *program = subject->program;
    const struct scopes *scopes = &subject->scopes;
    uint32_t variable = scopes_variable_at(scopes, site), kept_to = 0, next_token = 0;
    for (size_t i = 0; i < scopes->uses.n; i++) {
        const struct name_use *use = &scopes->uses.items[i];
        if (use->variable != variable)
            continue;
        const struct token *token = &program->tokens.items[use->token];
        rewriting_keep(out, kept_to, token->start_byte);
        rewriting_add(out, name, strlen(name));
        kept_to = token->end_byte;
        rewriting_keep_tokens(out, next_token, use->token);
        rewriting_change_token(out, use->token, name, strlen(name));
        next_token = use->token + 1;
    }
    rewriting_keep(out, kept_to, program->length);
    rewriting_keep_tokens(out, next_token, (uint32_t)program->tokens.n);
}

static uint32_t site_at(const struct subject *subject, uint32_t token)
{
    const struct scopes *scopes = &subject->scopes;
    uint32_t variable = scopes_variable_at(scopes, token);
    for (size_t i = 0; variable != SCOPES_NONE && i < scopes->uses.n; i++)
        if (scopes->uses.items[i].variable == variable)
            return scopes->uses.items[i].token;
    return SCOPES_NONE;
}

const struct rewrite_kind_methods rename_methods = {
    .name = "rename", .is_named = true, .find = find, .make = make, .site_at = site_at};
