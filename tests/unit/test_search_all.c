/* A search finds what a comparison of every needle at every place finds. */
#include "guard/leak.h"
#include "tests/support/guarded.h"
#include "tests/support/mutation.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

enum { MOST_TOKENS = 1200, MOST_NEEDLES = 1200 };

/* A made program: one token a line, so that a hit's line tells its place. Letters below `n_names`
 * are names, the others numbers. */
struct made {
    size_t letters[MOST_TOKENS];
    size_t n;
};

static void add_at_will(struct made *made, size_t n_letters, size_t n, struct dice *chance)
{
    while (n--)
        made->letters[made->n++] = dice_below(chance, n_letters);
}

/* A part of a program, its names moved by `shift`, which takes no two to one. */
static struct made part_of(const struct made *whole, size_t start, size_t n, size_t n_names,
                           size_t shift)
{
    struct made part = {.n = n};
    for (size_t i = 0; i < n; i++) {
        size_t letter = whole->letters[start + i];
        part.letters[i] = letter < n_names ? (letter + shift) % n_names : letter;
    }
    return part;
}

static void add_text(struct str *out, const struct made *made, size_t n_names)
{
    str_clear(out);
    for (size_t i = 0; i < made->n; i++)
        str_print(out, "%s%zu\n", made->letters[i] < n_names ? "w" : "", made->letters[i]);
}

/* Needles and what is searched for them. */
struct scene {
    struct match_options how;
    size_t n_names;
    struct made needles[MOST_NEEDLES];
    size_t n;
    struct arena arena;
    struct benchmark benchmark;
    struct needles index;
    struct needle_search *search;
};

static struct scene *scene_new(const struct match_options *how, size_t n_names)
{
    struct scene *scene = mem_alloc(1, sizeof *scene);
    scene->how = *how;
    scene->n_names = n_names;
    return scene;
}

static void scene_free(struct scene *scene)
{
    needle_search_free(scene->search);
    needles_release(&scene->index);
    benchmark_release(&scene->benchmark);
    arena_release(&scene->arena);
    free(scene);
}

static void add_needle(struct scene *scene, const struct made *needle)
{
    scoped(str) text = {0};
    add_text(&text, needle, scene->n_names);
    scene->needles[scene->n++] = *needle;
    benchmark_add(&scene->benchmark, arena_print(&scene->arena, "%zu", scene->n), NULL,
                  arena_copy_text(&scene->arena, str_text(&text), text.length));
}

static void scene_index(struct scene *scene)
{
    needles_of(&scene->index, &scene->benchmark, &scene->how);
    scene->search = needle_search_new(&scene->index);
}

/* By needle: its hit in a program, or NULL. */
static void search_in(struct hits *hits, const struct hit **by_needle, struct scene *scene,
                      const struct made *program)
{
    scoped(str) text = {0};
    scoped(program) cut = {0};
    add_text(&text, program, scene->n_names);
    assert_true(cut_bytes(&cut, str_text(&text), text.length));
    needle_search_program(hits, scene->search, &cut);
    memset(by_needle, 0, scene->n * sizeof *by_needle);
    for (size_t i = 0; i < hits->list.n; i++)
        by_needle[hits->list.items[i].needle] = &hits->list.items[i];
}

/* Whether the needle occurs there as it is, or with each name replaced by one other. */
static bool stands(const struct made *needle, const struct made *program, size_t start,
                   size_t n_names)
{
    const size_t *a = needle->letters, *b = program->letters + start;
    for (size_t i = 0; i < needle->n; i++) {
        bool is_name = a[i] < n_names;
        if (is_name ? b[i] >= n_names : a[i] != b[i])
            return false;
        for (size_t k = 0; k < i && is_name; k++)
            if (a[k] < n_names && (a[i] == a[k]) != (b[i] == b[k]))
                return false;
    }
    return true;
}

/* Returns the line of the first place of the needle; 0: it is nowhere. */
static uint32_t first_place(const struct made *needle, const struct made *program, size_t n_names)
{
    for (size_t start = 0; start + needle->n <= program->n; start++)
        if (stands(needle, program, start, n_names))
            return (uint32_t)start + 1;
    return 0;
}

