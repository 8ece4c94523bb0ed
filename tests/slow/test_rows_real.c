/* The same for real submissions: C++ programs of AtCoder, some of them not UTF-8. */
#include "tests/support/run.h"
#include "tests/support/test.h"

TEST(rows_real__of_atcoder_are_those_of_the_tree)
{
    if (!has_python("the trees as rows") || !has_program("zstd", "the trees as rows") ||
        !can_run("test -d \"$SHARED/data/cpp-atcoder\"", "the tree as rows", "it is not here"))
        skip();
    run_valid(NULL, "\"$SAMPLE/../rows/equal.sh\" \"$TOKFIX\" \"$SHARED/data/cpp-atcoder\" "
                    "\"$SCRATCH/real\"");
}
