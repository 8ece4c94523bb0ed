/* The readings of the thesis's open questions, checked with CPython's tokenizer. A run that counts
 * undecided submissions as failing is the same in every way to make it. */
#include "tests/support/test.h"

#define ORACLE "python3 \"$SAMPLE/../oracle/readings.py\" "

/* In real programs a token becomes another one at random: most no longer parse. */
TEST(readings__of_programs_that_do_not_parse_are_those_of_the_tokenizer)
{
    int n_pairs, n_unparsed, n_checked;
    if (!has_atcoder("single-token edits of programs that do not parse"))
        skip();
    scoped(str) output = output_of("cd \"$SCRATCH\" && rm -rf unparsed && mkdir unparsed && " ORACLE
                                   "make unparsed \"$SHARED/data/atcoder\" && "
                                   "\"$TOKFIX\" mine -q unparsed -o unparsed.db --force");
    run_valid(&output, "cd \"$SCRATCH\" && " ORACLE "check unparsed.db unparsed");
    assert_int_equal(sscanf(str_text(&output), "%d %d %d", &n_pairs, &n_unparsed, &n_checked), 3);
    printf("note: of %d pairs, %d differ in one token and do not parse; the tokenizer says so of "
           "%d pairs\n",
           n_pairs, n_unparsed, n_checked);
    assert_true(n_unparsed > 100 && n_checked * 10 > n_pairs * 8);
    run_valid(NULL, "rm -rf \"$SCRATCH/unparsed\"");
}

TEST(readings__of_real_programs_are_those_of_the_tokenizer)
{
    scoped(str) output = {0};
    if (!has_atcoder("the readings of real fixes"))
        skip();
    run_valid(
        &output,
        "cd \"$SCRATCH\" && \"$TOKFIX\" mine -q \"$SHARED/data/atcoder\" -o real.db --force && "
        "\"$TOKFIX\" stats real.db --json >real.json");
    run_valid(&output,
              "cd \"$SCRATCH\" && " ORACLE "stats real.json \"$SHARED/data/atcoder/expected.tsv\"");
    printf("note: readings by CPython: %s", str_text(&output));
}

/* The same bytes from shards and with one job; and another run than without --failing all. */
TEST(mine__with_failing_all_is_the_same_however_it_is_made)
{
    scoped(str) output = {0};
    run_valid(&output, "cd \"$SCRATCH\" && mine() { \"$TOKFIX\" mine --language python -q "
                       "\"$SAMPLE/Project_CodeNet\" --failing "
                       "all --force \"$@\" 2>/dev/null; } && mine -o whole.db && "
                       "mine -j 1 -o again.db && \"$SAMPLE/../same_db.sh\" again.db whole.db && "
                       "mine --shard 1/2 -o 1.db && mine --shard 2/2 -o 2.db && "
                       "\"$TOKFIX\" merge -q merged.db 1.db 2.db --force && "
                       "\"$SAMPLE/../same_db.sh\" merged.db whole.db");
    int status = run_shell(
        &output,
        "cd \"$SCRATCH\" && \"$TOKFIX\" mine --language python -q \"$SAMPLE/Project_CodeNet\" "
        "--shard 2/2 -o 2.db --force 2>/dev/null; "
        "\"$TOKFIX\" merge merged.db 1.db 2.db --force");
    assert_int_equal(status, 1);
    assert_contains(str_text(&output), "--failing is ");
}
