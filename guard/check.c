/* A cluster of duplicates that reaches over two splits has a link that does: the links that are
 * found tie each cluster together. */
#include "guard/check.h"

#include <stdlib.h>
#include <string.h>

/* Different fixes of one buggy program, against the earliest of them. */
static void add_conflicts(struct check *out, const struct pairs *pairs,
                          const struct duplicates *duplicates)
{
    for (uint32_t i = 0; i < pairs->list.n; i++) {
        uint32_t first = duplicates->conflicts[i];
        if (first != NO_CONFLICT && pairs->list.items[first].split != pairs->list.items[i].split)
            array_push(&out->crossings, (struct crossing){"conflict", first, i, {1, 1}});
    }
}

static void find_duplicates(struct check *out, const struct pairs *pairs,
                            const struct fingerprints *prints, const struct guard_options *guard)
{
    struct duplicates duplicates;
    duplicates_find(&duplicates, pairs, prints, true, guard);
    for (size_t i = 0; i < duplicates.links.n; i++) {
        const struct duplicate_link *link = &duplicates.links.items[i];
        if (link->kind != DUPLICATE_PATCH &&
            pairs->list.items[link->a].split != pairs->list.items[link->b].split)
            array_push(&out->crossings, (struct crossing){duplicate_kind_name(link->kind), link->a,
                                                          link->b, link->similarity});
    }
    add_conflicts(out, pairs, &duplicates);
    duplicates_release(&duplicates);
}

/* Pairs with one number, in different splits: the first of each further split against the first. */
static void find_shared(struct check *out, const struct pairs *pairs, const uint32_t *numbers,
                        size_t n_numbers, const char *what)
{
    uint32_t *first =
        mem_alloc(n_numbers, N_SPLITS * sizeof *first); /* 1 + pair, by number and split */
    uint32_t *any = mem_alloc(n_numbers, sizeof *any);
    for (uint32_t i = 0; i < pairs->list.n; i++) {
        const struct pair *pair = &pairs->list.items[i];
        if (!pair_is_in_split(pair))
            continue;
        uint32_t *place = &first[(size_t)numbers[i] * N_SPLITS + (size_t)pair->split];
        if (!*place && any[numbers[i]])
            array_push(&out->crossings, (struct crossing){what, any[numbers[i]] - 1, i, {1, 1}});
        if (!*place)
            *place = i + 1;
        if (!any[numbers[i]])
            any[numbers[i]] = i + 1;
    }
    free(first);
    free(any);
}

static int find_shared_problems(struct check *out, struct db *db, const struct pairs *pairs,
                                bool has_clusters, struct err *err)
{
    size_t n_problems = pairs->problems.keys.n;
    struct union_find problems;
    union_find_init(&problems, n_problems);
    int status = has_clusters ? closure_join_problems(&problems, db, pairs, err) : 0;
    uint32_t *numbers = mem_alloc(pairs->list.n, sizeof *numbers);
    for (size_t i = 0; i < pairs->list.n; i++)
        numbers[i] = union_find_root(&problems, pairs->list.items[i].problem);
    find_shared(out, pairs, numbers, n_problems, has_clusters ? "problem-cluster" : "problem");
    free(numbers);
    union_find_release(&problems);
    return status;
}

static void find_shared_users(struct check *out, const struct pairs *pairs)
{
    uint32_t *numbers = mem_alloc(pairs->list.n, sizeof *numbers);
    for (size_t i = 0; i < pairs->list.n; i++)
        numbers[i] = pairs->list.items[i].user;
    find_shared(out, pairs, numbers, pairs->users.keys.n, "user");
    free(numbers);
}

int check_splits(struct check *out, struct db *db, const struct pairs *pairs,
                 const struct fingerprints *prints, const struct check_options *options,
                 const struct guard_options *guard, struct err *err)
{
    int status = 0;
    *out = (struct check){0};
    for (size_t i = 0; i < pairs->list.n; i++) {
        const struct pair *pair = &pairs->list.items[i];
        bool is_outside = pair->split == NO_SPLIT && !pair->is_excluded;
        out->n_pairs += pair_is_in_split(pair);
        out->n_outside_real += is_outside && !pair->is_made;
        out->n_outside_made += is_outside && pair->is_made;
    }
    if (options->closure & CLOSED_OVER_DUPLICATES)
        find_duplicates(out, pairs, prints, guard);
    if (options->closure & CLOSED_OVER_PROBLEM)
        status = find_shared_problems(out, db, pairs, false, err);
    if (status == 0 && options->closure & CLOSED_OVER_PROBLEM_CLUSTER)
        status = find_shared_problems(out, db, pairs, true, err);
    if (status == 0 && options->closure & CLOSED_OVER_USER)
        find_shared_users(out, pairs);
    return status;
}

void check_release(struct check *check)
{
    array_release(&check->crossings);
}
