/* Three draws: a rule that has members left, by weight; a group of the rule, by weight; a member.
 */
#include "augment/mutation_draws.h"

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
