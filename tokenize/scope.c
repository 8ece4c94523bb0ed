/* Two passes without recursion. The first pass visits the tree in pre-order. The place of a node,
 * and the effect of the names in it, follow from the place of its parent and one rule. This pass
 * records all uses, and an entry for each name in each scope where it is bound or declared. Entries
 * are found by a hash of scope and name. The second pass finds the variable of each use: that of
 * the nearest entry that binds the name, from the scope of the use outwards. The answer is stored
 * in the entry. */
#include "tokenize/scope.h"

#include "base/hash.h"

#include <string.h>

/* The rules for a kind of node. */
struct kind_rules {
    const struct scope_rule *scope; /* NULL: it opens no scope */
    const struct name_rule *names;  /* the first rule with this parent; NULL: there is none */
    bool is_pattern;
    bool is_wildcard;
    bool is_identifier;
};

/* What the first pass knows about a node. */
struct place {
    uint32_t scope;      /* the scope that contains it */
    uint32_t inside;     /* the scope that it opens; otherwise `scope` */
    uint32_t last_child; /* last visited child; 0: none yet */
    uint32_t token;      /* SCOPES_NONE: the node is not a token */
    uint8_t effect;      /* enum name_effect */
    bool in_assignment;  /* PLACE_ASSIGNMENT */
    unsigned binding;    /* enum variable_binding */
};

/* A name in a scope. */
struct entry {
    uint32_t scope;
    uint32_t variable; /* SCOPES_NONE: not known yet */
    struct token_text name;
    unsigned bindings;
    bool is_global, is_outer; /* as declared */
};

struct scope_finder {
    const struct language *language; /* the language of `kinds` */
    ARRAY(struct kind_rules) kinds;  /* by kind of node */
    ARRAY(struct place) places;      /* by node */
    ARRAY(uint32_t) first_clauses; /* by scope: node of the first PLACE_OUTSIDE_OF_FIRST; 0: none */
    ARRAY(struct entry) entries;
    ARRAY(uint32_t) use_entries; /* by use: the entry at which the search for its variable starts */
    uint32_t *slots;             /* hash table of entries by scope and name: index + 1; 0: free */
    size_t n_slots;              /* a power of two */
};

/* ---- The rules by kind ---- */

static struct kind_rules rules_of_kind(const struct language *language, const char *kind)
{
    const struct scope_rules *rules = language->scopes;
    struct kind_rules found = {
        .is_pattern = text_is_one_of(kind, rules->patterns),
        .is_wildcard = rules->wildcard_import && strcmp(rules->wildcard_import, kind) == 0,
        .is_identifier = strcmp(language->roles.identifier_kind, kind) == 0,
    };
    for (const struct scope_rule *rule = rules->scopes; rule->node && !found.scope; rule++)
        if (strcmp(rule->node, kind) == 0)
            found.scope = rule;
    for (const struct name_rule *rule = rules->names; rule->parent && !found.names; rule++)
        if (strcmp(rule->parent, kind) == 0)
            found.names = rule;
    return found;
}

static void use_rules(struct scope_finder *finder, const struct language *language)
{
    if (finder->language == language)
        return;
    finder->language = language;
    array_clear(&finder->kinds);
    for (uint16_t kind = 0; kind < syntax_kind_count(language); kind++) {
        /* `lambda` is the name of a node, and of the word in it. */
        bool is_named = syntax_kind_is_named(language, kind);
        array_push(&finder->kinds, is_named
                                       ? rules_of_kind(language, syntax_kind_name(language, kind))
                                       : (struct kind_rules){0});
    }
}

/* ---- Entries ---- */

static uint32_t *slot_of(const struct scope_finder *finder, uint32_t scope, struct token_text name)
{
    size_t mask = finder->n_slots - 1;
    uint64_t hash = token_text_hash(finder->language, TOKEN_WORD, name, scope);
    for (size_t at = hash & mask;; at = (at + 1) & mask) {
        uint32_t *slot = &finder->slots[at];
        const struct entry *entry = *slot ? &finder->entries.items[*slot - 1] : NULL;
        if (!entry || (entry->scope == scope &&
                       token_texts_agree(finder->language, TOKEN_WORD, entry->name, name)))
            return slot;
    }
}

