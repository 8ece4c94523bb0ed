/* Finds the mutations rule by rule. A program may have too many pairs of names to list them. They
 * are counted, and found again when one is drawn. Properties that depend on the nodes around a
 * token are passed down the tree once. Lines are counted once.
 *
 * A mutation is found by three draws: a rule that has members left, by weight; a group of the rule,
 * by weight; a member. A mutant is then examined like a mined pair: the two programs are compared
 * token by token, and the edit that is found is stored. Swapped arguments are not one token, so
 * their edit is put together here. */
#include "augment/mutant.h"

#include "classify/classify.h"
#include "tokenize/lone_parts.h"
#include "tokenize/program.h"

#include <stdlib.h>
#include <string.h>

/* ---- Edits of real fixes ----
 *
 * SQLite counts them. They are sorted here, because SQLite's order of texts differs from that of a
 * search by bytes and length. */

static int compare_texts(struct token_text a, struct token_text b)
{
    size_t n = a.length < b.length ? a.length : b.length;
    int order = n ? memcmp(a.bytes, b.bytes, n) : 0;
    return order ? order : COMPARE(a.length, b.length);
}

static int compare_real_edits(const void *a, const void *b)
{
    const struct real_edit *x = a, *y = b;
    if (x->rule != y->rule)
        return (int)x->rule - (int)y->rule;
    int order = compare_texts(x->from, y->from);
    return order ? order : compare_texts(x->to, y->to);
}

static struct token_text copy_text(struct real_edits *edits, struct db_statement *s, int column)
{
    const char *text = db_copy_text(s, column, &edits->arena);
    return (struct token_text){text, db_text_length(s, column)};
}

/* Adds a row: category, edit, before, after, number of fixes. */
static void add_edit(struct real_edits *edits, struct db_statement *s)
{
    int category = bug_category_find(db_text(s, 0));
    enum mutation_rule rule = category < 0 ? MUTATE_NOTHING : mutation_rule_of(category);
    if (rule == MUTATE_NOTHING)
        return;
    struct real_edit edit = {.rule = rule, .n = db_int(s, 4)};
    edits->n_fixes[rule] += edit.n;
    if (rule == MUTATE_VARIABLE_MISUSE)
        return;
    edit.to = copy_text(edits, s, 2);
    edit.from = copy_text(edits, s, 3);
    edit.kind = !edit.from.length ? EDIT_INSERT : !edit.to.length ? EDIT_DELETE : EDIT_REPLACE;
    array_push(&edits->list, edit);
}

int real_edits_read(struct real_edits *out, struct db *db, const char *language, const char *splits,
                    struct err *err)
{
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT category, edit, before, after, count(*) FROM fixes "
                 "JOIN categories USING (category) JOIN submissions ON submission_key = "
                 "buggy_submission_key WHERE language = ?1 AND origin = 'real' AND in_thesis "
                 "AND (NOT EXISTS (SELECT 1 FROM split_run) OR fix_key IN (SELECT fix_key "
                 "FROM splits WHERE split = 'train' OR (split LIKE 'fold%' AND "
                 "(?2 = '' OR instr(',' || ?2 || ',', ',' || split || ','))))) "
                 "AND fix_key IN (SELECT fix_key FROM temp.filtered_fixes) "
                 "GROUP BY category, before, after",
                 "tt", language, splits);
    int status;
    *out = (struct real_edits){0};
    while ((status = db_step(s, err)) == 1)
        add_edit(out, s);
    array_sort(&out->list, compare_real_edits);
    int64_t n_fixes = 0;
    for (int rule = 0; rule < N_MUTATION_RULES; rule++)
        n_fixes += out->n_fixes[rule];
    if (status == 0 && n_fixes == 0)
        status = err_set(err, "the database has no real fixes (if it has splits, none in train) "
                              "to take a distribution from; choose --distribution uniform");
    return status;
}

void real_edits_release(struct real_edits *edits)
{
    array_release(&edits->list);
    arena_release(&edits->arena);
}

/* Finds the edits of a rule that change a token with this text ("": that insert one). Returns the
 * index of the first one in the list, and sets `n` to their number. */
