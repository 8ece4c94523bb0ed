/* The tokens of real programs, and of small ones that are hard to tokenize, are those of tokenizers
 * that are not ours: clang, javac and go/scanner (tests/oracle/compiler_tokens.py), and CPython's
 * (tests/oracle/tokens.py, tests/oracle/cpython_tokens.py). What is not compiled has none
 * (tests/oracle/compiled_groups.py). */
#include "tests/support/corpus.h"
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

/* ---- Python ---- */

static bool has_oracle(const char *what)
{
    return can_run("test -f \"$OUT/npm/installed\" && command -v node", what,
                   "Pyodide is missing") &&
           can_run("/usr/bin/python3 -W ignore -c 'import lib2to3'", what, "lib2to3 is missing");
}

/* Compares the tokens of the programs that $SCRATCH/list names. */
static void compare_listed(void)
{
    scoped(str) output = {0};
    if (run_shell(&output, "cd \"$SCRATCH\" && O=\"$SAMPLE/../oracle\" && "
                           "node \"$O/cpython.cjs\" \"$OUT/npm\" list >python3.rows && "
                           "/usr/bin/python3 \"$O/tokens.py\" python3.rows >rows && "
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
