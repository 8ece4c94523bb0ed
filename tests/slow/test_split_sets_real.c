/* Split sets of real fixes, against tests/oracle/splits.py, which reads the tables alone: what they
 * promise holds, their strata have their shares, and held-out fixes stay held out when more is
 * mined. */
#include "tests/support/test.h"

#define TOOL "\"$TOKFIX\" "

/* Mines AtCoder's programs and four data sets of other languages, and merges them. */
static void make_store(const char *name)
{
    run_valid(NULL,
              "cd \"$SCRATCH\"; " TOOL "mine -q \"$SHARED/data/atcoder\" -o atcoder.db\n"
              "for set in cpp-atcoder c-codeflaws c-cpack java-condefects; do\n"
              "  " TOOL "mine -q \"$SHARED/data/$set\" -o $set.db --prefix $set\n"
              "done\n" TOOL "merge -q %s atcoder.db cpp-atcoder.db c-codeflaws.db c-cpack.db "
              "java-condefects.db; " TOOL "dedup -q %s >dedup.txt",
              name, name);
}

static void split(const char *name, const char *options)
{
    run_valid(NULL, "cd \"$SCRATCH\"; " TOOL "split -q %s %s >split.txt", name, options);
}

static void check_promises(const char *name, const char *expected)
{
    scoped(str) output = output_of(
        "python3 tests/oracle/splits.py \"$SCRATCH/%s\" | sed 's/.*\\t\\(strata\\)/\\1/'", name);
    assert_string_equal(str_text(&output), expected);
}

/* Each stratum with 20 wanted fixes in a split is within the tolerance, with ten seeds. */
TEST(split_strata__have_their_shares)
{
    if (!has_atcoder("the strata of splits"))
        skip();
    scoped(str) expected = {0};
    make_store("strata.db");
    for (int seed = 0; seed < 10; seed++) {
        split("strata.db", printed("--split-set seed%d --seed %d", seed, seed));
        str_add_text(&expected, "strata 55, outside 0\n");
    }
    check_promises("strata.db", str_text(&expected));
    printf(
        "note: split: of 55 strata that want 20 fixes of a split, none is outside the tolerance, "
        "with ten seeds\n");
}

/* Groups are large if users join them. Three strata are outside in any division if problems join
 * them, too, as trying all divisions of the largest groups has shown. */
TEST(split_strata__have_as_few_outside_as_any_division)
{
    if (!has_atcoder("the strata of splits with large groups"))
        skip();
    static const char *const options[] = {"--folds 5", "--group-by user,duplicates --folds 5",
                                          "--group-by problem-cluster,user,duplicates"};
    make_store("large.db");
    for (size_t i = 0; i < N_ITEMS(options); i++)
        for (int seed = 0; seed < 10; seed++) {
            split("large.db", printed("--split-set large --json --seed %d %s", seed, options[i]));
            scoped(str) output = output_of("jq '.outside | length' \"$SCRATCH/split.txt\"");
            assert_string_equal(str_text(&output), i == 2 ? "3\n" : "0\n");
        }
}

TEST(split_strata__are_those_of_all_kinds_of_sets)
{
    if (!has_atcoder("the promises of splits"))
        skip();
    make_store("kinds.db");
    split("kinds.db", "--split-set across");
    split("kinds.db", "--split-set folds --folds 5");
    split("kinds.db", "--split-set problems --group-by problem-cluster,user,duplicates");
    split("kinds.db", "--split-set temporal --by-date 2022-01-01:2023-01-01");
    split("kinds.db",
          "--split-set temporal-within --by-date 2022-06-01 --group-by user,duplicates");
    split("kinds.db", "--split-set within --group-by user,duplicates");
    run_valid(NULL, "python3 tests/oracle/splits.py \"$SCRATCH/kinds.db\"");
    static const char *const sets[] = {"across",   "folds",           "problems",
                                       "temporal", "temporal-within", "within"};
    for (size_t i = 0; i < N_ITEMS(sets); i++)
        run_valid(NULL, "cd \"$SCRATCH\"; " TOOL "check -q kinds.db --split-set %s", sets[i]);
}

static struct str splits_of(const char *name)
{
    return output_of("cd \"$SCRATCH\"; sqlite3 %s \"SELECT fix_id, split FROM fix_details "
                     "ORDER BY fix_id\"",
                     name);
}

/* A database of shards, merged in another order, has the same splits. */
TEST(split_strata__do_not_depend_on_shards_and_order)
{
    if (!has_atcoder("the splits of shards"))
        skip();
    make_store("whole.db");
    run_valid(NULL, "cd \"$SCRATCH\"; for shard in 1 2 3; do\n"
                    "  " TOOL "mine -q \"$SHARED/data/atcoder\" -o s$shard.db --shard $shard/3\n"
                    "done; " TOOL "merge -q shards.db s3.db s1.db s2.db\n" TOOL
                    "merge -q turned.db java-condefects.db c-cpack.db cpp-atcoder.db shards.db "
                    "c-codeflaws.db; " TOOL "dedup -q turned.db >dedup.txt");
    static const char *const options[] = {"", "--folds 5", "--group-by user,duplicates",
                                          "--by-date 2022-06-01"};
    for (size_t i = 0; i < N_ITEMS(options); i++) {
        split("whole.db", options[i]);
        split("turned.db", options[i]);
        scoped(str) whole = splits_of("whole.db"), turned = splits_of("turned.db");
        assert_true(whole.length > 50000);
        assert_string_equal(str_text(&whole), str_text(&turned));
    }
}

/* ---- An earlier split ---- */

static const char *const groupings[] = {"problem-cluster,duplicates",
                                        "problem,user",
                                        "problem-cluster,user,duplicates",
                                        "problem",
                                        "problem-cluster",
                                        "user"};
static const char *const ratios[] = {"8:1:1", "1:1:1", "40:1:1", "9:1"};

static void mine_and_dedup(const char *tree, const char *db)
{
    run_valid(NULL,
              "\"$TOKFIX\" mine %s -o \"$SCRATCH/%s\" --force && \"$TOKFIX\" dedup \"$SCRATCH/%s\"",
              tree, db, db);
}

static int number(const char *db, const char *sql)
{
    scoped(str) output = output_of("cd \"$SCRATCH\"; sqlite3 %s \"%s\"", db, sql);
    int n = atoi(str_text(&output));
    return n;
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
    const char *options = printed("--seed %s --ratio %s --group-by %s", seed, ratio, grouping);
    split("part.db", options);
    split("all.db", printed("%s --previous part.db", options));
    assert_int_equal(number("all.db", MOVES "a = 'test' AND b <> 'test'"), 0);
    assert_int_equal(number("all.db", MOVES "a = 'validation' AND b = 'train'"), 0);
    run_valid(NULL, "python3 tests/oracle/splits.py \"$SCRATCH/all.db\"");
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
    for (size_t i = 0; i < N_ITEMS(groupings); i++) {
        n_test += compare_splits(printed("s%zu", i), ratios[i % 4], groupings[i]);
        assert_int_equal(number("all.db", "SELECT n_previous FROM split_run"), n_part);
    }
    printf("note: split: %d of the %d fixes of AtCoder mined first: all of %d in test stayed\n",
           n_part, n_all, n_test);
    assert_true(n_test > 50);
}
