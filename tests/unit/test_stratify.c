/* Groups are divided so that each stratum comes near its share, whatever their order. */
#include "base/chance.h"
#include "guard/stratify.h"
#include "tests/support/test.h"

enum { MAX_GROUPS = 400, MAX_PARTS = 10 };

static const double by_ratio[] = {0.8, 0.1, 0.1}, by_fold[] = {0.2, 0.2, 0.2, 0.2, 0.2};

/* Groups as they were made, to be added in any order. */
struct recipe {
    uint32_t n_clusters, n_strata;
    int n_subsets;
    const double *shares;
    uint32_t sizes[MAX_GROUPS];
    uint32_t strata[MAX_GROUPS][50]; /* by fix: a stratum beside that of all */
    int pins[MAX_GROUPS];
};

static void make_recipe(struct recipe *recipe, struct dice *dice, uint32_t n_clusters,
                        uint32_t max_size, bool has_folds)
{
    *recipe = (struct recipe){.n_clusters = n_clusters,
                              .n_strata = 2 + (uint32_t)dice_below(dice, 6),
                              .n_subsets = has_folds ? 5 : 3,
                              .shares = has_folds ? by_fold : by_ratio};
    for (uint32_t i = 0; i < n_clusters; i++) {
        recipe->sizes[i] = 1 + (uint32_t)dice_below(dice, 1 + dice_below(dice, max_size));
        recipe->pins[i] = NO_SUBSET;
        for (uint32_t k = 0; k < recipe->sizes[i]; k++)
            recipe->strata[i][k] = 1 + (uint32_t)dice_below(dice, recipe->n_strata - 1);
    }
}

/* Makes the division; the cluster at place i is number order[i] of the recipe, or i. Its rank says
 * which it is. */
static void make_task(struct stratify *division, const struct recipe *recipe, const uint32_t *order)
{
    *division = (struct stratify){
        .n_strata = recipe->n_strata, .n_subsets = recipe->n_subsets, .shares = recipe->shares};
    for (uint32_t i = 0; i < recipe->n_clusters; i++) {
        uint32_t cluster = order ? order[i] : i;
        array_push(&division->clusters, (struct stratify_cluster){.first = division->counts.n,
                                                                  .rank = cluster * 7919 % 1009,
                                                                  .pin = recipe->pins[cluster]});
        for (uint32_t k = recipe->sizes[cluster]; k-- > 0;) {
            uint32_t strata[] = {recipe->strata[cluster][k], STRATIFY_ALL};
            for (int j = 0; j < 2; j++)
                array_push(&division->counts, ((struct stratum_count){strata[j], 1}));
        }
        stratify_close_cluster(division);
    }
}

/* Whether a cluster may get a part: it is at most two fixes or a tenth larger, or no part is larger
 * than this one. */
static bool has_room(const struct stratify *division, const struct stratify_cluster *cluster,
                     int subset)
{
    double size = cluster->n_counts ? division->counts.items[cluster->first].n : 0;
    double wanted = division->wanted[subset], most = 0;
    for (int i = 0; i < division->n_subsets; i++)
        most = division->wanted[i] > most ? division->wanted[i] : most;
    bool is_largest = most - wanted < 1e-9, fits = size <= wanted + 2 || size <= wanted * 1.1;
    return division->shares[subset] > 0 && (is_largest || fits);
}

static double wanted_of(const struct stratify *division, uint32_t stratum, int subset)
{
    return division->wanted[stratum * (uint32_t)division->n_subsets + (uint32_t)subset];
}

static double got_of(const struct stratify *division, uint32_t stratum, int subset)
{
    return (double)division->got[stratum * (uint32_t)division->n_subsets + (uint32_t)subset];
}

/* Counts the strata and parts with 20 wanted fixes that did not get them. */
static uint32_t count_outside(const struct stratify *division)
{
    uint32_t n = 0;
    for (uint32_t stratum = 0; stratum < division->n_strata; stratum++)
        for (int subset = 0; subset < division->n_subsets; subset++)
            n += stratify_is_outside(wanted_of(division, stratum, subset),
                                     got_of(division, stratum, subset));
    return n;
}

TEST(stratify__gives_each_cluster_a_part_with_room)
{
    struct dice dice = {1};
    for (size_t round = 0; round < tier_draws(30); round++) {
        static struct recipe recipe;
        scoped(stratify) division = {0};
        int64_t n[MAX_PARTS] = {0};
        make_recipe(&recipe, &dice, 1 + (uint32_t)dice_below(&dice, 60), 50, round % 2);
        for (uint32_t i = 0; i < recipe.n_clusters; i++)
            if (dice_chance(&dice, 0.2))
                recipe.pins[i] = (int)dice_below(&dice, (size_t)recipe.n_subsets);
        make_task(&division, &recipe, NULL);
        stratify(&division);
        for (uint32_t i = 0; i < recipe.n_clusters; i++) {
            const struct stratify_cluster *cluster = &division.clusters.items[i];
            assert_in_range(cluster->subset, 0, recipe.n_subsets - 1);
            assert_true(cluster->pin == NO_SUBSET ? has_room(&division, cluster, cluster->subset)
                                                  : cluster->subset == cluster->pin);
            n[cluster->subset] += recipe.sizes[i];
        }
        for (int subset = 0; subset < recipe.n_subsets; subset++)
            assert_int_equal(division.got[subset], n[subset]);
    }
}

