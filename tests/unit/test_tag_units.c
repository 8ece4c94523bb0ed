/* Code that can be tagged, and the sharing of rows. */
#include "export/tag_rows.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"
#include "tokenize/languages/language.h"

static void found(struct tag_units *units, struct tag_counts *counts, const struct made_fix *fixes,
                  size_t n, const char *changes, struct tag_options *options)
{
    scoped(fix_selection) selection = {0};
    struct fix_choice choice = FIX_CHOICE_DEFAULT;
    choice.negatives.per_fix = 1;
    options->choice.seed = "0";
    options->n_threads = 2;
    *counts = (struct tag_counts){0};
    *units = (struct tag_units){0};
    made_store("units.db", fixes, n);
    scoped(db) *db = changed_store("units.db", changes);
    assert_done(fix_select(&selection, db, &choice, &err));
    assert_done(tag_units_find(units, db, &selection, &language_python, options, counts, &err));
}

struct expected {
    int64_t fix_key;
    uint32_t number, n_tokens;
    enum part_kind kind;
};

static void assert_units(const struct tag_units *units, const struct expected *expected, size_t n)
{
    assert_int_equal(units->list.n, n);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(units->list.items[i].fix_key, expected[i].fix_key);
        assert_int_equal(units->list.items[i].number, expected[i].number);
        assert_int_equal(units->list.items[i].n_tokens, expected[i].n_tokens);
        assert_int_equal(units->list.items[i].part.kind, expected[i].kind);
    }
}

#define M "    def m(self): return 1\n"

static const struct made_fix fixes[] = {
    {"p1", "u", "def f(): return 1\nf(1)\n", "def f(): return 1\nf(2)\n", false},
    /* f as before */
    {"p1", "u", "def f(): return 1 # one\ndef g(x): return x < 3\n",
     "def f(): return 1 # one\ndef g(x): return x < 4\n", false},
    /* the class holds what was repaired in n, and m does not */
    {"p2", "u", "h(1)\nclass A:\n" M "    def n(self): return 2\n",
     "h(1)\nclass A:\n" M "    def n(self): return 3\n", false},
    /* n once more, and g as it was before it was repaired */
    {"p3", "u", "def n( self ): return 3\nk(5)\n", "def n( self ): return 3\nk(6)\n", false},
    {"p3", "u", "def g(x): return x < 3\nk(7)\n", "def g(x): return x < 3\nk(8)\n", false},
    /* the outer function holds it, too */
    {"p4", "u", "def o():\n    def i(): return 1\n    i()\n",
     "def o():\n    def i(): return 2\n    i()\n", false},
    {"p4", "u", "k(9)\n", "k(8)\n", false},
    {"p4", "u", "k(8)\n", "k(10)\n", false}, /* k(8) is the buggy one here */
    {"p4", "u", "f('<BUG', 1)\n", "f('<BUG>', 1)\n", false},
};

TEST(units__are_pieces_that_no_fix_repaired)
{
    scoped(tag_units) units = {0};
    struct tag_counts counts;
    struct tag_options options = {.max_tags = 5};
    static const struct expected expected[] = {
        {1, 1, 4, PART_FUNCTION}, {3, 1, 2, PART_CODE}, {3, 3, 5, PART_FUNCTION}};
    found(&units, &counts, fixes, N_ITEMS(fixes), "SELECT 1", &options);
    assert_units(&units, expected, N_ITEMS(expected));
    assert_int_equal(counts.n_holding_mark, 1);
    assert_int_equal(counts.n_without_tokens, 0);
    assert_int_equal(counts.n_parts, N_ITEMS(expected));
    assert_int_equal(counts.n_repaired, 10); /* f(2), g, A, n, k(6), g, k(8), o, i, k(10) */
    assert_int_equal(counts.n_tested, 0);
}

TEST(units__are_functions_where_that_is_asked_for)
{
    scoped(tag_units) units = {0};
    struct tag_counts counts;
    struct tag_options options = {.max_tags = 5, .granularity = TAG_FUNCTIONS};
    static const struct expected expected[] = {{1, 1, 4, PART_FUNCTION}, {3, 3, 5, PART_FUNCTION}};
    found(&units, &counts, fixes, N_ITEMS(fixes), "SELECT 1", &options);
    assert_units(&units, expected, N_ITEMS(expected));
    assert_int_equal(counts.n_repaired, 5); /* g twice, n, o, i */
}

