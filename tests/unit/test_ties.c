/* Which fixes are grouped. */
#include "guard/ties.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct made_fix fixes[] = {
    {"p1", "u1", "a = 1\n", "a = 2\n", false}, /* 0 */
    {"p1", "u2", "h = 1\n", "h = 3\n", false}, /* 1 */
    {"p2", "u1", "b = 1\n", "b = 2\n", false}, /* 2 */
    {"p3", "u3", "c = 1\n", "c = 2\n", false}, /* 3 */
    {"p4", "u4", "d = 1\n", "d = 2\n", false}, /* 4 */
    {"p5", "u5", "e = 1\n", "e = 2\n", false}, /* 5 */
    {"p2", "u6", "f = 1\n", "f = 2\n", false}, /* 6 */
    {"p6", "u5", "g = 1\n", "g = 2\n", false}, /* 7 */
};

static void make(const char *sql)
{
    made_store("ties.db", fixes, N_ITEMS(fixes));
    store_changed("ties.db", "INSERT INTO dedup_run VALUES (1, 'allamanis', 1, .8, .7, 20, 1, 1)");
    store_changed("ties.db", sql);
}

/* The first pair of the set of each pair. */
static void check(unsigned ties, const char *expected)
{
    scoped(pairs) pairs = {0};
    scoped(union_find) sets = {0};
    scoped(str) text = {0};
    scoped(db) *db = store_opened("ties.db");
    assert_done(pairs_read(&pairs, db, true, &err));
    assert_done(ties_join(&sets, db, &pairs, ties, &err));
    for (uint32_t i = 0; i < pairs.list.n; i++)
        str_print(&text, "%s%u", i ? " " : "", union_find_root(&sets, i));
    assert_string_equal(str_text(&text), expected);
}

TEST(ties__ties_what_it_names)
{
    make("INSERT INTO duplicate_clusters VALUES ('exact', 1, 1), ('exact', 5, 1), ('near', 4, 4), "
         "('near', 5, 4), ('near', 8, 4), ('patch', 6, 6), ('patch', 7, 6);"
         "INSERT INTO problem_clusters VALUES ('p0', 'p0'), ('p2', 'p0'), ('p3', 'p0'), "
         "('p9', 'p9'), ('p8', 'p9')");
    check(TIE_PROBLEM, "0 0 2 3 4 5 2 7");
    check(TIE_PROBLEM_CLUSTER, "0 0 2 2 4 5 2 7");
    check(TIE_PROBLEM | TIE_PROBLEM_CLUSTER, "0 0 2 2 4 5 2 7");
    check(TIE_USER, "0 1 0 3 4 5 6 5");
    check(TIE_DUPLICATES, "0 1 2 3 3 5 6 3");
    check(TIE_PROBLEM | TIE_USER, "0 0 0 3 4 5 0 5");
    check(TIE_DUPLICATES | TIE_USER, "0 1 0 3 3 3 6 3");
    check(TIE_PROBLEM_CLUSTER | TIE_USER | TIE_DUPLICATES, "0 0 0 0 0 0 0 0");
    check(0, "0 1 2 3 4 5 6 7");
}

TEST(ties__leaves_excluded_pairs_alone)
{
    make("INSERT INTO exclusions VALUES (1, 'benchmark', 'x'), (3, 'benchmark', 'x'), "
         "(5, 'ancestry', 'x'), (5, 'benchmark', 'x');"
         "INSERT INTO duplicate_clusters VALUES ('near', 4, 4), ('near', 5, 4), ('near', 8, 4);"
         "INSERT INTO problem_clusters VALUES ('p1', 'p1'), ('p2', 'p1')");
    check(TIE_PROBLEM, "0 1 2 3 4 5 6 7");
    check(TIE_PROBLEM_CLUSTER, "0 1 2 3 4 5 1 7");
    check(TIE_USER, "0 1 2 3 4 5 6 5");
    check(TIE_DUPLICATES, "0 1 2 3 4 5 6 3");
    /* an excluded representative ties the others all the same */
    make("INSERT INTO exclusions VALUES (4, 'benchmark', 'x');"
         "INSERT INTO duplicate_clusters VALUES ('near', 4, 4), ('near', 5, 4), ('near', 8, 4)");
    check(TIE_DUPLICATES, "0 1 2 3 4 5 6 4");
}

/* What one fix made is what the next one repairs, as in git. */
TEST(ties__ties_fixes_with_one_program)
{
    make("UPDATE submissions SET source_key = (SELECT a.source_key FROM fixes JOIN submissions a "
         "ON a.submission_key = fixed_submission_key WHERE fix_key = 3) WHERE submission_key = "
         "(SELECT buggy_submission_key FROM fixes WHERE fix_key = 6)");
    check(TIE_DUPLICATES, "0 1 2 3 4 2 6 7");
    check(TIE_PROBLEM, "0 0 2 3 4 5 2 7");
}

TEST(ties__asks_for_dedup_where_it_needs_it)
{
    scoped(db) *db = NULL;
    scoped(pairs) pairs = {0};
    struct union_find sets;
    made_store("ties.db", fixes, N_ITEMS(fixes));
    check(TIE_PROBLEM | TIE_USER, "0 0 0 3 4 5 0 5");
    db = store_opened("ties.db");
    assert_done(pairs_read(&pairs, db, true, &err));
    assert_error_with(ties_join(&sets, db, &pairs, TIE_DUPLICATES, &err), "tokfix dedup");
    assert_any_error(ties_join(&sets, db, &pairs, TIE_PROBLEM_CLUSTER, &err));
}

TEST(ties__reads_and_writes_names)
{
    static const struct {
        const char *list, *names; /* NULL: bad from the byte `bad` */
        size_t bad;
    } cases[] = {
        {"problem", "problem", 0},
        {"user,problem", "problem,user", 0},
        {"duplicates,user,problem-cluster,problem", "problem,problem-cluster,user,duplicates", 0},
        {"user,user", "user", 0},
        {"", NULL, 0},
        {",", NULL, 0},
        {"user,", NULL, 5},
        {"user,,problem", NULL, 5},
        {"user, problem", NULL, 5},
        {"users", NULL, 0},
        {"use", NULL, 0},
        {"problem,problems", NULL, 8},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *bad;
        scoped(str) names = {0};
        unsigned ties = ties_find(cases[i].list, &bad);
        ties_add_names(&names, ties);
        assert_string_equal(str_text(&names), cases[i].names ? cases[i].names : "");
        if (!cases[i].names)
            assert_ptr_equal(bad, cases[i].list + cases[i].bad);
    }
}
