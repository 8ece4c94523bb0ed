/* Programs of a benchmark are found in whole programs. test_search.c compares the search itself. */
#include "guard/leak.h"
#include "tests/support/guarded.h"
#include "tests/support/mutation.h"
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

TEST(search__reports_each_needle_once_in_their_order)
{
    scoped(benchmark) benchmark = {0};
    benchmark_add(&benchmark, "b", SUM, SUM_OTHER);
    benchmark_add(&benchmark, "a", NULL, SUM_RENAMED);
    benchmark_add(&benchmark, "c", FILL, SUM);
    assert_string_equal(hits_of(&benchmark, &options[0], FILL SUM),
                        "b type1 contained 4; c type1 contained 1; c type1 contained 4");
    assert_string_equal(hits_of(&benchmark, &options[1], FILL SUM),
                        "b type1 contained 4; a type2 contained 4; c type1 contained 1; "
                        "c type1 contained 4");
    assert_string_equal(hits_of(&benchmark, &options[2], SUM),
                        "b type1 equal 1; b similar similar 1; a type2 equal 1; c type1 equal 1");
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