static size_t real_edits_of(const struct real_edits *edits, enum mutation_rule rule,
                            struct token_text from, size_t *n)
{
    struct real_edit key = {.rule = rule, .from = from, .to = {"", 0}};
    size_t first;
    bisect(first, edits->list.n, compare_real_edits(&edits->list.items[first], &key) < 0);
    for (*n = 0; first + *n < edits->list.n; (*n)++) {
        const struct real_edit *edit = &edits->list.items[first + *n];
        if (edit->rule != rule || compare_texts(edit->from, from) != 0)
            break;
    }
    return first;
}

/* ---- What may change at a token ---- */

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
        text_position_advance(&position, program->source, program->length, at, start);
        at = start;
        array_push(&out->lines, position.line);
    }
}

/* Finds the sites in a tokenized program. `out` must be zero before the first use; its memory is
 * reused. */
static void find_sites(struct mutation_sites *out, const struct program *program)
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

static void release_sites(struct mutation_sites *sites)
{
    array_release(&sites->lines);
    array_release(&sites->is_kept);
    array_release(&sites->is_around);
    array_release(&sites->exchanges);
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

/* Whether the first use that binds the variable is on an earlier line than the token. */
static bool is_bound_before(const struct mutation_sites *sites, const struct variable *variable,
                            uint32_t token)
{
    if (variable->first_binding == SCOPES_NONE)
        return false;
    uint32_t binding = sites->scopes.uses.items[variable->first_binding].token;
    return sites->lines.items[binding] < sites->lines.items[token];
}

/* Whether an assignment may become an augmented one: it has one target, of a kind that allows it,
 * and no type annotation. */
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

/* Whether the token may be replaced by another token of its category. A token in the default value
 * of a parameter or in a type stays. In an assignment, the token may be replaced only if the
 * assignment may become an augmented one. Grammars accept more than interpreters do. */
static bool is_open(const struct mutation_sites *sites, uint32_t token)
{
    const struct syntax_tree *tree = &sites->program->tree;
    uint32_t node = node_of(sites, token), parent = tree->nodes.items[node].parent;
    bool is_assigning = !syntax_kind_is_named(tree->language, tree->nodes.items[node].kind) &&
                        syntax_node_is_one_of(tree, parent, sites->rules->assignments);
    return !sites->is_kept.items[node] && (!is_assigning || is_augmentable(sites, parent));
}

/* Whether an assignment has one name as its target, and the name is bound on an earlier line. */
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

/* Whether the token is a part of the program's code with a meaning of its own. */
static bool has_node(const struct token *token)
{
    return token->kind != TOKEN_TEXT && !token_is_layout(token);
}

/* Returns the rule by which the token may be exchanged, or NULL. */
static const struct exchange_rule *exchange_at(const struct mutation_sites *sites, uint32_t token)
{
    const struct syntax_tree *tree = &sites->program->tree;
    uint32_t node = node_of(sites, token);
    struct token_text text = program_token_text(sites->program, token);
    if (!text.length || !sites->is_exchange_start[(unsigned char)*text.bytes] ||
        !has_node(&sites->program->tokens.items[token]) || !is_open(sites, token))
        return NULL;
    for (const struct exchange_rule *rule = sites->rules->exchanges; rule->from; rule++)
        if (token_text_is_one_of(text, rule->from) &&
            (!rule->kind || syntax_node_is(tree, node, rule->kind)) &&
            (!rule->parent || syntax_node_is(tree, tree->nodes.items[node].parent, rule->parent)) &&
            (!rule->wants_bound_target || has_bound_target(sites, token)))
            return rule;
    return NULL;
}

/* Whether a node that starts with the token is a test that can be negated. */
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

/* Whether a `not` may be inserted before the token, or the token is a `not` that may be deleted.
 * Sets `kind` accordingly. */
static bool negation_at(const struct mutation_sites *sites, uint32_t token, enum edit_kind *kind)
{
    if (!has_node(&sites->program->tokens.items[token]))
        return false;
    *kind = EDIT_DELETE;
    if (negates_test(sites, token))
        return true;
    *kind = EDIT_INSERT;
    return starts_test(sites, token);
}

/* Whether the use reads a variable that may be mistaken for another one. Functions, classes,
 * imports, builtins, receivers and called names cannot be. */
static bool is_misusable(const struct mutation_sites *sites, const struct name_use *use)
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

/* Marks the lambdas and comprehensions around the use, or removes the marks. Returns the function,
 * class or module that encloses them. */
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

/* Counts the variables that a use may be mistaken for, up to `limit`: variables of the enclosing
 * function (lambda, module) that are bound on an earlier line, and variables of the comprehensions
 * and lambdas around the use. Sets `name` to the name of the last one counted. */
static uint64_t names_for(struct mutation_sites *sites, const struct name_use *use, uint64_t limit,
                          struct token_text *name)
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
        if (!is_visible || !is_variable(sites, variable) ||
            token_texts_agree(sites->program->language, TOKEN_WORD, variable->name, own))
            continue;
        n++;
        if (name)
            *name = variable->name;
    }
    mark_scopes_around(sites, use, false);
    return n;
}

