/* The tokens of real programs in C, C++ and Java are those of clang and javac
 * (tests/oracle/compiler_tokens.py), and what is not compiled has none
 * (tests/oracle/compiled_groups.py). */
#include "tests/support/run.h"
#include "tests/support/test.h"

/* Compares one of `$PROGRAMS` times ten files. */
static void compare(const char *language, const char *extension, const char *program)
{
    scoped(str) output = {0};
    if (!can_run("test -d \"$SHARED/data/cpp-atcoder\"", "the tokens of compilers",
                 "../shared/data is missing") ||
        !has_program(program, "its tokens"))
        skip();
    int status = run_shell(&output,
                           "find \"$SHARED/data\" -name '*.%s' | sort | "
                           "awk -v step=\"${PROGRAMS:-8}\" 'NR %% (10 * step) == 0' | "
                           "xargs python3 \"$SAMPLE/../oracle/compiler_tokens.py\" \"$TOKFIX\" %s",
                           extension, language);
    if (status != 0)
        fail_msg("%s", str_text(&output));
    printf("note: %s", str_text(&output));
}

TEST(compiler_tokens__of_c_are_those_of_clang)
{
    compare("c", "c", "clang");
}

TEST(compiler_tokens__of_cpp_are_those_of_clang)
{
    compare("cpp", "cpp", "clang");
}

TEST(compiler_tokens__are_what_a_preprocessor_leaves)
{
    scoped(str) output = {0};
    if (!has_program("clang", "what it compiles"))
        skip();
    int status = run_shell(&output, "python3 \"$SAMPLE/../oracle/compiled_groups.py\" \"$TOKFIX\" "
                                    "clang");
    if (status != 0)
        fail_msg("%s", str_text(&output));
    printf("note: %s", str_text(&output));
}

TEST(compiler_tokens__of_java_are_those_of_javac)
{
    compare("java", "java", "javac");
}

/* What real programs seldom have: escapes, names in other letters, the mark of the end. */
TEST(compiler_tokens__of_rare_java_are_those_of_javac)
{
    scoped(str) output = {0};
    if (!has_program("javac", "its tokens"))
        skip();
    run_valid(&output,
              "cd \"$SAMPLE/../oracle\" && javac -encoding UTF-8 -d \"$SCRATCH\" Rare.java "
              "&& python3 compiler_tokens.py \"$TOKFIX\" java Rare.java");
    if (!strstr(str_text(&output), " 0 differ, 0 left out"))
        fail_msg("%s", str_text(&output));
}
