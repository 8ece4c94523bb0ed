/* --where takes what conditions over the tables take, in real AtCoder pairs. */
#include "tests/support/run.h"
#include "tests/support/test.h"

TEST(where__takes_what_filters_took_of_real_pairs)
{
    scoped(str) output = {0};
    if (!has_atcoder("--where") || !has_program("sqlite3", "--where"))
        skip();
    run_valid(&output, "%s",
              "mkdir \"$SCRATCH/where\" && cd \"$SCRATCH/where\" && "
              "\"$TOKFIX\" mine \"$SHARED/data/atcoder\" -q -o a.db && "
              "sh \"$SAMPLE/../where.sh\" a.db");
    assert_null(strstr(str_text(&output), "differ"));
    assert_contains(str_text(&output), ": contest <> 'AtCoder'\n");
}
