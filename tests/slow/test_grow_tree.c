/* Trees from grow_tree, which knows every fix in them and shares no code with the program. */
#include "tests/support/test.h"

enum { N_FILES = 4000 };

static bool has_generator(void)
{
    return can_run("test -x \"$GROW/grow_tree\"", "grown trees",
                   "grow_tree is not built (make grow-programs)");
}

static void expect_line(const struct str *output, const char *line)
{
    assert_contains(str_text(output), line);
}

static void check_tree(const char *name, const char *seed)
{
    scoped(str) output = output_of("rm -rf \"$SCRATCH/grown\"; mkdir -p \"$SCRATCH/grown\"; "
                                   "\"$GROW/grow_tree\" %s \"$SCRATCH/grown\" %d",
                                   seed, N_FILES);
    run_valid(&output, "\"$TOKFIX\" mine \"$SCRATCH/grown/Project_CodeNet\" -o \"$SCRATCH/g.db\" "
                       "--force -j 2");
    run_valid(&output, "tests/grow/check_fixes.sh \"$SCRATCH/grown\" \"$SCRATCH/g.db\"");
    expect_line(&output, "recall 1.000000\n");
    expect_line(&output, "precision 1.000000\n");
    expect_line(&output, "wrong_histories 0\n");
    expect_line(&output, "wrong_identical 0\n");
    expect_line(&output, "wrong_edits 0\n");
    int n_fixes = 0;
    const char *expected = strstr(str_text(&output), "expected ");
    assert_true(expected && sscanf(expected, "expected %d", &n_fixes) == 1 && n_fixes > 10);
    printf("note: %s: all %d fixes of a grown tree of %d files found, and no others\n", name,
           n_fixes, N_FILES);
}

TEST(grow_tree__fixes_are_found_and_no_others)
{
    if (!has_generator())
        skip();
    check_tree("sample", "\"$SAMPLE/Project_CodeNet\"");
    if (has_atcoder("trees grown out of AtCoder programs"))
        check_tree("atcoder", "\"$SHARED/data/atcoder\"");
}
