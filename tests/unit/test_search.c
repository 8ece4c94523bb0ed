/* A search finds what a comparison of every needle at every place finds. */
#include "base/str.h"
#include "guard/leak.h"
#include "guard/search.h"
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
    for (int round = 0; round < 20 * (int)N_ITEMS(alphabets); round++)
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
    assert_true(n_found[0] > 1500 && n_found[1] > n_found[0]);
}

/* A needle as long as the program, a short text that all items have at all places, and nothing. */
TEST(search__finds_needles_at_the_ends_of_what_is_possible)
{
    struct dice chance = {3};
    for (size_t n = 0; n < 40; n++) {
        struct match_options how = {.match = MATCH_TYPE2,
                                    .min_tokens = n < 30 ? 1 : SEARCH_MIN_TOKENS};
        struct scene *scene = scene_new(&how, 3);
        struct made program = {.n = 0}, empty = {.n = 0};
        add_at_will(&program, 5, n, &chance);
        struct made part = part_of(&program, 0, n, 3, 1);
        if (n)
            add_needle(scene, &part);
        assert_int_equal(check_places(scene, n % 8 ? &program : &empty), n % 8 ? 1 : 0);
        scene_free(scene);
    }
    struct match_options how = {.match = MATCH_TYPE1, .min_tokens = 1};
    struct scene *scene = scene_new(&how, 0);
    struct made program = {.n = MOST_TOKENS}, part = {.n = 3};
    for (int i = 0; i < MOST_NEEDLES; i++)
        add_needle(scene, &part);
    assert_int_equal(check_places(scene, &program), MOST_NEEDLES);
    scene_free(scene);
    needle_search_free(NULL);
}

/* What is similar, compared with comparing all. */

enum { N_QUERIES = 300, N_NEEDLES = 400, MOST_ELEMENTS = 120 };

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
    assert_true(n_expected > 60);
}

TEST(search__finds_all_that_are_similar)
{
    static const double thresholds[] = {0.5, 0.7, 0.85, 0.95, 1};
    for (size_t i = 0; i < N_ITEMS(thresholds); i++)
        expect_all_similar(thresholds[i]);
}

/* ---- Parts of needles: the longest that are equal beside each other, at all places ---- */

enum { N_NAMES = 6, N_LETTERS = 9 };

/* Adds a token: letters below N_NAMES are names. */
static void add_letter(struct sequence *sequence, size_t letter)
{
    uint32_t n = (uint32_t)sequence->tokens.n;
    struct sequence_token token = {.text = letter + 1, .token = n, .is_name = letter < N_NAMES};
    for (uint32_t i = 0; token.is_name && i < n; i++)
        if (sequence->tokens.items[i].text == token.text)
            token.back = n - i;
    array_push(&sequence->tokens, token);
}

static void add_letters(struct sequence *sequence, size_t n, struct dice *chance)
{
    while (n--)
        add_letter(sequence, dice_below(chance, N_LETTERS));
}

/* Adds a part of a needle, now and then with another token, and from some token on with its names
 * moved. */
static void add_part(struct sequence *code, const struct sequence *needle, struct dice *chance)
{
    size_t n = needle->tokens.n, start = dice_below(chance, n / 2), shift = 0;
    for (size_t i = start; i < n; i++) {
        size_t letter = needle->tokens.items[i].text - 1;
        shift = dice_below(chance, 30) ? shift : dice_below(chance, N_NAMES);
        if (letter < N_NAMES)
            letter = (letter + shift) % N_NAMES;
        add_letter(code, dice_below(chance, 40) ? letter : dice_below(chance, N_LETTERS));
    }
}

/* Whether the tokens are equal as they are, or if each name is replaced by one other. */
static bool are_equal(const struct sequence_token *a, const struct sequence_token *b, size_t n,
                      bool is_renamed)
{
    for (size_t i = 0; i < n; i++) {
        bool is_name = is_renamed && a[i].is_name && b[i].is_name;
        if (!is_name && a[i].text != b[i].text)
            return false;
        for (size_t k = 0; k < i && is_name; k++)
            if (a[k].is_name && (a[i].text == a[k].text) != (b[i].text == b[k].text))
                return false;
    }
    return true;
}

static void print_match(struct str *out, const struct search_match *match)
{
    str_print(out, "%u..%u at %u%s%s; ", match->start, match->start + match->n_tokens, match->at,
              match->is_whole ? " whole" : "", match->is_exact ? " exact" : "");
}

