/* Splits of real fixes: groups are not divided, and held-out fixes stay held out when more is
 * mined. */
#include "tests/support/test.h"

static const char *const groupings[] = {"problem",
                                        "problem-cluster",
                                        "user",
                                        "duplicates",
                                        "problem-cluster,duplicates",
                                        "problem,user",
                                        "problem-cluster,user,duplicates"};
static const char *const ratios[] = {"8:1:1", "1:1:1", "40:1:1", "9:1", "1:8:1"};

static void mine_and_dedup(const char *tree, const char *db)
{
    run_valid(NULL,
              "\"$TOKFIX\" mine %s -o \"$SCRATCH/%s\" --force && \"$TOKFIX\" dedup \"$SCRATCH/%s\"",
              tree, db, db);
}

static void split(const char *db, const char *seed, const char *ratio, const char *grouping,
                  const char *more)
{
    run_valid(NULL,
              "cd \"$SCRATCH\"; \"$TOKFIX\" split %s --seed %s --ratio %s "
              "--group-by %s %s",
              db, seed, ratio, grouping, more);
}

static int number(const char *db, const char *sql)
{
    scoped(str) output = output_of("cd \"$SCRATCH\"; sqlite3 %s \"%s\"", db, sql);
    int n = atoi(str_text(&output));
    return n;
}

/* Sets of fixes that are tied and in several splits, by the tables alone. */
static int count_torn(const char *db, const char *grouping)
{
    static const struct {
        const char *name, *sql;
    } ties[] = {
        {"problem", "SELECT problem_id AS tie, split FROM fix_details WHERE split <> 'none'"},
        {"problem-cluster",
         "SELECT coalesce(cluster_id, problem_id) AS tie, split FROM fix_details "
         "LEFT JOIN problem_clusters USING (problem_id) WHERE split <> 'none'"},
        {"user", "SELECT user_id AS tie, split FROM fix_details WHERE split <> 'none'"},
        {"duplicates",
         "SELECT kind || representative_fix_key AS tie, split FROM duplicate_clusters JOIN "
         "splits USING (fix_key) WHERE kind <> 'patch'"},
    };
    int n = 0;
    for (size_t i = 0; i < N_ITEMS(ties); i++) {
        scoped(str) name = {0}, sql = {0};
        const char *names = printed(",%s,", grouping);
        str_print(&name, ",%s,", ties[i].name);
        str_print(&sql,
                  "SELECT count(*) FROM (SELECT 1 FROM (%s) GROUP BY tie HAVING "
                  "count(DISTINCT split) > 1)",
                  ties[i].sql);
        if (strstr(names, str_text(&name)))
            n += number(db, str_text(&sql));
    }
    return n;
}

static void check_tied(const char *name, const char *tree)
{
    mine_and_dedup(tree, "tied.db");
    int n = number("tied.db", "SELECT count(*) FROM fixes");
    for (size_t i = 0; i < N_ITEMS(groupings); i++)
        for (int seed = 0; seed < 2; seed++) {
            const char *text = printed("%d", seed);
            split("tied.db", text, ratios[(i + (size_t)seed) % N_ITEMS(ratios)], groupings[i], "");
            assert_int_equal(number("tied.db", "SELECT count(*) FROM splits"), n);
            int n_torn = count_torn("tied.db", groupings[i]);
            if (n_torn)
                fail_msg("%s, closed over %s, seed %d: %d sets are torn", name, groupings[i], seed,
                         n_torn);
        }
    printf("note: split: %s: nothing that is tied is torn, %d fixes, %zu groupings\n", name, n,
           N_ITEMS(groupings));
}

TEST(split__tears_nothing_that_is_tied)
{
    check_tied("sample", "\"$SAMPLE/Project_CodeNet\"");
    if (has_atcoder("splits of real fixes"))
        check_tied("atcoder", "\"$SHARED/data/atcoder\"");
}