static int check_places(struct scene *scene, const struct made *program)
{
    static const struct hit *by_needle[MOST_NEEDLES];
    struct hits hits = {0};
    int n_found = 0;
    scene_index(scene);
    search_in(&hits, by_needle, scene, program);
    for (size_t i = 0; i < scene->n; i++) {
        const struct made *needle = &scene->needles[i];
        enum leak_match match = MATCH_TYPE1;
        uint32_t line = first_place(needle, program, 0);
        if (!line && scene->how.match == MATCH_TYPE2) {
            match = MATCH_TYPE2;
            line = first_place(needle, program, scene->n_names);
        }
        if (needle->n < scene->how.min_tokens && needle->n != program->n)
            line = 0;
        const struct hit *hit = by_needle[i];
        if (line != (hit ? hit->line : 0) || (hit && hit->match != match))
            fail_msg("needle %zu of %zu tokens: found at line %u, is at %u", i, needle->n,
                     hit ? hit->line : 0, line);
        n_found += line != 0;
    }
    array_release(&hits.list);
    return n_found;
}

/* Small alphabets make needles that overlap, hold one another and come several times. */
TEST(search__finds_the_first_place_of_each_needle)
{
    static const struct {
        size_t n_letters, n_names;
    } alphabets[] = {{1, 0}, {1, 1}, {2, 1}, {2, 2}, {3, 2}, {4, 4}, {6, 3}, {12, 8}, {40, 20}};
    static const uint32_t min_tokens[] = {SEARCH_MIN_TOKENS, 1};
    static const size_t lengths[] = {20, 12, 7, 21, 33, 20, 40, 28, 1, 2, 3, 4, 19, 8, 25};
    struct dice chance = {7};
    int n_found[2] = {0, 0};
    for (int round = 0; round < 40 * (int)N_ITEMS(alphabets); round++)
        for (int renamed = 0; renamed < 2; renamed++) {
            size_t n_letters = alphabets[round % (int)N_ITEMS(alphabets)].n_letters;
            size_t n_names = alphabets[round % (int)N_ITEMS(alphabets)].n_names;
            struct match_options how = {.match = renamed ? MATCH_TYPE2 : MATCH_TYPE1,
                                        .min_tokens = min_tokens[round % 2]};
            struct scene *scene = scene_new(&how, n_names);
            struct made program = {.n = 0}, stranger = {.n = 0};
            add_at_will(&program, n_letters, 60 + dice_below(&chance, 200), &chance);
            for (int i = 0; i < 30; i++) {
                size_t n = lengths[i % (int)N_ITEMS(lengths)], last = program.n - n;
                size_t start = i == 0 ? 0 : i == 1 ? last : dice_below(&chance, last + 1);
                size_t shift = n_names && i % 3 ? dice_below(&chance, n_names) : 0;
                struct made part = part_of(&program, start, n, n_names, shift);
                add_needle(scene, &part);
            }
            add_at_will(&stranger, n_letters, 30, &chance);
            add_needle(scene, &stranger);
            n_found[renamed] += check_places(scene, &program);
            scene_free(scene);
        }
    assert_true(n_found[0] > 3000 && n_found[1] > n_found[0]);
    printf("note: search: %d needles, %d up to renaming, as a search at every place finds\n",
           n_found[0], n_found[1]);
}

TEST(search__finds_a_needle_as_long_as_the_program)
{
    struct dice chance = {3};
    for (size_t n = 1; n < 40; n++) {
        struct match_options how = {.match = MATCH_TYPE2,
                                    .min_tokens = n < 30 ? 1 : SEARCH_MIN_TOKENS};
        struct scene *scene = scene_new(&how, 3);
        struct made program = {.n = 0};
        add_at_will(&program, 5, n, &chance);
        struct made part = part_of(&program, 0, n, 3, 1);
        add_needle(scene, &part);
        assert_int_equal(check_places(scene, &program), 1);
        scene_free(scene);
    }
}

/* One short text that all items have, at all places. */
TEST(search__finds_a_short_text_of_all_items)
{
    struct match_options how = {.match = MATCH_TYPE1, .min_tokens = 1};
    struct scene *scene = scene_new(&how, 0);
    struct made program = {.n = MOST_TOKENS}, part = {.n = 3};
    for (int i = 0; i < MOST_NEEDLES; i++)
        add_needle(scene, &part);
    assert_int_equal(check_places(scene, &program), MOST_NEEDLES);
    scene_free(scene);
}

