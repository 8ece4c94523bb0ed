/* What is found to be similar, compared with comparing all. */
#include "guard/search.h"
#include "tests/support/mutation.h"
#include "tests/support/test.h"

enum { N_QUERIES = 800, N_MANY = 700, N_FEW = 512, N_MOST_ELEMENTS = 120 };

struct elements {
    uint64_t numbers[N_MOST_ELEMENTS];
    size_t n;
};

static struct elements elements_at_will(struct dice *chance)
{
    struct elements elements = {.n = 20 + dice_below(chance, N_MOST_ELEMENTS - 20)};
    for (size_t i = 0; i < elements.n; i++)
        elements.numbers[i] = 1 + dice_below(chance, 60) * dice_below(chance, 60);
    return elements;
}

/* The same but for some of its elements; about as similar as the threshold at least. */
static struct elements elements_like(const struct elements *other, double threshold,
                                     struct dice *chance)
{
    struct elements elements = *other;
    size_t n_changes = dice_below(chance, 1 + (size_t)((double)elements.n * (1 - threshold)));
    for (size_t i = 0; i < n_changes; i++)
        elements.numbers[dice_below(chance, elements.n)] = 5000 + dice_below(chance, 100);
    elements.n -= threshold < 0.9 ? dice_below(chance, 3) : 0;
    return elements;
}

static void add_needle(struct needles *needles, const struct elements *elements)
{
    struct elements copy = *elements;
    struct needle needle = {.item = (uint32_t)needles->list.n};
    bag_init(&needle.bag, copy.numbers, copy.n);
    for (size_t i = 0; i < copy.n; i++)
        array_push(&needle.sequence.tokens, (struct sequence_token){0});
    array_push(&needles->list, needle);
}

struct found {
    const struct needles *needles;
    const struct bag *bag;
    bool is_told[N_MANY];
};

static void take(void *context, uint32_t needle, double similarity)
{
    struct found *found = context;
    const struct needle *told = &found->needles->list.items[needle];
    double expected = bag_similarity(&told->bag, found->bag).multiset;
    assert_true(similarity == expected && similarity >= found->needles->options.threshold);
    assert_true(told->sequence.tokens.n >= found->needles->options.min_tokens);
    found->is_told[needle] = true;
}

static void make_needles(struct needles *needles, struct elements *made, size_t n,
                         struct dice *chance)
{
    for (size_t i = 0; i < n; i++) {
        made[i] = i % 5 == 4 ? elements_like(&made[i - 1], needles->options.threshold, chance)
                             : elements_at_will(chance);
        add_needle(needles, &made[i]);
    }
}

/* Searches for `n` needles; returns the share of those that comparing all finds. */
static double recall_among(size_t n, double threshold)
{
    static struct elements made[N_MANY];
    struct dice chance = {n + (size_t)(100 * threshold)};
    struct needles needles = {.options = {.threshold = threshold, .min_tokens = 25}};
    int n_expected = 0, n_found = 0;
    make_needles(&needles, made, n, &chance);
    struct similar_index *index = similar_index_new(&needles);
    for (int i = 0; i < N_QUERIES; i++) {
        struct elements query = elements_like(&made[dice_below(&chance, n)], threshold, &chance);
        scoped(bag) bag = {0};
        bag_init(&bag, query.numbers, query.n);
        struct found found = {.needles = &needles, .bag = &bag};
        similar_search(index, &bag, take, &found);
        for (size_t k = 0; k < n; k++) {
            const struct needle *needle = &needles.list.items[k];
            bool is_similar = needle->sequence.tokens.n >= 25 &&
                              bag_similarity(&needle->bag, &bag).multiset >= threshold;
            assert_true(is_similar || !found.is_told[k]);
            n_expected += is_similar;
            n_found += found.is_told[k];
        }
    }
    similar_index_free(index);
    for (size_t i = 0; i < n; i++) {
        sequence_release(&needles.list.items[i].sequence);
        bag_release(&needles.list.items[i].bag);
    }
    array_release(&needles.list);
    assert_true(n_expected > 200);
    return (double)n_found / n_expected;
}

TEST(similar__finds_all_of_a_few)
{
    assert_true(recall_among(100, 0.85) == 1);
    assert_true(recall_among(N_FEW, 0.7) == 1);
}

TEST(similar__finds_almost_all_of_many_and_none_that_is_not)
{
    static const double thresholds[] = {0.5, 0.7, 0.85, 0.95, 1};
    for (size_t i = 0; i < N_ITEMS(thresholds); i++) {
        double recall = recall_among(N_MANY, thresholds[i]);
        if (recall < 0.99)
            fail_msg("threshold %.2f: recall %.4f", thresholds[i], recall);
        printf("note: similar: recall %.4f of %d needles at the threshold %.2f\n", recall, N_MANY,
               thresholds[i]);
    }
}

TEST(similar__finds_nothing_among_nothing)
{
    struct needles needles = {.options = {.threshold = 0.85}};
    scoped(similar_index) *index = similar_index_new(&needles);
    scoped(bag) bag = {0};
    bag_init(&bag, NULL, 0);
    similar_search(index, &bag, take, NULL);
    similar_index_free(NULL);
}
