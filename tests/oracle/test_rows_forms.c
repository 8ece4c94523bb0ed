/* One dump of submissions in the forms that people bring gives the same database
 * (tests/rows/forms.sh). */
#include "tests/support/run.h"
#include "tests/support/test.h"

TEST(rows_forms__of_the_sample_give_the_same)
{
    if (!has_python("the forms of rows") || !has_program("zstd", "the forms of rows"))
        skip();
    run_valid(NULL, "\"$SAMPLE/../rows/forms.sh\" \"$TOKFIX\" \"$SAMPLE/Project_CodeNet\" "
                    "\"$SCRATCH/forms\" 300");
}