static void grow_slots(struct scope_finder *finder)
{
    finder->n_slots = finder->n_slots ? mem_multiply(finder->n_slots, 2) : 256;
    free(finder->slots);
    finder->slots = mem_alloc(finder->n_slots, sizeof *finder->slots);
    for (uint32_t i = 0; i < finder->entries.n; i++) {
        const struct entry *entry = &finder->entries.items[i];
        *slot_of(finder, entry->scope, entry->name) = i + 1;
    }
}

/* Returns the entry of a name in a scope, or SCOPES_NONE. */
static uint32_t find_entry(const struct scope_finder *finder, uint32_t scope,
                           struct token_text name)
{
    uint32_t number = *slot_of(finder, scope, name);
    return number ? number - 1 : SCOPES_NONE;
}

/* Returns the entry of a name in a scope. Adds it if it is missing. */
static uint32_t entry_of(struct scope_finder *finder, uint32_t scope, struct token_text name)
{
    uint32_t found = find_entry(finder, scope, name);
    if (found != SCOPES_NONE)
        return found;
    array_push(&finder->entries,
               (struct entry){.scope = scope, .variable = SCOPES_NONE, .name = name});
    if (finder->entries.n * 2 > finder->n_slots)
        grow_slots(finder);
    else
        *slot_of(finder, scope, name) = (uint32_t)finder->entries.n;
    return (uint32_t)finder->entries.n - 1;
}

/* ---- First pass: the places and effects of names ---- */

static bool is_field(const struct language *language, uint16_t field, const char *name)
{
    const char *own = syntax_field_name(language, field);
    return own && strcmp(own, name) == 0;
}

/* Whether the children in this field of a node that opens a scope are inside the scope. */
static bool stands_inside(const struct language *language, const struct scope_rule *rule,
                          uint16_t field)
{
    if (!rule->inside[0])
        return true;
    for (size_t i = 0; i < sizeof rule->inside / sizeof *rule->inside && rule->inside[i]; i++)
        if (is_field(language, field, rule->inside[i]))
            return true;
    return false;
}

static bool matches(const struct syntax_tree *tree, uint32_t index, uint32_t previous,
                    const struct name_rule *rule)
{
    const struct node *nodes = tree->nodes.items, *node = &nodes[index];
    uint32_t grandparent = nodes[node->parent].parent;
    if (rule->field && !is_field(tree->language, node->field, rule->field))
        return false;
    if (rule->grandparent && !syntax_node_is(tree, grandparent, rule->grandparent))
        return false;
    if (rule->previous && (!previous || !syntax_node_is(tree, previous, rule->previous)))
        return false;
    return !rule->is_alone || (!previous && node->next == nodes[node->parent].next);
}

static const struct name_rule *rule_for(const struct scope_finder *finder,
                                        const struct syntax_tree *tree, uint32_t index,
                                        uint32_t previous)
{
    uint32_t parent = tree->nodes.items[index].parent;
    const struct name_rule *first = finder->kinds.items[tree->nodes.items[parent].kind].names;
    for (const struct name_rule *rule = first; rule && rule->parent; rule++) {
        if (rule->parent != first->parent && strcmp(rule->parent, first->parent) != 0)
            break;
        if (matches(tree, index, previous, rule))
            return rule;
    }
    return NULL;
}

/* Whether a node is the first one in its scope whose children may be outside of it. */
static bool is_first_clause(struct scope_finder *finder, uint32_t scope, uint32_t node)
{
    uint32_t *first = &finder->first_clauses.items[scope];
    if (*first == 0)
        *first = node;
    return *first == node;
}

static void apply_rule(struct scope_finder *finder, const struct scopes *out, struct place *place,
                       const struct name_rule *rule, uint32_t parent)
{
    place->effect = (uint8_t)rule->effect;
    place->binding = rule->binding;
    place->in_assignment = rule->place == PLACE_ASSIGNMENT;
    if (rule->place == PLACE_OUTSIDE ||
        (rule->place == PLACE_OUTSIDE_OF_FIRST && is_first_clause(finder, place->scope, parent)))
        place->scope = out->scopes.items[place->scope].parent;
}

