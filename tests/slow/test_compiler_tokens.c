/* The tokens of real programs in C, C++, Java and Go are those of clang, javac and go/scanner
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

TEST(compiler_tokens__of_go_are_those_of_its_scanner)
{
    scoped(str) output = {0};
    if (!can_run("test -e \"$SHARED/data/languages/go.tar.xz\"", "the tokens of Go",
                 "the real data are missing") ||
        !has_program("go", "its tokens"))
        skip();
    run_valid(&output, "export HOME=\"$SCRATCH\" && tar -C \"$SCRATCH\" -xf "
                       "\"$SHARED/data/languages/go.tar.xz\" && "
                       "cp \"$SAMPLE/../oracle/rare.go\" \"$SCRATCH\" && "
                       "python3 \"$SAMPLE/../oracle/compiler_tokens.py\" \"$TOKFIX\" go "
                       "\"$SCRATCH/rare.go\" $(find \"$SCRATCH/go/data\" -name '*.go' | sort | "
                       "awk -v step=\"${PROGRAMS:-8}\" 'NR %% step == 0')");
    if (!strstr(str_text(&output), " 0 differ, "))
        fail_msg("%s", str_text(&output));
    printf("note: %s", str_text(&output));
}

/* Of 364 real pairs, the single tokens are those that go/scanner sees (README of the data). */
TEST(compiler_tokens__of_go_make_the_same_fixes)
{
    if (!can_run("test -e \"$SHARED/data/languages/go.tar.xz\"", "the fixes of Go",
                 "the real data are missing"))
        skip();
    run_valid(NULL,
              "tar -C \"$SCRATCH\" -xf \"$SHARED/data/languages/go.tar.xz\" && cd "
              "\"$SCRATCH\" && \"$TOKFIX\" mine go --language go -q -o go.db && "
              "sqlite3 -tabs go.db 'select problem_id, buggy_submission_id, edit, line, "
              "hex(before), hex(after) from fix_details order by 1, 2' >fixes && "
              "awk -F '\t' '$4 == \"single\"' go/expected.tsv >single && "
              "python3 - <<'END' >expected\n"
              "for row in sorted(line.rstrip('\\n').split('\\t') for line in open('single')):\n"
              "    before, after = (text.encode().decode('unicode_escape').encode('latin-1')\n"
              "                     .hex().upper() for text in row[5:7])\n"
              "    print(row[0], row[1], row[4], row[7], before, after, sep='\\t')\n"
              "END\n"
              "test -s expected && diff fixes expected");
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
