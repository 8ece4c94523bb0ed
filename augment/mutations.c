/* Rule by rule. What a program may have too many of to be listed (names that may stand for each
 * other, pairs of arguments) is counted, and found again when it is drawn. */
#include "augment/mutations.h"

#include "classify/classify.h"

#include <stdlib.h>
#include <string.h>

/* A real edit, by its number, and a token where it can be made. */
struct edit_place {
    size_t edit;
    uint32_t token;
};

static void add_group(struct mutations *out, struct mutation_group group)
{
    if (group.n_members)
        array_push(&out->groups, group);
}

/* A site with a group of its own. */
static void add_site(struct mutations *out, struct mutation_group group)
{
    group.weight = 1;
    out->n_sites[group.rule] += group.n_members != 0;
    add_group(out, group);
}

static bool is_text(struct token_text text, const char *word)
{
    return text.length == strlen(word) && memcmp(text.bytes, word, text.length) == 0;
}

static void add_exchanges(struct mutations *out, enum mutation_rule rule)
{
    const struct program *program = out->sites.program;
    for (uint32_t token = 0; token < program->tokens.n; token++) {
        const struct exchange_rule *exchange = mutation_sites_exchange(&out->sites, token);
        if (!exchange || exchange->rule != rule)
            continue;
        struct mutation_group group = {.rule = rule,
                                       .source = MUTATION_TEXTS,
                                       .kind = EDIT_REPLACE,
                                       .place = token,
                                       .texts = exchange->to};
        for (const char *const *text = exchange->to; *text; text++)
            group.n_members += !is_text(program_token_text(program, token), *text);
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
        if (!mutation_sites_negation(&out->sites, token, &group.kind))
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
        if (mutation_sites_is_misusable(&out->sites, use))
            add_site(out, (struct mutation_group){.rule = MUTATE_VARIABLE_MISUSE,
                                                  .source = MUTATION_NAMES,
                                                  .kind = EDIT_REPLACE,
                                                  .place = i,
                                                  .n_members = mutation_sites_names(
                                                      &out->sites, use, UINT64_MAX, NULL)});
    }
}

static void add_arguments(struct mutations *out)
{
    for (uint32_t node = 0; node < out->sites.program->tree.nodes.n; node++) {
        uint64_t n = mutation_sites_arguments(&out->sites, node, UINT64_MAX, NULL);
        if (n > 1)
            add_site(out, (struct mutation_group){.rule = MUTATE_ARGUMENT_SWAP,
                                                  .source = MUTATION_ARGUMENTS,
                                                  .kind = EDIT_REPLACE,
                                                  .place = node,
                                                  .n_members = n * (n - 1) / 2});
    }
}

/* The edits of a list that change a text: those of a kind, at a token. */
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
        if (mutation_sites_is_open(&out->sites, token) &&
            mutation_rule_of(classify_token(program, token)) == rule)
            n = add_edits_at(out, real, rule, text, EDIT_REPLACE, token);
        if (rule == MUTATE_LOGICAL_OPERATOR && mutation_sites_negation(&out->sites, token, &kind))
            n += add_edits_at(out, real, rule,
                              kind == EDIT_INSERT ? (struct token_text){"", 0} : text, kind, token);
        out->n_sites[rule] += n != 0;
    }
}

static int compare_places(const void *a, const void *b)
{
    const struct edit_place *x = a, *y = b;
    if (x->edit != y->edit)
        return x->edit < y->edit ? -1 : 1;
    return (x->token > y->token) - (x->token < y->token);
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
    if (rule == MUTATE_ARGUMENT_SWAP) {
        add_arguments(out);
    } else if (rule == MUTATE_VARIABLE_MISUSE) {
        add_names(out);
    } else if (options->real) {
        add_real_edits(out, options->real, rule);
    } else {
        add_exchanges(out, rule);
        if (rule == MUTATE_LOGICAL_OPERATOR)
            add_negations(out);
    }
}

/* Swapped arguments are no category of real fixes: as many as of the six on the average. */
static double weight_of(const struct mutation_options *options, enum mutation_rule rule)
{
    if (!options->real)
        return 1;
    if (rule != MUTATE_ARGUMENT_SWAP)
        return (double)options->real->n_fixes[rule];
    double sum = 0;
    for (int i = 0; i < MUTATE_ARGUMENT_SWAP; i++)
        sum += (double)options->real->n_fixes[i];
    return sum / MUTATE_ARGUMENT_SWAP;
}

void mutations_find(struct mutations *out, const struct program *program,
                    const struct mutation_options *options)
{
    mutation_sites_find(&out->sites, program);
    array_clear(&out->groups);
    array_clear(&out->places);
    memset(out->n_sites, 0, sizeof out->n_sites);
    for (int rule = 0; rule < N_MUTATION_RULES; rule++) {
        out->first_group[rule] = out->groups.n;
        out->weights[rule] = weight_of(options, (enum mutation_rule)rule);
        add_rule(out, options, (enum mutation_rule)rule);
    }
    out->first_group[N_MUTATION_RULES] = out->groups.n;
}

void mutations_release(struct mutations *mutations)
{
    mutation_sites_release(&mutations->sites);
    array_release(&mutations->groups);
    array_release(&mutations->places);
    array_release(&mutations->edits);
}

/* The text of that number, without the token's own. */
static struct token_text text_at(const struct mutations *mutations,
                                 const struct mutation_group *group, uint64_t member)
{
    struct token_text own = program_token_text(mutations->sites.program, group->place);
    const char *const *text = group->texts;
    for (;; text++)
        if (!is_text(own, *text) && member-- == 0)
            return (struct token_text){*text, strlen(*text)};
}

/* Pairs in the order (0, 1), (0, 2), (1, 2), (0, 3), ... */
static void find_pair(struct mutation *out, const struct mutations *mutations,
                      const struct mutation_group *group, uint64_t member)
{
    uint64_t second = 1;
    while (member >= second)
        member -= second++;
    mutation_sites_arguments(&mutations->sites, group->place, member + 1, &out->first);
    mutation_sites_arguments(&mutations->sites, group->place, second + 1, &out->second);
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
    case MUTATION_ARGUMENTS:
        find_pair(&out, mutations, group, member);
        return out;
    case MUTATION_TEXTS:
        out.text = text_at(mutations, group, member);
        break;
    case MUTATION_NAMES:
        use = &mutations->sites.scopes.uses.items[group->place];
        token = use->token;
        mutation_sites_names(&mutations->sites, use, member + 1, &out.text);
        break;
    case MUTATION_PLACES:
        token = mutations->places.items[group->place + member];
        break;
    }
    out.range = range_of(mutations, token, group->kind);
    return out;
}