TEST(search__finds_nothing_where_nothing_is)
{
    struct match_options how = {
        .match = MATCH_SIMILAR, .threshold = 0.85, .min_tokens = SEARCH_MIN_TOKENS};
    struct scene *scene = scene_new(&how, 3);
    struct made program = {.n = 0}, empty = {.n = 0};
    struct dice chance = {5};
    add_at_will(&program, 5, 30, &chance);
    assert_int_equal(check_places(scene, &program), 0);
    scene_free(scene);
    scene = scene_new(&how, 3);
    add_needle(scene, &program);
    assert_int_equal(check_places(scene, &empty), 0);
    scene_free(scene);
    needle_search_free(NULL);
}

/* What is similar, compared with comparing all. */

enum { N_QUERIES = 800, N_NEEDLES = 700, MOST_ELEMENTS = 120 };

static struct made bag_at_will(struct dice *chance)
{
    struct made made = {.n = 20 + dice_below(chance, MOST_ELEMENTS - 20)};
    for (size_t i = 0; i < made.n; i++)
        made.letters[i] = 1 + dice_below(chance, 60) * dice_below(chance, 60);
    return made;
}

/* The same except for some of its elements; at least about as similar as the threshold. */
static struct made bag_like(const struct made *other, double threshold, struct dice *chance)
{
    struct made made = *other;
    size_t n_changes = dice_below(chance, 1 + (size_t)((double)made.n * (1 - threshold)));
    for (size_t i = 0; i < n_changes; i++)
        made.letters[dice_below(chance, made.n)] = 5000 + dice_below(chance, 100);
    made.n -= threshold < 0.9 ? dice_below(chance, 3) : 0;
    return made;
}

static struct bag *bag_of(const struct made *made)
{
    uint64_t numbers[MOST_TOKENS];
    for (size_t i = 0; i < made->n; i++)
        numbers[i] = made->letters[i];
    return bag_new(numbers, made->n);
}

/* Searches for needles, and expects those that comparing all finds. */
static void expect_all_similar(double threshold)
{
    static const struct hit *by_needle[MOST_NEEDLES];
    struct match_options how = {.match = MATCH_SIMILAR, .threshold = threshold, .min_tokens = 20};
    struct dice chance = {(size_t)(100 * threshold)};
    struct scene *scene = scene_new(&how, 0);
    struct bag *bags[N_NEEDLES];
    int n_expected = 0;
    for (size_t i = 0; i < N_NEEDLES; i++) {
        struct made made = i % 5 == 4 ? bag_like(&scene->needles[i - 1], threshold, &chance)
                                      : bag_at_will(&chance);
        add_needle(scene, &made);
        bags[i] = bag_of(&made);
    }
    scene_index(scene);
    for (int i = 0; i < N_QUERIES; i++) {
        struct made query =
            bag_like(&scene->needles[dice_below(&chance, N_NEEDLES)], threshold, &chance);
        struct hits hits = {0};
        scoped_memory struct bag *bag = bag_of(&query);
        search_in(&hits, by_needle, scene, &query);
        for (size_t k = 0; k < N_NEEDLES; k++) {
            double similarity = bag_similarity(bags[k], bag).multiset;
            bool is_similar = scene->needles[k].n >= 20 && similarity >= threshold;
            if (by_needle[k] && by_needle[k]->match == MATCH_SIMILAR)
                assert_true(is_similar && by_needle[k]->similarity == similarity);
            n_expected += is_similar;
            assert_true(!is_similar || by_needle[k]);
        }
        array_release(&hits.list);
    }
    for (size_t i = 0; i < N_NEEDLES; i++)
        free(bags[i]);
    scene_free(scene);
    assert_true(n_expected > 200);
}

TEST(search__finds_all_that_are_similar)
{
    static const double thresholds[] = {0.5, 0.7, 0.85, 0.95, 1};
    for (size_t i = 0; i < N_ITEMS(thresholds); i++)
        expect_all_similar(thresholds[i]);
}