/* ---- Groups ---- */

/* The index of a real edit, and a token where it can be made. */
struct edit_place {
    size_t edit;
    uint32_t token;
};

static void add_group(struct mutations *out, struct mutation_group group)
{
    if (group.n_members)
        array_push(&out->groups, group);
}

/* Adds a site as a group of its own. */
static void add_site(struct mutations *out, struct mutation_group group)
{
    group.weight = 1;
    out->n_sites[group.rule] += group.n_members != 0;
    add_group(out, group);
}

static void find_exchanges(struct mutation_sites *sites)
{
    memset(sites->is_exchange_start, 0, sizeof sites->is_exchange_start);
    for (const struct exchange_rule *rule = sites->rules->exchanges; rule->from; rule++)
        for (const char *const *text = rule->from; *text; text++)
            sites->is_exchange_start[(unsigned char)**text] = true;
    array_clear(&sites->exchanges);
    for (uint32_t token = 0; token < sites->program->tokens.n; token++)
        array_push(&sites->exchanges, exchange_at(sites, token));
}

static void add_exchanges(struct mutations *out, enum mutation_rule rule)
{
    const struct program *program = out->sites.program;
    for (uint32_t token = 0; token < program->tokens.n; token++) {
        const struct exchange_rule *exchange = out->sites.exchanges.items[token];
        if (!exchange || exchange->rule != rule)
            continue;
        struct mutation_group group = {.rule = rule,
                                       .source = MUTATION_TEXTS,
                                       .kind = EDIT_REPLACE,
                                       .place = token,
                                       .texts = exchange->to};
        for (const char *const *text = exchange->to; *text; text++)
            group.n_members += !token_text_is(program_token_text(program, token), *text);
        add_site(out, group);
    }
}

static void add_negations(struct mutations *out)
{
    const char *negation = out->sites.rules->negation;
    for (uint32_t token = 0; token < out->sites.program->tokens.n; token++) {
        struct mutation_group group = {.rule = MUTATE_LOGICAL_OPERATOR,
                                       .source = MUTATION_PLACES,
                                       .place = (uint32_t)out->places.n,
                                       .n_members = 1};
        if (!negation_at(&out->sites, token, &group.kind))
            continue;
        if (group.kind == EDIT_INSERT)
            group.text = (struct token_text){negation, strlen(negation)};
        array_push(&out->places, token);
        add_site(out, group);
    }
}

static void add_names(struct mutations *out)
{
    const struct scopes *scopes = &out->sites.scopes;
    for (uint32_t i = 0; i < scopes->uses.n; i++) {
        const struct name_use *use = &scopes->uses.items[i];
        if (is_misusable(&out->sites, use))
            add_site(out, (struct mutation_group){
                              .rule = MUTATE_VARIABLE_MISUSE,
                              .source = MUTATION_NAMES,
                              .kind = EDIT_REPLACE,
                              .place = i,
                              .n_members = names_for(&out->sites, use, UINT64_MAX, NULL)});
    }
}

/* Adds the real edits of one kind that change a text at a token. Returns how many there are. */
static size_t add_edits_at(struct mutations *out, const struct real_edits *real,
                           enum mutation_rule rule, struct token_text from, enum edit_kind kind,
                           uint32_t token)
{
    size_t n, n_added = 0, first = real_edits_of(real, rule, from, &n);
    for (size_t i = first; i < first + n; i++)
        if (real->list.items[i].kind == kind) {
            array_push(&out->edits, (struct edit_place){i, token});
            n_added++;
        }
    return n_added;
}

