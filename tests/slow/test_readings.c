/* The readings of the thesis's open questions, checked with CPython's tokenizer. */
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