TEST(stratify__does_not_depend_on_the_order_of_clusters)
{
    struct dice dice = {2};
    for (size_t round = 0; round < tier_draws(20); round++) {
        static struct recipe recipe;
        uint32_t order[MAX_GROUPS];
        make_recipe(&recipe, &dice, 1 + (uint32_t)dice_below(&dice, 200), 30, round % 2);
        scoped(stratify) first = {0}, second = {0};
        for (uint32_t i = 0; i < recipe.n_clusters; i++) {
            uint32_t other = (uint32_t)dice_below(&dice, i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        make_task(&first, &recipe, NULL);
        make_task(&second, &recipe, order);
        stratify(&first);
        stratify(&second);
        for (uint32_t i = 0; i < recipe.n_clusters; i++)
            assert_int_equal(second.clusters.items[i].subset,
                             first.clusters.items[order[i]].subset);
    }
}

/* Tries all divisions of a few clusters. Returns the least number of strata and parts outside. */
static uint32_t least_outside(const struct recipe *recipe)
{
    scoped(stratify) division = {0};
    uint32_t least = UINT32_MAX;
    size_t n = 1;
    bool is_possible = true;
    make_task(&division, recipe, NULL);
    stratify(&division);
    for (uint32_t i = 0; i < recipe->n_clusters; i++)
        n *= (size_t)division.n_subsets;
    for (size_t code = 0; code < n; code++, is_possible = true) {
        size_t left = code;
        memset(division.got, 0,
               division.n_strata * (size_t)division.n_subsets * sizeof *division.got);
        for (uint32_t i = 0; i < recipe->n_clusters && is_possible;
             i++, left /= (size_t)division.n_subsets) {
            const struct stratify_cluster *cluster = &division.clusters.items[i];
            int subset = (int)(left % (size_t)division.n_subsets);
            is_possible = cluster->pin == NO_SUBSET ? has_room(&division, cluster, subset)
                                                    : cluster->pin == subset;
            for (uint32_t k = 0; k < cluster->n_counts; k++) {
                const struct stratum_count *count = &division.counts.items[cluster->first + k];
                division.got[count->stratum * (uint32_t)division.n_subsets + (uint32_t)subset] +=
                    count->n;
            }
        }
        uint32_t n_outside = count_outside(&division);
        if (is_possible && n_outside < least)
            least = n_outside;
    }
    return least;
}

TEST(stratify__has_as_few_outside_as_the_best_of_all_divisions)
{
    struct dice dice = {3};
    int n_possible = 0, n_impossible = 0;
    for (int round = 0; round < 24; round++) {
        static struct recipe recipe;
        scoped(stratify) division = {0};
        make_recipe(&recipe, &dice, 4 + (uint32_t)dice_below(&dice, 5), 50, false);
        make_task(&division, &recipe, NULL);
        stratify(&division);
        uint32_t least = least_outside(&recipe);
        n_possible += !least;
        n_impossible += least > 0;
        if (count_outside(&division) != least)
            fail_msg("round %d: least %d, found %d", round, (int)least,
                     (int)count_outside(&division));
    }
    assert_true(n_possible > 3 && n_impossible > 3);
}

/* Small clusters, as those of a contest are: nothing is far from its share. */
TEST(stratify__balances_many_clusters)
{
    struct dice dice = {4};
    for (size_t round = 0; round < tier_draws(15); round++) {
        static struct recipe recipe;
        scoped(stratify) division = {0};
        make_recipe(&recipe, &dice, 100 + (uint32_t)dice_below(&dice, 300), 20, round % 2);
        make_task(&division, &recipe, NULL);
        stratify(&division);
        assert_int_equal(count_outside(&division), 0);
    }
}

TEST(stratify__leaves_no_part_empty_for_which_there_is_a_cluster)
{
    static const struct {
        uint32_t sizes[6];
        int n_subsets;
        const double *shares;
        int64_t got[MAX_PARTS];
    } cases[] = {
        {{1, 1, 1}, 3, by_ratio, {1, 1, 1}},
        {{40, 2, 2}, 3, by_ratio, {40, 2, 2}},
        {{40, 30, 30}, 3, by_ratio, {100, 0, 0}}, /* larger than a tenth */
        {{9, 1}, 3, by_ratio, {9, 1, 0}},
        {{50, 40, 4, 2, 1}, 5, by_fold, {50, 40, 4, 2, 1}},
        {{50, 50}, 5, by_fold, {50, 50, 0, 0, 0}},
        {{7}, 3, by_ratio, {7, 0, 0}},
        {{0}, 3, by_ratio, {0, 0, 0}},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        static struct recipe recipe;
        scoped(stratify) division = {0};
        recipe = (struct recipe){
            .n_strata = 2, .n_subsets = cases[i].n_subsets, .shares = cases[i].shares};
        for (; recipe.n_clusters < 6 && cases[i].sizes[recipe.n_clusters]; recipe.n_clusters++) {
            recipe.sizes[recipe.n_clusters] = cases[i].sizes[recipe.n_clusters];
            recipe.pins[recipe.n_clusters] = NO_SUBSET;
            for (uint32_t k = 0; k < 50; k++)
                recipe.strata[recipe.n_clusters][k] = 1;
        }
        make_task(&division, &recipe, NULL);
        stratify(&division);
        for (int subset = 0; subset < recipe.n_subsets; subset++)
            if (division.got[subset] != cases[i].got[subset])
                fail_msg("case %zu: part %d has %d", i, subset, (int)division.got[subset]);
    }
}