/* Of a program only what no fix repaired is tagged. */
TEST(units__are_programs_where_that_is_asked_for)
{
    scoped(tag_units) units = {0};
    struct tag_counts counts;
    struct tag_options options = {.max_tags = 5, .granularity = TAG_PROGRAMS};
    static const struct expected expected[] = {{1, 1, 4, PART_PROGRAM}, /* f */
                                               {2, 1, 4, PART_PROGRAM},
                                               {3, 1, 2, PART_PROGRAM}}; /* h(1); m is in A */
    found(&units, &counts, fixes, N_ITEMS(fixes), "SELECT 1", &options);
    assert_units(&units, expected, N_ITEMS(expected));
    assert_int_equal(units.list.items[0].part.bytes.start, 0);
    assert_int_equal(units.list.items[0].repaired.list.n, 1);
    assert_int_equal(units.list.items[0].repaired.list.items[0].bytes.start, 18);
}

/* A program that is the fixed one of two fixes is without both places, whichever fix is chosen. */
TEST(units__are_without_all_places_of_a_program)
{
    static const char fixed[] = "def a(): return 1\ndef b(): return 2\ndef c(): return 3\n";
    static const struct made_fix twice[] = {
        {"p1", "u", "def a(): return 0\ndef b(): return 2\ndef c(): return 3\n", fixed, false},
        {"p1", "u", "def a(): return 1\ndef b(): return 0\ndef c(): return 3\n", fixed, false},
    };
    static const char *const changes[] = {
        "SELECT 1", "INSERT INTO exclusions VALUES (2, 'benchmark', 'x')",
        "UPDATE fixes SET category = 'other', origin = 'rewrite' WHERE fix_key = 2"};
    for (size_t i = 0; i < N_ITEMS(changes); i++) {
        scoped(tag_units) units = {0};
        struct tag_counts counts;
        struct tag_options options = {.max_tags = 5};
        found(&units, &counts, twice, N_ITEMS(twice), changes[i], &options);
        assert_int_equal(units.list.n, 1);
        assert_int_equal(units.list.items[0].number, 3);
        assert_int_equal(counts.n_repaired, 2);
    }
}

/* A mutant's fixed program was never wrong. */
TEST(mutants__repair_nothing)
{
    static const struct made_fix made[] = {
        {"p1", "u", "def a(): return 0\ndef b(): return 2\n",
         "def a(): return 1\ndef b(): return 2\n", false},
        {"p1", "u", "def a(): return 1\ndef b(): return 3\n",
         "def a(): return 1\ndef b(): return 2\n", false},
    };
    scoped(tag_units) units = {0};
    struct tag_counts counts;
    struct tag_options options = {.max_tags = 5};
    static const struct expected expected[] = {{1, 2, 4, PART_FUNCTION}};
    found(&units, &counts, made, N_ITEMS(made),
          "UPDATE fixes SET origin = 'mutant' WHERE fix_key = 2", &options);
    assert_units(&units, expected, N_ITEMS(expected));
}

#define SPLITS(values)                       \
    MADE_RUN "'seed', '0', 8, 1, 1, '', 0);" \
             "INSERT INTO splits VALUES " values

/* A text that two splits have is of the one that is held out more, also when the other is asked
 * for. */
TEST(units__are_of_one_split)
{
    static const char *const names[] = {"train", "validation"};
    static const struct expected of_train[] = {{3, 1, 2, PART_CODE}, {3, 3, 5, PART_FUNCTION}};
    static const struct expected of_validation[] = {{2, 1, 4, PART_FUNCTION}};
    for (size_t i = 0; i < 2; i++) {
        struct tag_units units;
        struct tag_counts counts;
        struct tag_options options = {.max_tags = 5};
        array_push(&options.choice.splits, names[i]);
        found(&units, &counts, fixes, N_ITEMS(fixes),
              SPLITS("(1, 'train', 1), (2, 'validation', 2), (3, 'train', 3)"), &options);
        assert_units(&units, i ? of_validation : of_train, i ? 1 : 2);
        assert_int_equal(counts.n_repaired, i ? 1 : 3); /* g; f(2), A and n */
        tag_units_release(&units);
        array_release(&options.choice.splits);
    }
}

/* What the test set has in one of its programs is left out, whatever is asked for and whichever
 * fixes of the test set would be chosen. */