/* Finds the place of a node. All nodes before it have one. */
static void place_node(struct scopes *out, const struct program *program, uint32_t index)
{
    struct scope_finder *finder = out->finder;
    const struct syntax_tree *tree = &program->tree;
    const struct node *node = &tree->nodes.items[index];
    struct place *place = &finder->places.items[index];
    struct place *parent = &finder->places.items[node->parent];
    const struct kind_rules *kind = &finder->kinds.items[node->kind];
    if (index > 0) {
        const struct kind_rules *around =
            &finder->kinds.items[tree->nodes.items[node->parent].kind];
        bool is_inside = around->scope && stands_inside(tree->language, around->scope, node->field);
        place->scope = is_inside ? parent->inside : parent->scope;
        const struct name_rule *rule = rule_for(finder, tree, index, parent->last_child);
        if (rule) {
            apply_rule(finder, out, place, rule, node->parent);
        } else if (around->is_pattern) {
            place->effect = parent->effect;
            place->binding = parent->binding;
            place->in_assignment = parent->in_assignment;
        }
        parent->last_child = index;
    }
    place->inside = place->scope;
    if (kind->scope || index == 0) {
        place->inside = (uint32_t)out->scopes.n;
        array_push(&out->scopes, (struct scope){
                                     .kind = kind->scope ? kind->scope->kind : SCOPE_MODULE,
                                     .hides_names = kind->scope && kind->scope->hides_names,
                                     .node = index,
                                     .parent = place->scope,
                                 });
        array_push(&finder->first_clauses, 0);
    }
    out->has_wildcard_import = out->has_wildcard_import || kind->is_wildcard;
}

/* Records a use, and its effect on its name. */
static void add_use(struct scopes *out, const struct program *program, const struct place *place)
{
    static const enum use_kind kinds[] = {USE_READ, USE_WRITE, USE_BOTH, USE_DECLARED,
                                          USE_DECLARED};
    struct scope_finder *finder = out->finder;
    uint32_t scope = place->scope;
    while (place->in_assignment && scope_is_comprehension(&out->scopes.items[scope]))
        scope = out->scopes.items[scope].parent;
    uint32_t index = entry_of(finder, scope, program_token_text(program, place->token));
    struct entry *entry = &finder->entries.items[index];
    entry->bindings |= place->binding;
    entry->is_global = entry->is_global || place->effect == NAME_GLOBAL;
    entry->is_outer = entry->is_outer || place->effect == NAME_OUTER;
    array_push(&out->uses,
               (struct name_use){place->token, SCOPES_NONE, place->scope, kinds[place->effect]});
    array_push(&finder->use_entries, index);
}

static void find_uses(struct scopes *out, const struct program *program)
{
    struct scope_finder *finder = out->finder;
    for (uint32_t i = 0; i < program->tree.nodes.n; i++)
        array_push(&finder->places, (struct place){.token = SCOPES_NONE});
    for (uint32_t i = 0; i < program->tokens.n; i++)
        if (program->tokens.items[i].kind == TOKEN_WORD)
            finder->places.items[program->tokens.items[i].node].token = i;
    for (uint32_t i = 0; i < program->tree.nodes.n; i++) {
        place_node(out, program, i);
        const struct place *place = &finder->places.items[i];
        if (finder->kinds.items[program->tree.nodes.items[i].kind].is_identifier &&
            place->effect != NAME_NONE && place->token != SCOPES_NONE)
            add_use(out, program, place);
    }
}

/* ---- Second pass: the variables of the uses ---- */

/* Returns the nearest enclosing scope whose names are visible from inside. */
static uint32_t scope_around(const struct scopes *scopes, uint32_t scope)
{
    do
        scope = scopes->scopes.items[scope].parent;
    while (scope != 0 && scopes->scopes.items[scope].hides_names);
    return scope;
}

/* Returns the entry that owns the variable of an entry's name. */
static uint32_t owner_of(const struct scopes *out, uint32_t index)
{
    const struct scope_finder *finder = out->finder;
    const struct entry *entry = &finder->entries.items[index];
    uint32_t scope = entry->scope;
    bool goes_on = entry->is_outer || !entry->bindings;
    while (scope != 0 && !entry->is_global && goes_on) {
        scope = scope_around(out, scope);
        uint32_t found = find_entry(finder, scope, entry->name);
        if (found == SCOPES_NONE)
            continue;
        index = found;
        entry = &finder->entries.items[index];
        goes_on = entry->is_outer || !entry->bindings;
    }
    return entry->is_global || goes_on ? SCOPES_NONE : index;
}

