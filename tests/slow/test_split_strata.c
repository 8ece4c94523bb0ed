/* Split sets of real fixes, against tests/oracle/splits.py, which reads the tables alone: what they
 * promise holds, and their strata have their shares. */
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
        str_add_text(&expected, "strata 55, outside 0, possible 0\n");
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