static void find_edits(struct mutations *out, const struct real_edits *real,
                       enum mutation_rule rule)
{
    const struct program *program = out->sites.program;
    array_clear(&out->edits);
    for (uint32_t token = 0; token < program->tokens.n; token++) {
        struct token_text text = program_token_text(program, token);
        enum edit_kind kind;
        size_t n = 0;
        if (is_open(&out->sites, token) && mutation_rule_of(classify_token(program, token)) == rule)
            n = add_edits_at(out, real, rule, text, EDIT_REPLACE, token);
        if (rule == MUTATE_LOGICAL_OPERATOR && negation_at(&out->sites, token, &kind))
            n += add_edits_at(out, real, rule,
                              kind == EDIT_INSERT ? (struct token_text){"", 0} : text, kind, token);
        out->n_sites[rule] += n != 0;
    }
}

static int compare_places(const void *a, const void *b)
{
    const struct edit_place *x = a, *y = b;
    int order = COMPARE(x->edit, y->edit);
    return order ? order : COMPARE(x->token, y->token);
}

static void add_real_edits(struct mutations *out, const struct real_edits *real,
                           enum mutation_rule rule)
{
    find_edits(out, real, rule);
    array_sort(&out->edits, compare_places);
    for (size_t start = 0, end; start < out->edits.n; start = end) {
        const struct real_edit *edit = &real->list.items[out->edits.items[start].edit];
        struct mutation_group group = {.rule = rule,
                                       .source = MUTATION_PLACES,
                                       .kind = edit->kind,
                                       .text = edit->to,
                                       .place = (uint32_t)out->places.n,
                                       .weight = (double)edit->n};
        for (end = start;
             end < out->edits.n && out->edits.items[end].edit == out->edits.items[start].edit;
             end++)
            array_push(&out->places, out->edits.items[end].token);
        group.n_members = end - start;
        add_group(out, group);
    }
}

static void add_rule(struct mutations *out, const struct mutation_options *options,
                     enum mutation_rule rule)
{
    if (!options->is_wanted[rule])
        return;
    if (rule == MUTATE_VARIABLE_MISUSE) {
        add_names(out);
    } else if (options->real) {
        add_real_edits(out, options->real, rule);
    } else {
        add_exchanges(out, rule);
        if (rule == MUTATE_LOGICAL_OPERATOR)
            add_negations(out);
    }
}

void mutations_find(struct mutations *out, const struct program *program,
                    const struct mutation_options *options)
{
    find_sites(&out->sites, program);
    if (!options->real)
        find_exchanges(&out->sites);
    array_clear(&out->groups);
    array_clear(&out->places);
    memset(out->n_sites, 0, sizeof out->n_sites);
    for (int rule = 0; rule < N_MUTATION_RULES; rule++) {
        out->first_group[rule] = out->groups.n;
        out->weights[rule] = options->real ? (double)options->real->n_fixes[rule] : 1;
        add_rule(out, options, (enum mutation_rule)rule);
    }
    out->first_group[N_MUTATION_RULES] = out->groups.n;
}

void mutations_release(struct mutations *mutations)
{
    release_sites(&mutations->sites);
    array_release(&mutations->groups);
    array_release(&mutations->places);
    array_release(&mutations->edits);
}

/* Returns text number `member`, not counting the token's own. */
static struct token_text text_at(const struct mutations *mutations,
                                 const struct mutation_group *group, uint64_t member)
{
    struct token_text own = program_token_text(mutations->sites.program, group->place);
    const char *const *text = group->texts;
    for (;; text++)
        if (!token_text_is(own, *text) && member-- == 0)
            return (struct token_text){*text, strlen(*text)};
}

static struct byte_range range_of(const struct mutations *mutations, uint32_t index,
                                  enum edit_kind kind)
{
    const struct token *token = &mutations->sites.program->tokens.items[index];
    return (struct byte_range){token->start_byte,
                               kind == EDIT_INSERT ? token->start_byte : token->end_byte};
}

struct mutation mutations_member(struct mutations *mutations, const struct mutation_group *group,
                                 uint64_t member)
{
    struct mutation out = {.rule = group->rule, .kind = group->kind, .text = group->text};
    const struct name_use *use;
    uint32_t token = group->place;
    switch (group->source) {
    case MUTATION_TEXTS:
        out.text = text_at(mutations, group, member);
        break;
    case MUTATION_NAMES:
        use = &mutations->sites.scopes.uses.items[group->place];
        token = use->token;
        names_for(&mutations->sites, use, member + 1, &out.text);
        break;
    case MUTATION_PLACES:
        token = mutations->places.items[group->place + member];
        break;
    }
    out.range = range_of(mutations, token, group->kind);
    return out;
}