static uint32_t variable_of(struct scopes *out, uint32_t index)
{
    struct scope_finder *finder = out->finder;
    uint32_t known = finder->entries.items[index].variable;
    if (known != SCOPES_NONE)
        return known;
    uint32_t owner = owner_of(out, index);
    if (owner == SCOPES_NONE)
        owner = entry_of(finder, 0, finder->entries.items[index].name);
    struct entry *owning = &finder->entries.items[owner];
    if (owning->variable == SCOPES_NONE) {
        owning->variable = (uint32_t)out->variables.n;
        array_push(&out->variables,
                   (struct variable){owning->scope, owning->name, owning->bindings, SCOPES_NONE});
    }
    struct entry *entry = &finder->entries.items[index];
    entry->variable = owning->variable;
    out->variables.items[entry->variable].bindings |= entry->bindings;
    return entry->variable;
}

void scopes_find(struct scopes *out, const struct program *program)
{
    if (!out->finder)
        out->finder = mem_alloc(1, sizeof *out->finder);
    struct scope_finder *finder = out->finder;
    use_rules(finder, program->tree.language);
    array_clear(&out->scopes);
    array_clear(&out->variables);
    array_clear(&out->uses);
    array_clear(&finder->places);
    array_clear(&finder->first_clauses);
    array_clear(&finder->entries);
    array_clear(&finder->use_entries);
    out->has_wildcard_import = false;
    if (finder->n_slots)
        memset(finder->slots, 0, finder->n_slots * sizeof *finder->slots);
    else
        grow_slots(finder);
    find_uses(out, program);
    for (uint32_t i = 0; i < out->uses.n; i++) {
        struct name_use *use = &out->uses.items[i];
        use->variable = variable_of(out, finder->use_entries.items[i]);
        struct variable *variable = &out->variables.items[use->variable];
        if (variable->first_binding == SCOPES_NONE &&
            (use->kind == USE_WRITE || use->kind == USE_BOTH))
            variable->first_binding = i;
    }
}

void scopes_release(struct scopes *scopes)
{
    array_release(&scopes->scopes);
    array_release(&scopes->variables);
    array_release(&scopes->uses);
    if (scopes->finder) {
        array_release(&scopes->finder->kinds);
        array_release(&scopes->finder->places);
        array_release(&scopes->finder->first_clauses);
        array_release(&scopes->finder->entries);
        array_release(&scopes->finder->use_entries);
        free(scopes->finder->slots);
    }
    free(scopes->finder);
    scopes->finder = NULL;
}

/* Returns the use of a name that the token is, or NULL. */
static const struct name_use *use_at(const struct scopes *scopes, uint32_t token)
{
    size_t at;
    bisect(at, scopes->uses.n, scopes->uses.items[at].token < token);
    bool is_found = at < scopes->uses.n && scopes->uses.items[at].token == token;
    return is_found ? &scopes->uses.items[at] : NULL;
}

uint32_t scopes_variable_at(const struct scopes *scopes, uint32_t token)
{
    const struct name_use *use = use_at(scopes, token);
    return use ? use->variable : SCOPES_NONE;
}

/* The nearest scope that has an entry for the name determines the variable. */
bool scopes_has_name(const struct scopes *scopes, uint32_t token, struct token_text name)
{
    const struct name_use *use = use_at(scopes, token);
    if (!use)
        return false;
    uint32_t scope = use->scope, found = find_entry(scopes->finder, scope, name);
    while (scope != 0 && found == SCOPES_NONE) {
        scope = scope_around(scopes, scope);
        found = find_entry(scopes->finder, scope, name);
    }
    return found != SCOPES_NONE &&
           scopes->variables.items[scopes->finder->entries.items[found].variable].bindings != 0;
}

bool scope_is_comprehension(const struct scope *scope)
{
    return scope->kind == SCOPE_COMPREHENSION || scope->kind == SCOPE_LEAKING;
}
