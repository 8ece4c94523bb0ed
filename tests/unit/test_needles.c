/* Programs of a benchmark are found in whole programs. test_search.c compares the search itself. */
#include "base/chance.h"
#include "guard/leak.h"
#include "tests/support/guarded.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

#define SUM         "total = 0\nfor x in items:\n    total += x * x - 1\nprint(total, len(items))\n"
#define SUM_RENAMED "s = 0\nfor y in v:\n    s += y * y - 1\nprint(s, len(v))\n"
#define SUM_OTHER   "total = 0\nfor x in items:\n    total += x * x - 2\nprint(total, len(items))\n"
#define FILL                                                    \
    "import sys\nrows = [line.split() for line in sys.stdin]\n" \
    "assert rows, 'empty'\n"

static const struct match_options options[] = {
    {.match = MATCH_TYPE1, .threshold = 0.85, .min_tokens = 20},
    {.match = MATCH_TYPE2, .threshold = 0.85, .min_tokens = 20},
    {.match = MATCH_SIMILAR, .threshold = 0.85, .min_tokens = 20},
};

/* What is found of the needles, "item match relation line; ...". In a static buffer. */
static const char *hits_of(const struct benchmark *items, const struct match_options *how,
                           const char *code)
{
    static struct str text;
    struct benchmark benchmark = *items;
    scoped(needles) needles = {0};
    struct hits hits = {0};
    needles_of(&needles, &benchmark, how);
    scoped(needle_search) *search = needle_search_new(&needles);
    scoped(program) program = tokenized(code);
    needle_search_program(&hits, search, &program);
    str_clear(&text);
    for (size_t i = 0; i < hits.list.n; i++) {
        const struct hit *hit = &hits.list.items[i];
        const struct needle *needle = &needles.list.items[hit->needle];
        assert_true(hit->relation == RELATION_SIMILAR || hit->similarity == 1);
        str_print(&text, "%s%s %s %s %u", i ? "; " : "", items->items.items[needle->item].id,
                  leak_match_names[hit->match], leak_relation_names[hit->relation], hit->line);
    }
    array_release(&hits.list);
    return str_text(&text);
}

TEST(search__reports_the_strongest_match_and_its_first_place)
{
    static const struct {
        const char *code;
        const char *found[N_ITEMS(options)];
    } cases[] = {
        {"\n# a comment\n" SUM, {"sum type1 equal 3", "sum type1 equal 3", "sum type1 equal 3"}},
        {SUM SUM, {"sum type1 contained 1", "sum type1 contained 1", "sum type1 contained 1"}},
        /* a weaker match at an earlier place is not reported */
        {SUM_RENAMED SUM,
         {"sum type1 contained 5", "sum type1 contained 5", "sum type1 contained 5"}},
        {SUM_RENAMED, {"", "sum type2 equal 1", "sum type2 equal 1"}},
        {FILL SUM_RENAMED SUM_RENAMED, {"", "sum type2 contained 4", "sum type2 contained 4"}},
        {"\n" SUM_OTHER, {"", "", "sum similar similar 2"}},
        {FILL SUM_OTHER, {"", "", ""}},
        {"# nothing\n", {"", "", ""}},
    };
    scoped(benchmark) benchmark = {0};
    benchmark_add(&benchmark, "sum", NULL, SUM);
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (size_t k = 0; k < N_ITEMS(options); k++) {
            const char *found = hits_of(&benchmark, &options[k], cases[i].code);
            if (strcmp(found, cases[i].found[k]) != 0)
                fail_msg("case %zu, options %zu: '%s', expected '%s'", i, k, found,
                         cases[i].found[k]);
        }
}

