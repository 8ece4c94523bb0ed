/* Rows with the submissions of a CodeNet tree give the database of the tree, whatever their format,
 * their order, the number of jobs and of shards (tests/rows/equal.sh). */
#include "tests/support/run.h"
#include "tests/support/test.h"

static bool can_convert(void)
{
    return has_python("the trees as rows") && has_program("zstd", "the trees as rows");
}

TEST(rows_equal__of_the_sample)
{
    if (!can_convert())
        skip();
    run_valid(NULL, "\"$SAMPLE/../rows/equal.sh\" \"$TOKFIX\" \"$SAMPLE/Project_CodeNet\" "
                    "\"$SCRATCH/sample\"");
}
