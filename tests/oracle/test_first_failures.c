/* The first failing submissions of users are those that Python finds in the metadata
 * (tests/oracle/first_failures.py). */
#include "tests/support/run.h"
#include "tests/support/test.h"

static void compare(const char *tree, const char *failing, const char *expected)
{
    run_valid(NULL,
              "\"$TOKFIX\" mine --language python,cpp,c,java --failing %s \"%s\" -q "
              "-o \"$SCRATCH/f.db\" --force",
              failing, tree);
    scoped(str) said =
        output_of("python3 \"$SAMPLE/../oracle/first_failures.py\" \"%s\" \"$SCRATCH/f.db\"", tree);
    assert_string_equal(str_text(&said),
                        printed("%s of them not of the first failing submission\n", expected));
}

TEST(first_failing_date__of_the_sample_agrees_with_its_metadata)
{
    if (!has_python("first failing submissions"))
        skip();
    compare("$SAMPLE/Project_CodeNet", "judged", "96 fixes, 35");
    compare("$SAMPLE/Project_CodeNet", "all", "100 fixes, 39");
}

/* Whole histories of contests and of students. */
TEST(first_failing_date__of_real_histories_agrees_with_their_metadata)
{
    if (!has_python("first failing submissions") || !has_atcoder("first failing submissions"))
        skip();
    compare("$SHARED/data/c-cpack", "judged", "66 fixes, 15");
    compare("$SHARED/data/cpp-atcoder", "judged", "91 fixes, 55");
}
