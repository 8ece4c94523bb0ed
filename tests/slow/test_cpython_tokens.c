/* The tokens of real programs, and of small ones that are hard to tokenize, are those of CPython's
 * own tokenizer (tests/oracle/tokens.py, tests/oracle/cpython_tokens.py). */
#include "tests/support/corpus.h"
#include "tests/support/test.h"

static bool has_oracle(const char *what)
{
    return can_run("test -f \"$OUT/oracle/installed\" && command -v node", what,
                   "Pyodide is missing") &&
           can_run("/usr/bin/python3 -W ignore -c 'import lib2to3'", what, "lib2to3 is missing");
}

/* Compares the tokens of the programs that $SCRATCH/list names. */
static void compare_listed(void)
{
    scoped(str) output = {0};
    if (run_shell(&output, "cd \"$SCRATCH\" && O=\"$SAMPLE/../oracle\" && "
                           "node \"$O/cpython.cjs\" \"$OUT/oracle\" list >python3.rows && "
                           "/usr/bin/python3 \"$O/tokens.py\" --python2 python3.rows >rows && "
                           "python3 \"$O/cpython_tokens.py\" compare \"$TOKFIX\" rows") != 0)
        fail_msg("%s", str_text(&output));
    printf("%s", str_text(&output));
}

TEST(tokens__of_hard_programs_are_those_of_cpython)
{
    if (!has_oracle("CPython's tokens of hard programs"))
        skip();
    run_valid(NULL, "python3 \"$SAMPLE/../oracle/cpython_tokens.py\" write \"$SCRATCH\" "
                    ">\"$SCRATCH/list\"; mkdir \"$SCRATCH/dense\"");
    scoped_file FILE *list = fopen(scratch_path("list"), "a");
    for (size_t i = 0; dense_programs[i]; i++) {
        const char *path = scratch_path(printed("dense/%03zu.py", i));
        write_test_file(path, dense_programs[i], strlen(dense_programs[i]));
        fprintf(list, "%s\n", path);
    }
    fflush(list);
    compare_listed();
}

TEST(tokens__of_real_programs_are_those_of_cpython)
{
    if (!has_oracle("CPython's tokens of real programs"))
        skip();
    has_atcoder("CPython's tokens of more real programs");
    run_valid(NULL, "find \"$SAMPLE/Project_CodeNet/data\" \"$SHARED/data/atcoder/data\" -type f "
                    "-name '*.py' 2>/dev/null | LC_ALL=C sort >\"$SCRATCH/list\"");
    compare_listed();
}
