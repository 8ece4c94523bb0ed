/* Benchmark programs as needles of a search. */
#include "guard/leak.h"
#include "tests/support/guarded.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

static const struct match_options options = {
    .match = MATCH_SIMILAR, .threshold = 0.85, .min_tokens = 1};

TEST(needles__may_be_indented_pieces)
{
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
        needles_of(&needles, &benchmark, &options);
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
    } cases[] = {
        {"if", 1},    {"  if", 1}, {"x = (", 3},   {"  x = (", 3}, {"x = 'a", 3}, {"", 0},
        {"# x\n", 0}, {"\n\n", 0}, {"  # x\n", 0}, {"x", 1},       {"  x\ny", 2}, {"  x\n y", 2},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(benchmark) benchmark = {0};
        scoped(needles) needles = {0};
        benchmark_add(&benchmark, "id", cases[i].code, "y = 1\n");
        needles_make(&needles, &benchmark, &options);
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