/* A part of a program as short as this says nothing. */
TEST(search__takes_short_needles_for_equal_ones_only)
{
    static const struct {
        const char *code, *renamed, *similar;
        bool is_long;
    } cases[] = {
        {"print(-int(input()), int(input()), 2)\n", "say(-num(get()), num(get()), 2)\n",
         "print(int(-input()), int(input()), 2)\n", false}, /* 19 tokens */
        {"print(int(input()) + 1, int(input()), 2)\n", "say(num(get()) + 1, num(get()), 2)\n",
         "print(1 + int(input()), int(input()), 2)\n", true},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        bool is_long = cases[i].is_long;
        scoped(benchmark) benchmark = {0};
        scoped(str) inside = str_of(FILL "%s", cases[i].code);
        scoped(str) inside_renamed = str_of(FILL "%s", cases[i].renamed);
        benchmark_add(&benchmark, "it", NULL, cases[i].code);
        assert_string_equal(hits_of(&benchmark, &options[2], cases[i].code), "it type1 equal 1");
        assert_string_equal(hits_of(&benchmark, &options[2], cases[i].renamed), "it type2 equal 1");
        assert_string_equal(hits_of(&benchmark, &options[2], str_text(&inside)),
                            is_long ? "it type1 contained 4" : "");
        assert_string_equal(hits_of(&benchmark, &options[2], str_text(&inside_renamed)),
                            is_long ? "it type2 contained 4" : "");
        assert_string_equal(hits_of(&benchmark, &options[2], cases[i].similar),
                            is_long ? "it similar similar 1" : "");
    }
}

TEST(needles__may_be_indented_pieces)
{
    static const struct match_options piece = {
        .match = MATCH_SIMILAR, .threshold = 0.85, .min_tokens = 1};
    static const char *const pieces[] = {
        "    total = start\n    for x in items:\n        total += x\n    return total\n",
        "\ttotal = start\n\tfor x in items:\n\t\ttotal += x\n\treturn total\n",
        " total = start\n for x in items:\n   total += x\n return total",
    };
    scoped(program) program =
        tokenized("def add(items, start):\n  total = start\n  for x in items:\n"
                  "    total += x\n  return total\n");
    for (size_t i = 0; i < N_ITEMS(pieces); i++) {
        scoped(benchmark) benchmark = {0};
        scoped(needles) needles = {0};
        struct hits hits = {0};
        benchmark_add(&benchmark, "piece", NULL, pieces[i]);
        needles_of(&needles, &benchmark, &piece);
        assert_int_equal(search_index_needle(needles.index, 0)->tokens.n, 13);
        scoped(needle_search) *search = needle_search_new(&needles);
        needle_search_program(&hits, search, &program);
        assert_int_equal(hits.list.n, 1);
        assert_int_equal(hits.list.items[0].match, MATCH_TYPE1);
        assert_int_equal(hits.list.items[0].relation, RELATION_CONTAINED);
        assert_int_equal(hits.list.items[0].line, 2);
        array_release(&hits.list);
    }
}

TEST(needles__say_what_cannot_be_searched_for)
{
    static const struct {
        const char *code;
        size_t n_tokens; /* 0: it cannot */
    } cases[] = {{"if", 1}, {"  x = (", 3}, {"x = 'a", 3}, {"", 0},       {"# x\n", 0},
                 {"\n", 0}, {"  # x\n", 0}, {"x", 1},      {"  x\ny", 2}, {"  x\n y", 2}};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(benchmark) benchmark = {0};
        scoped(needles) needles = {0};
        benchmark_add(&benchmark, "id", cases[i].code, "y = 1\n");
        needles_make(&needles, &benchmark, &options[2]);
        assert_int_equal(needles.list.n, cases[i].n_tokens ? 2 : 1);
        assert_int_equal(needles.list.items[needles.list.n - 1].side, ITEM_FIXED);
        assert_int_equal(benchmark.rejects.n, cases[i].n_tokens ? 0 : 1);
        if (cases[i].n_tokens) {
            assert_int_equal(search_index_needle(needles.index, 0)->tokens.n, cases[i].n_tokens);
            continue;
        }
        assert_string_equal(benchmark.rejects.items[0].place, "id (buggy)");
        assert_string_equal(benchmark.rejects.items[0].reason, "has no tokens");
    }
}

/* ---- What is similar, compared with comparing all ---- */