TEST(units__are_not_in_the_test_set)
{
    static const struct made_fix tested[] = {
        {"p1", "u", "def f(a): return a\nx(1)\n", "def f(a): return a\nx(2)\n", false},
        {"p2", "u", "def g(a): return a\ny(1)\n", "def g(a): return a\ny(2)\n", false},
        {"p3", "u", "def k(): return 0\nz(1)\n", "def k(): return 0\nz(2)\n", false},
        {"p4", "u", "def f( a ): return a # a\n\nw(1)\n", "def f( a ): return a # a\n\nw(2)\n",
         false},
        {"p5", "u", "def g(a): return a\n", "def g(a): return 1\n", false},
        {"p6", "u", "def k(): return 0\nz(3)\n", "def k(): return 0\nz(2) # k\n", false},
    };
#define OF_TEST \
    SPLITS("(1, 'train', 1), (2, 'train', 2), (3, 'train', 3), (4, 'test', 4), (5, 'test', 5);")
    static const struct {
        const char *changes;
        enum tag_granularity granularity;
        const char *split;
        size_t n_units;
        int64_t n_tested;
    } cases[] = {
        {OF_TEST, TAG_PIECES, "train", 1, 1}, /* f is tested, and g repaired */
        {OF_TEST "INSERT INTO exclusions VALUES (4, 'benchmark', 'x')", TAG_PIECES, "train", 1, 1},
        {OF_TEST "INSERT INTO conflicts VALUES (4, 3)", TAG_FUNCTIONS, "train", 1, 1},
        {OF_TEST "UPDATE fixes SET origin = 'mutant' WHERE fix_key > 3", TAG_PIECES, "train", 1, 2},
        {OF_TEST, TAG_PIECES, "test", 0, 0},
        {OF_TEST, TAG_PIECES, "validation", 0, 0},
        /* of the programs, that of the third fix is a tested one */
        {OF_TEST, TAG_PROGRAMS, "train", 2, 0},
        {OF_TEST "INSERT INTO splits VALUES (6, 'test', 6)", TAG_PROGRAMS, "train", 1, 1},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct tag_units units;
        struct tag_counts counts;
        struct tag_options options = {.max_tags = 5, .granularity = cases[i].granularity};
        array_push(&options.choice.splits, cases[i].split);
        found(&units, &counts, tested, N_ITEMS(tested), cases[i].changes, &options);
        if (units.list.n != cases[i].n_units || counts.n_tested != cases[i].n_tested)
            fail_msg("case %zu: %zu units, %d tested", i, units.list.n, (int)counts.n_tested);
        tag_units_release(&units);
        array_release(&options.choice.splits);
    }
}

/* What the fixes repaired. */
#define WRONG "def m(): return 1\n"
#define RIGHT "def m(): return 2\n"

TEST(units__of_one_token_are_none)
{
    scoped(tag_units) units = {0};
    struct tag_counts counts;
    struct tag_options options = {.max_tags = 5};
    const struct made_fix empty = {"p1", "u", "f()\n" WRONG, "f()\n" RIGHT, false};
    found(&units, &counts, &empty, 1, "SELECT 1", &options);
    assert_int_equal(units.list.n, 0);
}

/* The rows of three units with 2, 3 and many tokens. */
static void assert_shares(int64_t n_rows, size_t max_tags, int64_t n, int64_t a, int64_t b,
                          int64_t c)
{
    scoped(tag_units) units = {0};
    const uint32_t n_tokens[] = {2, 3, 100};
    for (uint64_t i = 0; i < 3; i++)
        array_push(&units.list,
                   (struct tag_unit){.n_tokens = n_tokens[i], .seed = i, .split = STRATUM_NONE});
    array_push(&units.list, (struct tag_unit){.n_tokens = 9, .seed = 0, .split = SPLIT_TRAIN});
    assert_int_equal(tag_units_share(&units, 0, n_rows, max_tags),
                     n_rows < 9 || max_tags > 1 ? n_rows < 381 ? n_rows : 381 : 9);
    assert_int_equal(tag_units_share(&units, STRATUM_NONE, n_rows, max_tags), n);
    assert_int_equal(units.list.items[0].n_rows, a);
    assert_int_equal(units.list.items[1].n_rows, b);
    assert_int_equal(units.list.items[2].n_rows, c);
}

TEST(rows__are_shared_in_rounds)
{
    assert_shares(0, 5, 0, 0, 0, 0);
    assert_shares(1, 5, 1, 1, 0, 0);
    assert_shares(3, 5, 3, 1, 1, 1);
    assert_shares(4, 5, 4, 2, 1, 1);
    assert_shares(9, 5, 9, 2, 4, 3);
    assert_shares(1000, 5, 1000, 2, 6, 992);
    assert_shares(1000, 1, 105, 2, 3, 100); /* there are no more */
}
