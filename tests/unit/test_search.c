/* Needles are found in whole programs. */
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
        {SUM, {"sum type1 equal 1", "sum type1 equal 1", "sum type1 equal 1"}},
        {"\n# a comment\n" SUM, {"sum type1 equal 3", "sum type1 equal 3", "sum type1 equal 3"}},
        {FILL SUM, {"sum type1 contained 4", "sum type1 contained 4", "sum type1 contained 4"}},
        {SUM SUM, {"sum type1 contained 1", "sum type1 contained 1", "sum type1 contained 1"}},
        /* a weaker match at an earlier place is not reported */
        {SUM_RENAMED SUM,
         {"sum type1 contained 5", "sum type1 contained 5", "sum type1 contained 5"}},
        {SUM_RENAMED, {"", "sum type2 equal 1", "sum type2 equal 1"}},
        {FILL SUM_RENAMED SUM_RENAMED, {"", "sum type2 contained 4", "sum type2 contained 4"}},
        {"\n" SUM_OTHER, {"", "", "sum similar similar 2"}},
        {FILL SUM_OTHER, {"", "", ""}},
        {FILL, {"", "", ""}},
        {"", {"", "", ""}},
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

/* Parts of programs as a person changes them, a line or a token. */
TEST(search__finds_needles_of_any_length_without_a_minimum)
{
    static const char *const needles[] = {"x", "x * x", "total += x * x", "print", "sys", "1 - x"};
    struct match_options how = options[0];
    scoped(benchmark) benchmark = {0};
    for (size_t i = 0; i < N_ITEMS(needles); i++)
        benchmark_add(&benchmark, needles[i], NULL, needles[i]);
    how.min_tokens = 1;
    assert_string_equal(hits_of(&benchmark, &how, SUM),
                        "x type1 contained 2; x * x type1 contained 3; "
                        "total += x * x type1 contained 3; print type1 contained 4");
    how.min_tokens = 20;
    assert_string_equal(hits_of(&benchmark, &how, SUM), "");
    assert_string_equal(hits_of(&benchmark, &how, "# alone\nx*x\n"), "x * x type1 equal 2");
    how.match = MATCH_TYPE2; /* `sys` is any name, and `x * x` one with itself */
    how.min_tokens = 1;
    assert_string_equal(hits_of(&benchmark, &how, SUM_RENAMED),
                        "x type2 contained 1; x * x type2 contained 3; total += x * x type2 "
                        "contained 3; print type1 contained 4; sys type2 contained 1");
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