enum { N_QUERIES = 300, N_NEEDLES = 400, MOST_ELEMENTS = 120 };

/* A made program: so many tokens, all numbers. */
struct made {
    size_t numbers[MOST_ELEMENTS], n;
};

static struct made made_at_will(struct dice *chance)
{
    struct made made = {.n = 20 + dice_below(chance, MOST_ELEMENTS - 20)};
    for (size_t i = 0; i < made.n; i++)
        made.numbers[i] = 1 + dice_below(chance, 60) * dice_below(chance, 60);
    return made;
}

/* The same except for some of its tokens; at least about as similar as the threshold. */
static struct made made_like(const struct made *other, double threshold, struct dice *chance)
{
    struct made made = *other;
    size_t n_changes = dice_below(chance, 1 + (size_t)((double)made.n * (1 - threshold)));
    for (size_t i = 0; i < n_changes; i++)
        made.numbers[dice_below(chance, made.n)] = 5000 + dice_below(chance, 100);
    made.n -= threshold < 0.9 ? dice_below(chance, 3) : 0;
    return made;
}

static const char *text_of(const struct made *made)
{
    scoped(str) text = {0};
    for (size_t i = 0; i < made->n; i++)
        str_print(&text, "%zu\n", made->numbers[i]);
    return printed("%s", str_text(&text));
}

static struct bag *bag_of(const struct made *made)
{
    uint64_t numbers[MOST_ELEMENTS];
    for (size_t i = 0; i < made->n; i++)
        numbers[i] = made->numbers[i];
    return bag_new(numbers, made->n);
}

/* Searches for needles, and expects those that comparing all finds. */
static void expect_all_similar(double threshold)
{
    static struct made made[N_NEEDLES];
    const struct match_options how = {
        .match = MATCH_SIMILAR, .threshold = threshold, .min_tokens = 20};
    struct dice chance = {(size_t)(100 * threshold)};
    struct bag *bags[N_NEEDLES];
    scoped(benchmark) benchmark = {0};
    scoped(needles) needles = {0};
    size_t n_expected = 0;
    for (size_t i = 0; i < N_NEEDLES; i++) {
        made[i] = i % 5 == 4 ? made_like(&made[i - 1], threshold, &chance) : made_at_will(&chance);
        bags[i] = bag_of(&made[i]);
        benchmark_add(&benchmark, printed("%zu", i), NULL, text_of(&made[i]));
    }
    needles_of(&needles, &benchmark, &how);
    scoped(needle_search) *search = needle_search_new(&needles);
    for (size_t i = 0; i < tier_draws(N_QUERIES); i++) {
        struct made query = made_like(&made[dice_below(&chance, N_NEEDLES)], threshold, &chance);
        const struct hit *by_needle[N_NEEDLES] = {NULL};
        struct hits hits = {0};
        scoped_memory struct bag *bag = bag_of(&query);
        scoped(program) program = tokenized(text_of(&query));
        needle_search_program(&hits, search, &program);
        for (size_t k = 0; k < hits.list.n; k++)
            by_needle[hits.list.items[k].needle] = &hits.list.items[k];
        for (size_t k = 0; k < N_NEEDLES; k++) {
            double similarity = bag_similarity(bags[k], bag).multiset;
            bool is_similar = made[k].n >= 20 && similarity >= threshold;
            if (by_needle[k] && by_needle[k]->match == MATCH_SIMILAR)
                assert_true(is_similar && by_needle[k]->similarity == similarity);
            n_expected += is_similar;
            assert_true(!is_similar || by_needle[k]);
        }
        array_release(&hits.list);
    }
    for (size_t i = 0; i < N_NEEDLES; i++)
        free(bags[i]);
    assert_true(n_expected > tier_draws(60));
}

TEST(needles__that_are_similar_are_all_found)
{
    static const double thresholds[] = {0.5, 0.7, 0.85, 0.95, 1};
    for (size_t i = 0; i < N_ITEMS(thresholds); i++)
        expect_all_similar(thresholds[i]);
}
