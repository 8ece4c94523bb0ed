/* Each kind of violation, and none. */
#include "guard/crossings.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

#define LOOP(total, x, add, print)                                                              \
    total " = 0\nfor " x " in range(10):\n    if " x " % 2 == 1:\n        " total " " add " " x \
          " * 3\n        " total " //= 2\n" print "(" total ", 'of', 10)\n"
#define OTHER \
    "n = int(input())\nwords = [input().split() for _ in range(n)]\nbest = max(words, key=len)\n"

static const struct made_fix exact[] = {
    {"p1", "u1", LOOP("t", "x", "=", "print"), LOOP("t", "x", "+=", "print"), false},
    {"p2", "u2", LOOP("t", "x", "=", "print") "# the same\n", LOOP("t", "x", "+=", "print"),
     false}};
static const struct made_fix renamed[] = {
    {"p1", "u1", LOOP("t", "x", "=", "print"), LOOP("t", "x", "+=", "print"), false},
    {"p2", "u2", LOOP("s", "y", "=", "say"), LOOP("s", "y", "+=", "say"), false}};
static const struct made_fix near[] = {
    {"p1", "u1", LOOP("t", "x", "=", "print"), LOOP("t", "x", "+=", "print"), false},
    {"p2", "u2", LOOP("t", "x", "=", "print") "print(x)\n",
     LOOP("t", "x", "+=", "print") "print(x)\n", false}};
static const struct made_fix problem[] = {
    {"p1", "u1", LOOP("t", "x", "=", "print"), LOOP("t", "x", "+=", "print"), false},
    {"p1", "u2", OTHER "print(best[1])\n", OTHER "print(best[0])\n", false}};
static const struct made_fix user[] = {
    {"p1", "u1", LOOP("t", "x", "=", "print"), LOOP("t", "x", "+=", "print"), false},
    {"p2", "u1", OTHER "print(best[1])\n", OTHER "print(best[0])\n", false}};
static const struct made_fix none[] = {
    {"p1", "u1", LOOP("t", "x", "=", "print"), LOOP("t", "x", "+=", "print"), false},
    {"p2", "u2", OTHER "print(best[1])\n", OTHER "print(best[0])\n", false}};

enum { EVERYTHING = 15 };

/* The crossings, "what a b; ...". In a static buffer. */
static const char *crossings_of(unsigned ties)
{
    static struct str text;
    scoped(db) *db = made_store_open("check.db");
    scoped(pairs) pairs = {0};
    scoped(fingerprints) prints = {0};
    scoped(crossings) crossings = {0};
    struct guard_options guard = {.n_jobs = 2};
    assert_done(pairs_read(&pairs, db, true, &err));
    assert_done(fingerprints_make(&prints, db, &pairs, &near_presets[0], &guard, &err));
    assert_done(crossings_find(&crossings, db, &pairs, &prints, ties, &guard, &err));
    str_clear(&text);
    for (size_t i = 0; i < crossings.list.n; i++) {
        const struct crossing *crossing = &crossings.list.items[i];
        str_print(&text, "%s%s %u %u", i ? "; " : "", crossing->what, crossing->a, crossing->b);
        bool is_near = strcmp(crossing->what, "near") == 0;
        assert_int_equal(crossing->similarity.set < 1 || crossing->similarity.multiset < 1,
                         is_near);
    }
    return str_text(&text);
}

static void make(const struct made_fix *fixes, const char *sql)
{
    made_store("check.db", fixes, 2);
    store_changed("check.db", "INSERT INTO splits VALUES (1, 'train', 1), (2, 'test', 2)");
    store_changed("check.db", sql);
}

TEST(crossings__finds_each_kind_of_violation)
{
    static const struct {
        const struct made_fix *fixes;
        const char *sql;
        unsigned ties; /* that forbids it */
        const char *crossings;
    } cases[] = {
        {exact, "", TIE_DUPLICATES, "exact 0 1; program 0 1"},
        {renamed, "", TIE_DUPLICATES, "renamed 0 1"},
        {near, "", TIE_DUPLICATES, "near 0 1"},
        {problem, "", TIE_PROBLEM, "problem 0 1"},
        {user, "", TIE_USER, "user 0 1"},
        {none, "INSERT INTO problem_clusters VALUES ('p1', 'p1'), ('p2', 'p1')",
         TIE_PROBLEM_CLUSTER, "problem-cluster 0 1"},
        /* through a problem that has no fix */
        {none, "INSERT INTO problem_clusters VALUES ('p0', 'p0'), ('p1', 'p0'), ('p2', 'p0')",
         TIE_PROBLEM_CLUSTER, "problem-cluster 0 1"},
        /* that dedup has not seen */
        {none, "INSERT INTO problem_descriptions VALUES ('p1', 'x'), ('p2', 'x')",
         TIE_PROBLEM_CLUSTER, "problem-cluster 0 1"},
        {none, "UPDATE problems SET contest = 'AtCoder', name = 'abc221_g'", TIE_PROBLEM_CLUSTER,
         "problem-cluster 0 1"},
        /* both ways together */
        {none,
         "INSERT INTO problem_clusters VALUES ('p0', 'p0'), ('p1', 'p0');"
         "INSERT INTO problem_descriptions VALUES ('p0', 'x'), ('p2', 'x')",
         TIE_PROBLEM_CLUSTER, "problem-cluster 0 1"},
        {none, "", EVERYTHING, ""},
        /* what the store says of duplicates does not matter */
        {none, "INSERT INTO duplicate_clusters VALUES ('near', 1, 1), ('near', 2, 1)", EVERYTHING,
         ""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        make(cases[i].fixes, cases[i].sql);
        assert_string_equal(crossings_of(cases[i].ties), cases[i].crossings);
        if (cases[i].ties != EVERYTHING && cases[i].fixes != problem)
            assert_string_equal(crossings_of(EVERYTHING & ~cases[i].ties), "");
        store_changed("check.db", "UPDATE splits SET split = 'test'");
        assert_string_equal(crossings_of(EVERYTHING), "");
        store_changed("check.db", "UPDATE splits SET split = 'train' WHERE fix_key = 1; "
                                  "INSERT INTO exclusions VALUES (2, 'benchmark', 'x')");
        assert_string_equal(crossings_of(EVERYTHING), "");
        store_changed("check.db", "DELETE FROM exclusions; DELETE FROM splits WHERE fix_key = 1");
        assert_string_equal(crossings_of(EVERYTHING), "");
    }
    make(problem, ""); /* a problem is its own cluster */
    assert_string_equal(crossings_of(TIE_PROBLEM_CLUSTER), "problem-cluster 0 1");
}

TEST(crossings__reports_one_crossing_for_each_further_split)
{
    struct made_fix fixes[8];
    for (size_t i = 0; i < N_ITEMS(fixes); i++)
        fixes[i] = problem[i % 2];
    made_store("check.db", fixes, N_ITEMS(fixes));
    store_changed("check.db",
                  "INSERT INTO splits VALUES (1, 'test', 1), (2, 'test', 1), (3, 'train', 1), "
                  "(4, 'train', 1), (5, 'validation', 1), (6, 'validation', 1), (7, 'test', 1)");
    assert_string_equal(crossings_of(TIE_PROBLEM), "problem 0 2; problem 0 4");
}