/* A part of the AtCoder tree: two problems of three, and of these the users with even numbers. */
static void make_part(void)
{
    run_valid(
        NULL,
        "cd \"$SCRATCH\"; mkdir -p part/metadata; cp -r \"$SHARED/data/atcoder/data\" part/\n"
        "ls \"$SHARED/data/atcoder/metadata\" | grep '^p1' | awk 'NR %% 3' | while read f; do\n"
        "  awk -F, 'NR == 1 || substr($3, length($3)) %% 2 == 0' "
        "\"$SHARED/data/atcoder/metadata/$f\" > part/metadata/$f\n"
        "done\n"
        "cp \"$SHARED/data/atcoder/metadata/problem_list.csv\" part/metadata/ || true");
}

/* Fixes of the part with their splits before (in `old`) and after. */
#define MOVES                                                                                    \
    "ATTACH 'part.db' AS old; WITH moves AS (SELECT o.split AS a, s.split AS b FROM old.splits " \
    "o JOIN old.fix_details x ON x.fix_key = o.fix_key JOIN fix_details y ON y.fix_id = "        \
    "x.fix_id JOIN splits s ON s.fix_key = y.fix_key) SELECT count(*) FROM moves WHERE "

/* Splits the part, then all by what the part says. */
static int compare_splits(const char *seed, const char *ratio, const char *grouping)
{
    split("part.db", seed, ratio, grouping, "");
    split("all.db", seed, ratio, grouping, "--previous part.db");
    assert_int_equal(number("all.db", MOVES "a = 'test' AND b <> 'test'"), 0);
    assert_int_equal(number("all.db", MOVES "a = 'validation' AND b = 'train'"), 0);
    assert_int_equal(count_torn("all.db", grouping), 0);
    return number("all.db", MOVES "a = 'test'");
}

TEST(split__keeps_held_out_what_was)
{
    if (!has_atcoder("the stability of splits"))
        skip();
    int n_test = 0;
    make_part();
    mine_and_dedup("\"$SCRATCH/part\"", "part.db");
    mine_and_dedup("\"$SHARED/data/atcoder\"", "all.db");
    int n_part = number("part.db", "SELECT count(*) FROM fixes");
    int n_all = number("all.db", "SELECT count(*) FROM fixes");
    assert_true(n_part > 80 && n_part < n_all / 2);
    for (size_t i = 0; i < 6; i++) {
        n_test += compare_splits(printed("s%zu", i), ratios[i % 4],
                                 groupings[(i + 4) % N_ITEMS(groupings)]);
        assert_int_equal(number("all.db", "SELECT n_previous FROM split_run"), n_part);
    }
    printf("note: split: %d of the %d fixes of AtCoder mined first: all of %d in test stayed\n",
           n_part, n_all, n_test);
    assert_true(n_test > 50);
}

/* The same command twice writes the same. */
TEST(split__gives_the_same_dump_again)
{
    mine_and_dedup("\"$SAMPLE/Project_CodeNet\"", "again.db");
    split("again.db", "x", "8:1:1", "problem-cluster,duplicates", "");
    scoped(str) first = output_of("sqlite3 \"$SCRATCH/again.db\" .dump");
    split("again.db", "x", "8:1:1", "problem-cluster,duplicates", "");
    scoped(str) second = output_of("sqlite3 \"$SCRATCH/again.db\" .dump");
    assert_string_equal(str_text(&first), str_text(&second));
    split("again.db", "y", "8:1:1", "problem-cluster,duplicates", "");
    run_valid(&second, "sqlite3 \"$SCRATCH/again.db\" .dump");
    assert_string_not_equal(str_text(&first), str_text(&second));
    mine_and_dedup("\"$SAMPLE/Project_CodeNet\"", "again.db");
    split("again.db", "x", "8:1:1", "problem-cluster,duplicates", "");
    run_valid(&second, "sqlite3 \"$SCRATCH/again.db\" .dump");
    assert_string_equal(str_text(&first), str_text(&second));
}