/* ---- Draws ---- */

/* Maximum number of draws that hit members already drawn. After that, the next member that was not
 * drawn is taken. */
enum { MAX_TRIES = 64 };

static size_t weigh_groups(struct mutation_draws *draws, enum mutation_rule rule)
{
    const struct mutations *mutations = draws->mutations;
    size_t first = mutations->first_group[rule], end = mutations->first_group[rule + 1];
    double sum = 0;
    for (size_t i = first; i < end; i++)
        sum += draws->n_left.items[i] ? mutations->groups.items[i].weight : 0;
    double left = dice_unit(&draws->dice) * sum;
    size_t last = first;
    for (size_t i = first; i < end; i++) {
        if (!draws->n_left.items[i])
            continue;
        last = i;
        left -= mutations->groups.items[i].weight;
        if (left < 0)
            break;
    }
    return last;
}

static bool is_drawn(const struct mutation_draws *draws, uint64_t member)
{
    return draws->drawn.items[member / 8] & (1u << member % 8);
}

static uint64_t draw_member(struct mutation_draws *draws, size_t group)
{
    uint64_t n = draws->mutations->groups.items[group].n_members;
    uint64_t first = draws->first_member.items[group], member = 0;
    for (int i = 0; i < MAX_TRIES; i++) {
        member = dice_below(&draws->dice, n);
        if (!is_drawn(draws, first + member))
            break;
    }
    while (is_drawn(draws, first + member))
        member = (member + 1) % n;
    draws->drawn.items[(first + member) / 8] |= (unsigned char)(1u << (first + member) % 8);
    return member;
}

void mutation_draws_begin(struct mutation_draws *draws, struct mutations *mutations, uint64_t seed)
{
    uint64_t n = 0;
    draws->mutations = mutations;
    draws->dice = (struct dice){seed};
    array_clear(&draws->n_left);
    array_clear(&draws->first_member);
    array_clear(&draws->drawn);
    for (int rule = 0; rule < N_MUTATION_RULES; rule++) {
        draws->n_left_of[rule] = 0;
        for (size_t i = mutations->first_group[rule]; i < mutations->first_group[rule + 1]; i++) {
            uint64_t n_members = mutations->groups.items[i].n_members;
            array_push(&draws->n_left, n_members);
            array_push(&draws->first_member, n);
            draws->n_left_of[rule] += n_members;
            n += n_members;
        }
    }
    while (draws->drawn.n * 8 < n)
        array_push(&draws->drawn, 0);
}

void mutation_draws_release(struct mutation_draws *draws)
{
    array_release(&draws->n_left);
    array_release(&draws->first_member);
    array_release(&draws->drawn);
}

bool mutation_draws_next(struct mutation_draws *draws, struct mutation *mutation)
{
    double weights[N_MUTATION_RULES], sum = 0;
    for (int rule = 0; rule < N_MUTATION_RULES; rule++) {
        weights[rule] = draws->n_left_of[rule] ? draws->mutations->weights[rule] : 0;
        sum += weights[rule];
    }
    if (!(sum > 0))
        return false;
    enum mutation_rule rule =
        (enum mutation_rule)dice_weighted(&draws->dice, weights, N_MUTATION_RULES);
    while (!(weights[rule] > 0)) /* rounding: take the last one with a weight */
        rule--;
    size_t group = weigh_groups(draws, rule);
    draws->n_left.items[group]--;
    draws->n_left_of[rule]--;
    uint64_t member = draw_member(draws, group);
    *mutation = mutations_member(draws->mutations, &draws->mutations->groups.items[group], member);
    return true;
}

/* ---- Mutants ---- */

void mutant_write(struct str *out, const char *source, size_t length,
                  const struct mutation *mutation)
{
    edit_apply(out, source, length, mutation->range.start, mutation->range.end,
               mutation->text.bytes, mutation->text.length);
}

static bool is_same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool is_symbol(const struct language *language, struct token_text text)
{
    return syntax_is_keyword(language, text.bytes, text.length);
}

static bool is_integer(struct token_text text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.bytes[i] < '0' || text.bytes[i] > '9')
            return false;
    return text.length > 0;
}

/* Whether the mutant must be parsed to know that it parses, its label and its dialect. All other
 * edits of the rules exchange tokens that a parser reads alike. A name such as `print`, which is a
 * keyword in some places, and a token that only some dialects have may make a difference. */
