/* The clusters of near duplicates agree with a search through all pairs. */
#include "base/chance.h"
#include "base/hash.h"
#include "guard/fingerprints.h"
#include "tests/support/test.h"

enum { MAX_PAIRS = 40, MAX_PROGRAMS = 2 * MAX_PAIRS, MAX_NUMBERS = 60, N_ROUNDS = 120 };

/* Programs as lists of numbers, pairs of them, and what near.c computes with. */
struct scene {
    struct near_preset preset;
    struct fingerprints prints;
    struct pairs pairs;
    uint64_t numbers[MAX_PROGRAMS][MAX_NUMBERS];
    size_t lengths[MAX_PROGRAMS];
    struct union_find sets;
    uint32_t labels[MAX_PAIRS]; /* of a search through all */
    size_t n_links, n_near;     /* reported by near_join(); found by the search */
};

/* A list that shares much with an earlier one, or with none. */
static void make_program(struct scene *scene, size_t number, struct dice *chance)
{
    uint64_t *numbers = scene->numbers[number];
    size_t n = 10 + dice_below(chance, MAX_NUMBERS - 10);
    size_t from = number && dice_below(chance, 5) ? dice_below(chance, number) : number;
    n = from == number ? n : scene->lengths[from];
    for (size_t i = 0; i < n; i++)
        numbers[i] = from != number && dice_below(chance, 15)
                         ? scene->numbers[from][i]
                         : hash_pair(dice_below(chance, 100), 0);
    scene->lengths[number] = n;
}

static void add_program(struct scene *scene, size_t number)
{
    struct fingerprint *print = &scene->prints.programs[number];
    uint64_t sorted[MAX_NUMBERS];
    memcpy(sorted, scene->numbers[number], sizeof sorted);
    print->bag.bag = bag_new(sorted, scene->lengths[number]);
    print->n_tokens = (uint32_t)scene->lengths[number];
}

/* As fingerprints.c does it for the buggy program of a pair. */
static void add_pair(struct scene *scene, struct pair pair)
{
    struct fingerprints *prints = &scene->prints;
    const struct fingerprint *print = &prints->programs[pair.buggy];
    size_t number = scene->pairs.list.n, n_bands = (size_t)prints->minhash.n_bands;
    array_push(&scene->pairs.list, pair);
    if (print->n_tokens < scene->preset.min_tokens)
        return;
    prints->outlines[number] = bag_outline_of(print->bag.bag);
    minhash_bands(&prints->bands[number * n_bands], &prints->minhash, print->bag.bag);
}

/* Pair i goes from program 2i to 2i + 1; some share their programs with an earlier pair. */
static void make_scene(struct scene *scene, const struct near_preset *preset, struct dice *chance)
{
    memset(scene, 0, sizeof *scene);
    size_t n_pairs = 2 + dice_below(chance, MAX_PAIRS - 2);
    scene->preset = *preset;
    scene->prints.preset = &scene->preset;
    scene->prints.n_programs = 2 * n_pairs;
    scene->prints.programs = mem_alloc(2 * n_pairs, sizeof *scene->prints.programs);
    minhash_init(&scene->prints.minhash, preset->set_threshold);
    scene->prints.outlines = mem_alloc(n_pairs, sizeof *scene->prints.outlines);
    scene->prints.bands = mem_alloc(n_pairs, MINHASH_MAX_BANDS * sizeof *scene->prints.bands);
    for (size_t i = 0; i < 2 * n_pairs; i++) {
        make_program(scene, i, chance);
        add_program(scene, i);
    }
    for (uint32_t i = 0; i < n_pairs; i++) {
        struct pair pair = {.fix_key = i + 1, .buggy = 2 * i, .fixed = 2 * i + 1};
        if (i && dice_below(chance, 4) == 0)
            pair.buggy = scene->pairs.list.items[dice_below(chance, i)].buggy;
        add_pair(scene, pair);
    }
    union_find_init(&scene->sets, n_pairs);
}

static void release_scene(struct scene *scene)
{
    fingerprints_release(&scene->prints);
    array_release(&scene->pairs.list);
    union_find_release(&scene->sets);
}

static void join(struct scene *scene, const uint32_t *numbers, size_t n,
                 void (*take)(void *, uint32_t, uint32_t, const struct similarity *), void *context,
                 const struct guard_options *guard)
{
    struct near_search search = {&scene->prints, &scene->pairs, take, context, guard};
    assert_done(near_join(&scene->sets, &search, numbers, n, "comparing", &err));
}

