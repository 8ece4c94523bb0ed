/* The comparisons are timed by themselves; candidates and similarities are counted in a second pass. */
#include "bench/brute_force.h"

#include <time.h>

double brute_force_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void compare_all(struct brute_force *out, const struct fingerprints *prints,
                        const struct pair *pairs, const uint32_t *numbers, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            struct similarity similarity;
            if (!near_compare(&similarity, prints, &pairs[numbers[i]], &pairs[numbers[j]]))
                continue;
            array_push(&out->near,
                       (struct near_pair){numbers[i], numbers[j], similarity.set, false});
            union_find_join(&out->sets, numbers[i], numbers[j]);
        }
    }
    out->n_compared = n * (n - 1) / 2;
}

/* The preset's sets, whatever its thresholds are. */
static size_t tenth_of(const struct fingerprints *prints, const struct pair *a,
                       const struct pair *b)
{
    const struct fingerprint *programs = prints->programs;
    double buggy = bag_similarity(&programs[a->buggy].bag, &programs[b->buggy].bag).set;
    double fixed = bag_similarity(&programs[a->fixed].bag, &programs[b->fixed].bag).set;
    return (size_t)((buggy < fixed ? buggy : fixed) * (N_TENTHS - 1) + 1e-9);
}

static void count_all(struct brute_force *out, const struct fingerprints *prints,
                      const struct pair *pairs, const uint32_t *numbers, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            const struct pair *a = &pairs[numbers[i]], *b = &pairs[numbers[j]];
            out->n_candidates += near_is_candidate(prints, a, b);
            out->n_similar[tenth_of(prints, a, b)]++;
        }
    }
}

void brute_force_run(struct brute_force *out, const struct fingerprints *prints,
                     const struct pairs *pairs, const uint32_t *numbers, size_t n)
{
    const struct pair *list = pairs->list.items;
    *out = (struct brute_force){0};
    union_find_init(&out->sets, pairs->list.n);
    double start = brute_force_now();
    if (n > 0)
        compare_all(out, prints, list, numbers, n);
    out->seconds = brute_force_now() - start;
    count_all(out, prints, list, numbers, n);
    for (size_t i = 0; i < out->near.n; i++) {
        struct near_pair *near = &out->near.items[i];
        near->is_candidate = near_is_candidate(prints, &list[near->a], &list[near->b]);
    }
}

void brute_force_release(struct brute_force *brute)
{
    array_release(&brute->near);
    union_find_release(&brute->sets);
}
