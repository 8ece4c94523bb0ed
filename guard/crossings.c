/* The links that are found tie each cluster of duplicates together. So if a cluster spans two
 * splits, at least one of its links does. */
#include "guard/crossings.h"

/* Compares different fixes of one buggy program with the earliest of them, and fixes of Accepted
 * programs with the fix that shows it. Of two that are each other's reverse, one is enough. */
static void add_conflicts(struct crossings *out, const struct pairs *pairs,
                          const struct duplicates *duplicates)
{
    const uint32_t *const others[] = {duplicates->conflicts, duplicates->accepted};
    for (uint32_t i = 0; i < pairs->list.n; i++)
        for (int k = 0; k < 2; k++) {
            uint32_t other = others[k][i];
            if (other != NO_CONFLICT && (other < i || others[k][other] != i) &&
                pairs->list.items[other].split != pairs->list.items[i].split)
                array_push(&out->list, (struct crossing){"conflict", other, i, {1, 1}});
        }
}

static int find_duplicates(struct crossings *out, const struct pairs *pairs,
                           const struct fingerprints *prints, const struct guard_options *guard,
                           struct err *err)
{
    scoped(duplicates) duplicates;
    if (duplicates_find(&duplicates, pairs, prints, true, guard, err) != 0)
        return ERR;
    for (size_t i = 0; i < duplicates.links.n; i++) {
        const struct duplicate_link *link = &duplicates.links.items[i];
        if (link->kind != DUPLICATE_PATCH &&
            pairs->list.items[link->a].split != pairs->list.items[link->b].split)
            array_push(&out->list, (struct crossing){duplicate_kind_names[link->kind], link->a,
                                                     link->b, link->similarity});
    }
    add_conflicts(out, pairs, &duplicates);
    return 0;
}

/* What pairs in different splits must not share, as a number of each side of a pair. */
struct unshared {
    enum tie_kind tie; /* with which it is looked for */
    const char *what;
    size_t n_numbers;
    struct union_find *same; /* joins numbers that count as one; or NULL */
};

static uint32_t number_of(const struct pair *pair, bool is_fixed, const struct unshared *unshared)
{
    uint32_t number = unshared->tie == TIE_DUPLICATES ? (is_fixed ? pair->fixed : pair->buggy)
                      : unshared->tie == TIE_USER     ? pair->user
                                                      : pair->problem;
    return unshared->same ? union_find_root(unshared->same, number) : number;
}

/* For each further split with a number, its first pair is reported, against the first of all. */
static void find_shared(struct crossings *out, const struct pairs *pairs,
                        const struct unshared *unshared)
{
    /* by number and split: 1 + the first pair; by number: the same for all splits */
    scoped_memory uint32_t *first = mem_alloc(unshared->n_numbers, N_SUBSETS * sizeof *first);
    scoped_memory uint32_t *any = mem_alloc(unshared->n_numbers, sizeof *any);
    for (uint32_t i = 0; i < pairs->list.n; i++) {
        const struct pair *pair = &pairs->list.items[i];
        for (int side = 0; side < 2 && pair_is_in_split(pair); side++) {
            uint32_t number = number_of(pair, side, unshared);
            uint32_t *place = &first[(size_t)number * N_SUBSETS + (size_t)pair->split];
            if (!*place && any[number])
                array_push(&out->list,
                           (struct crossing){unshared->what, any[number] - 1, i, {1, 1}});
            *place = *place ? *place : i + 1;
            any[number] = any[number] ? any[number] : i + 1;
        }
    }
}

static void count_pairs(struct crossings *out, const struct pairs *pairs)
{
    for (size_t i = 0; i < pairs->list.n; i++) {
        const struct pair *pair = &pairs->list.items[i];
        if (pair_is_in_split(pair)) {
            out->n_pairs++;
            out->n_in[pair->is_made][pair->split]++;
        } else if (!pair->is_excluded && !pair->is_left_out) {
            *(pair->is_made ? &out->n_outside_made : &out->n_outside_real) += 1;
        }
    }
}

int crossings_find(struct crossings *out, struct db *db, const struct pairs *pairs,
                   const struct fingerprints *prints, unsigned ties,
                   const struct guard_options *guard, struct err *err)
{
    size_t n_problems = pairs->problems.keys.n;
    scoped(union_find) clusters = {0};
    const struct unshared all[] = {
        {TIE_DUPLICATES, "program", pairs->program_ids.n, NULL},
        {TIE_PROBLEM, "problem", n_problems, NULL},
        {TIE_PROBLEM_CLUSTER, "problem-cluster", n_problems, &clusters},
        {TIE_USER, "user", pairs->users.keys.n, NULL},
    };
    *out = (struct crossings){0};
    count_pairs(out, pairs);
    if (ties & TIE_DUPLICATES && find_duplicates(out, pairs, prints, guard, err) != 0)
        return ERR;
    if (ties & TIE_PROBLEM_CLUSTER && problem_ties_join(&clusters, db, &pairs->problems, err) != 0)
        return ERR;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (ties & all[i].tie)
            find_shared(out, pairs, &all[i]);
    return 0;
}

void crossings_release(struct crossings *crossings)
{
    array_release(&crossings->list);
}