static size_t count_in(const struct scene *scene, size_t program, uint64_t number)
{
    size_t n = 0;
    for (size_t i = 0; i < scene->lengths[program]; i++)
        n += scene->numbers[program][i] == number;
    return n;
}

static bool is_first(const struct scene *scene, size_t program, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (scene->numbers[program][k] == scene->numbers[program][i])
            return false;
    return true;
}

/* By counting every number. */
static struct similarity naive_similarity(const struct scene *scene, size_t a, size_t b)
{
    double n_a = 0, n_b = 0, shared = 0, least = 0;
    for (size_t i = 0; i < scene->lengths[b]; i++)
        n_b += is_first(scene, b, i);
    for (size_t i = 0; i < scene->lengths[a]; i++) {
        if (!is_first(scene, a, i))
            continue;
        size_t in_a = count_in(scene, a, scene->numbers[a][i]);
        size_t in_b = count_in(scene, b, scene->numbers[a][i]);
        n_a++;
        shared += in_b > 0;
        least += (double)(in_a < in_b ? in_a : in_b);
    }
    double all = (double)(scene->lengths[a] + scene->lengths[b]) - least;
    return (struct similarity){shared / (n_a + n_b - shared), least / all};
}

static bool naive_near(const struct scene *scene, const struct pair *a, const struct pair *b,
                       struct similarity *similarity)
{
    struct similarity buggy = naive_similarity(scene, a->buggy, b->buggy);
    struct similarity fixed = naive_similarity(scene, a->fixed, b->fixed);
    const size_t *lengths = scene->lengths, min = scene->preset.min_tokens;
    similarity->set = buggy.set < fixed.set ? buggy.set : fixed.set;
    similarity->multiset = buggy.multiset < fixed.multiset ? buggy.multiset : fixed.multiset;
    return lengths[a->buggy] >= min && lengths[b->buggy] >= min && lengths[a->fixed] >= min &&
           lengths[b->fixed] >= min && similarity->set >= scene->preset.set_threshold &&
           similarity->multiset >= scene->preset.multiset_threshold;
}

static void check_link(void *context, uint32_t a, uint32_t b, const struct similarity *similarity)
{
    struct scene *scene = context;
    struct similarity expected;
    const struct pair *pairs = scene->pairs.list.items;
    assert_true(a < b);
    assert_true(naive_near(scene, &pairs[a], &pairs[b], &expected));
    assert_true(near_agree_before(&scene->prints, scene->prints.minhash.n_bands, a, b));
    assert_true(similarity->set == expected.set && similarity->multiset == expected.multiset);
    scene->n_links++;
}

/* Labels of the graph of all near candidates. */
static void label_all(struct scene *scene, const uint32_t *numbers, size_t n)
{
    const struct pair *pairs = scene->pairs.list.items;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++) {
            const struct pair *a = &pairs[numbers[k]], *b = &pairs[numbers[i]];
            struct similarity similarity, expected;
            bool is_near = near_compare(&similarity, &scene->prints, a, b);
            assert_int_equal(is_near, naive_near(scene, a, b, &expected));
            assert_int_equal(near_compare(&similarity, &scene->prints, b, a), is_near);
            if (!is_near || !near_agree_before(&scene->prints, scene->prints.minhash.n_bands,
                                               numbers[i], numbers[k]))
                continue;
            scene->n_near++;
            uint32_t x = scene->labels[numbers[k]], y = scene->labels[numbers[i]];
            for (size_t j = 0; j < scene->pairs.list.n; j++)
                if (scene->labels[j] == (x > y ? x : y))
                    scene->labels[j] = x < y ? x : y;
        }
}

