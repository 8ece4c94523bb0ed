/* A mutation is found by three draws: a rule that has members left, by weight; a group of the rule,
 * by weight; a member. A mutant is then examined like a mined pair: the two programs are compared
 * token by token, and the edit that is found is stored. Swapped arguments are not one token, so
 * their edit is put together here. */
#include "augment/mutate.h"

#include "classify/classify.h"
#include "tokenize/difference.h"
#include "tokenize/lone_parts.h"
#include "tokenize/program.h"

#include <string.h>

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