/* Prints the longest equal parts beside each other at a shift, by start. */
static void expect_parts(struct str *out, const struct sequence *needle,
                         const struct sequence *code, int64_t shift, bool is_renamed)
{
    const struct sequence_token *a = code->tokens.items, *b = needle->tokens.items;
    int64_t last = shift + (int64_t)needle->tokens.n, n_code = (int64_t)code->tokens.n;
    int64_t end = 0, limit = last < n_code ? last : n_code;
    for (int64_t start = shift > 0 ? shift : 0; start < limit; start++) {
        int64_t to = end > start ? end : start;
        while (to < limit &&
               are_equal(&a[start], &b[start - shift], (size_t)(to + 1 - start), is_renamed))
            to++;
        struct search_match match = {.start = (uint32_t)(start - shift),
                                     .n_tokens = (uint32_t)(to - start),
                                     .at = (uint32_t)start,
                                     .is_whole = to - start == (int64_t)needle->tokens.n,
                                     .is_exact = !is_renamed};
        if (to > end && match.n_tokens >= SEARCH_MIN_TOKENS)
            print_match(out, &match);
        end = to > end ? to : end;
    }
}

static int compare_matches(const void *a, const void *b)
{
    const struct search_match *x = a, *y = b;
    int64_t shift = (int64_t)x->at - x->start, other_shift = (int64_t)y->at - y->start;
    int order = COMPARE(shift, other_shift);
    order = order ? order : COMPARE(y->is_exact, x->is_exact);
    return order ? order : COMPARE(x->start, y->start);
}

static struct search_index *index_of(const struct sequence *needle,
                                     const struct search_options *options)
{
    struct search_index *index = search_index_new(options);
    search_index_add(index, needle->tokens.items, needle->tokens.n);
    search_index_finish(index);
    return index;
}

/* Returns the number of parts. */
static size_t check_parts(const struct sequence *needle, const struct sequence *code)
{
    const struct search_options options = {.is_renamed = true, .has_parts = true};
    struct search_index *index = index_of(needle, &options);
    scoped(search) *search = search_new(index);
    struct search_matches found = {.list = {0}};
    scoped(str) expected = {0}, printed_out = {0};
    search_code(&found, search, code);
    array_sort(&found.list, compare_matches);
    for (size_t i = 0; i < found.list.n; i++)
        if (i == 0 || compare_matches(&found.list.items[i - 1], &found.list.items[i]) != 0)
            print_match(&printed_out, &found.list.items[i]);
    for (int64_t shift = 1 - (int64_t)needle->tokens.n; shift < (int64_t)code->tokens.n; shift++) {
        size_t before = expected.length;
        expect_parts(&expected, needle, code, shift, false);
        if (!strstr(str_text(&expected) + before, "whole"))
            expect_parts(&expected, needle, code, shift, true);
    }
    assert_false(found.is_cut_short);
    assert_string_equal(str_text(&printed_out), str_text(&expected));
    size_t n = found.list.n;
    array_release(&found.list);
    search_index_free(index);
    return n;
}

TEST(search__finds_all_longest_parts)
{
    struct dice chance = {11};
    size_t n_found = 0;
    for (int round = 0; round < 150; round++) {
        scoped(sequence) needle = {.tokens = {0}}, code = {.tokens = {0}};
        add_letters(&needle, 20 + dice_below(&chance, 60), &chance);
        add_letters(&code, dice_below(&chance, 20), &chance);
        add_part(&code, &needle, &chance);
        add_letters(&code, dice_below(&chance, 5), &chance);
        add_part(&code, &needle, &chance);
        n_found += check_parts(&needle, &code);
    }
    assert_true(n_found > 150);
}

/* Any token takes the place of others, and the search for parts ends in hostile code. */
TEST(search__goes_on_after_any_token_and_has_an_end)
{
    const struct search_options options = {.has_parts = true};
    scoped(sequence) needle = {.tokens = {0}}, code = {.tokens = {0}};
    struct search_matches found = {.list = {0}};
    for (size_t i = 0; i < 30; i++) {
        add_letter(&needle, N_NAMES + i);
        add_letter(&code, N_NAMES + i);
    }
    code.tokens.items[13].text = SEQUENCE_ANY;
    struct search_index *index = index_of(&needle, &options);
    struct search *search = search_new(index);
    search_code(&found, search, &code);
    assert_true(found.list.n >= 1 && found.list.items[0].is_whole && found.list.items[0].is_exact);
    search_free(search);
    search_index_free(index);
    while (needle.tokens.n < 30000)
        add_letter(&needle, N_NAMES);
    while (code.tokens.n < 30000)
        add_letter(&code, N_NAMES);
    index = index_of(&needle, &options);
    search = search_new(index);
    search_code(&found, search, &code);
    assert_true(found.is_cut_short);
    search_free(search);
    search_index_free(index);
    array_release(&found.list);
}