TEST(near__joins_what_a_search_through_all_joins)
{
    static const struct near_preset presets[] = {{"sets", 1, 0.6, 0, 10},
                                                 {"both", 1, 0.6, 0.7, 20},
                                                 {"high", 1, 0.8, 0.7, 12},
                                                 {"low", 1, 0.2, 0, 10}};
    struct dice chance = {8};
    size_t n_links = 0, n_near = 0, n_left_out = 0;
    for (int round = 0; round < (int)tier_draws(N_ROUNDS); round++) {
        struct scene scene;
        uint32_t numbers[MAX_PAIRS];
        size_t n = 0;
        make_scene(&scene, &presets[(size_t)round % N_ITEMS(presets)], &chance);
        for (uint32_t i = 0; i < scene.pairs.list.n; i++) {
            scene.labels[i] = i;
            if (dice_below(&chance, 8))
                numbers[n++] = i;
            else
                n_left_out++;
        }
        for (size_t joins = dice_below(&chance, 4); joins > 0;
             joins--) { /* what was known before */
            uint32_t a = (uint32_t)dice_below(&chance, scene.pairs.list.n);
            uint32_t b = (uint32_t)dice_below(&chance, scene.pairs.list.n);
            union_find_join(&scene.sets, a, b);
        }
        for (uint32_t i = 0; i < scene.pairs.list.n; i++)
            scene.labels[i] = union_find_root(&scene.sets, i);
        size_t n_sets = 0, n_sets_after = 0;
        for (uint32_t i = 0; i < scene.pairs.list.n; i++)
            n_sets += scene.labels[i] == i;
        join(&scene, numbers, n, check_link, &scene, NULL);
        label_all(&scene, numbers, n);
        for (uint32_t i = 0; i < scene.pairs.list.n; i++) {
            assert_int_equal(union_find_root(&scene.sets, i), scene.labels[i]);
            n_sets_after += scene.labels[i] == i;
        }
        assert_int_equal(n_sets - n_sets_after, scene.n_links); /* a forest */
        n_links += scene.n_links;
        n_near += scene.n_near;
        release_scene(&scene);
    }
    printf("note: near: %zu links, %zu near candidates, %zu pairs left out\n", n_links, n_near,
           n_left_out);
    assert_true(n_links > tier_draws(400) && n_near > n_links + tier_draws(400) &&
                n_left_out > tier_draws(100));
}

static void count_link(void *context, uint32_t a, uint32_t b, const struct similarity *similarity)
{
    uint64_t *sum = context;
    *sum = hash_pair(hash_pair(*sum, a), hash_pair(b, (uint64_t)(similarity->set * 1e6)));
}

/* Several bands are compared at once, so what is found in one is often too old for the next. */
TEST(near__reports_the_same_links_with_any_number_of_threads)
{
    struct dice chance = {9};
    for (int round = 0; round < 20; round++) {
        struct scene scene;
        struct near_preset preset = {"sets", 1, 0.6, 0, 10};
        make_scene(&scene, &preset, &chance);
        uint32_t numbers[MAX_PAIRS];
        uint64_t sums[3] = {0, 0, 0};
        for (uint32_t i = 0; i < scene.pairs.list.n; i++)
            numbers[i] = i;
        for (int i = 0; i < 3; i++) {
            scoped(union_find) sets = {0};
            struct guard_options guard = {.n_jobs = 1 + 3 * i};
            struct near_search search = {&scene.prints, &scene.pairs, count_link, &sums[i], &guard};
            union_find_init(&sets, scene.pairs.list.n);
            assert_done(near_join(&sets, &search, numbers, scene.pairs.list.n, "comparing", &err));
        }
        assert_true(sums[0] == sums[1] && sums[0] == sums[2]);
        join(&scene, NULL, 0, count_link, &sums[0], NULL);
        assert_true(sums[0] == sums[1]);
        release_scene(&scene);
    }
}

/* The first test of near_compare() must not drop what is just similar enough. */
TEST(near__takes_what_is_just_at_the_threshold)
{
    for (const struct near_preset *preset = near_presets; preset->name; preset++)
        for (uint32_t k = 1; k < 400; k++) {
            uint32_t shared = (uint32_t)(preset->set_threshold * 20 + 0.5) * k, all = 20 * k;
            if (preset->set_threshold * 20 != (double)shared / k)
                fail_msg("%s: not a multiple of 0.05", preset->name);
            struct fingerprint prints[2] = {{.n_tokens = 1000}, {.n_tokens = 1000}};
            uint64_t *numbers = mem_alloc(all, sizeof *numbers);
            for (uint32_t i = 0; i < all; i++)
                numbers[i] = i;
            scoped_memory struct bag *a_bag = bag_new(numbers, shared),
                                     *b_bag = bag_new(numbers, all);
            prints[0].bag.bag = a_bag;
            prints[1].bag.bag = b_bag;
            free(numbers);
            struct near_preset sets_only = *preset;
            sets_only.multiset_threshold = 0;
            struct fingerprints all_prints = {.preset = &sets_only, .programs = prints};
            struct pair a = {.buggy = 0, .fixed = 0}, b = {.buggy = 1, .fixed = 1};
            struct similarity similarity;
            assert_true(near_compare(&similarity, &all_prints, &a, &b));
        }
}