static bool needs_parse(const struct mutant_maker *maker, const struct program *original,
                        const struct mutation *mutation, const struct token_edit *edit)
{
    size_t token = edit->fixed_token;
    const struct token *at = &original->tokens.items[token];
    struct token_text before = {"", 0};
    if (edit->kind == EDIT_REPLACE &&
        at->kind != maker->program.tokens.items[edit->buggy_token].kind)
        return true;
    if (mutation->kind != EDIT_INSERT)
        before = program_token_text(original, token);
    bool is_name = mutation->rule == MUTATE_VARIABLE_MISUSE;
    if (edit->kind == EDIT_REPLACE &&
        language_operator_category(original->language, before.bytes, before.length) !=
            language_operator_category(original->language, mutation->text.bytes,
                                       mutation->text.length))
        return true;
    if (mutation->rule == MUTATE_LITERAL && !(is_integer(before) && is_integer(mutation->text)))
        return true;
    return (is_name && at->kind == TOKEN_WORD &&
            (is_symbol(original->language, before) ||
             is_symbol(original->language, mutation->text))) ||
           dialect_may_change(maker->dialects, original, token, before, mutation->text);
}

static bool describe(struct mutant *out, struct mutant_maker *maker,
                     const struct mutant_original *original, struct arena *arena)
{
    struct token_edit edit;
    struct program *mutant = &maker->program;
    enum difference difference = program_difference(mutant, original->program, &edit);
    const char *dialect = original->dialect;
    if (difference != DIFFERENCE_SINGLE)
        return false;
    if (needs_parse(maker, original->program, &out->mutation, &edit)) {
        struct lone_part parts[2];
        lone_parts_deciding(&maker->parts, mutant, original->program, &edit, parts);
        if (!program_parse_part(mutant, maker->parser, &parts[0]))
            return false;
        dialect =
            dialect_find(maker->dialects, maker->parser, mutant, NULL, original->original_language);
    }
    out->row = fix_row_of(mutant, original->program, &edit, original->path, arena);
    enum bug_category category = mutation_rule_category(out->mutation.rule);
    return is_same(dialect, original->dialect) &&
           strcmp(out->row.category, bug_category_name(category)) == 0;
}

/* Whether the row, applied to the mutant, gives the original: the same text or, if blanks differ,
 * the same tokens. */
static bool is_reversible(struct mutant_maker *maker, const struct fix_row *row,
                          const struct program *original, struct digest digest)
{
    str_clear(&maker->reversed);
    edit_apply(&maker->reversed, str_text(&maker->code), maker->code.length,
               (size_t)row->buggy_place.start_byte, (size_t)row->buggy_place.end_byte, row->after,
               row->after_length);
    if (maker->reversed.length == original->length &&
        memcmp(str_text(&maker->reversed), original->source, original->length) == 0)
        return true;
    return program_tokenize(&maker->program, syntax_parser_lexical(maker->parser),
                            str_text(&maker->reversed), maker->reversed.length) &&
           digest_compare(program_digest(&maker->program, &maker->scratch), digest) == 0;
}

bool mutant_make(struct mutant *out, struct mutant_maker *maker,
                 const struct mutant_original *original, const struct mutation *mutation,
                 struct arena *arena)
{
    const struct program *program = original->program;
    *out = (struct mutant){.mutation = *mutation};
    str_clear(&maker->code);
    mutant_write(&maker->code, program->source, program->length, mutation);
    if (!program_tokenize(&maker->program, syntax_parser_lexical(maker->parser),
                          str_text(&maker->code), maker->code.length) ||
        !describe(out, maker, original, arena))
        return false;
    out->row.origin = "mutant";
    out->row.dialect = original->dialect;
    out->row.verdict_in_comment = original->names_verdict;
    out->digest = program_digest(&maker->program, &maker->scratch);
    if (!is_reversible(maker, &out->row, program, original->digest))
        return false;
    out->mutation.text.bytes = arena_copy_text(arena, mutation->text.bytes, mutation->text.length);
    out->n_bytes = maker->code.length;
    sha256_hex(str_text(&maker->code), maker->code.length, out->sha256);
    return true;
}

void mutant_maker_release(struct mutant_maker *maker)
{
    program_release(&maker->program);
    parts_release(&maker->parts);
    str_release(&maker->code);
    str_release(&maker->reversed);
    str_release(&maker->scratch);
}
