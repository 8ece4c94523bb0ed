/* tokfix verify: languages that are compiled, interruptions, hostile programs, and machines that
 * lack something. */
#include "tests/support/codenet.h"
#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

static struct str verdicts_of(const char *database)
{
    return output_of("sqlite3 $SCRATCH/%s \"select d.problem_id || ' ' || d.verdict || ' ' || "
                     "v.detail from fix_details d join verdicts v using (fix_key) "
                     "order by d.fix_key\"",
                     database);
}

#define C_START "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); "
#define ENDLESS_TEMPLATE(NEXT)                                              \
    "#include <cstdio>\n"                                                   \
    "template <int n> struct A { static const int v = A<" NEXT ">::v; };\n" \
    "template <> struct A<0> { static const int v = 5; };\n"                \
    "int main() { printf(\"%d\\n\", A<3>::v); }\n"
#define TASK_START                          \
    "import java.util.*;\nclass Other {}\n" \
    "public class Task {\n"                 \
    "public static void main(String[] a) {\n"

TEST(verify__compiles_and_runs_c_cpp_and_java)
{
    if (!has_sandbox("compiled languages") || !has_program("gcc", "C") ||
        !has_program("g++", "C++") || !has_program("javac", "Java"))
        skip();
    codenet_add_pair("many", "p00001", "C", "c", 1, C_START "printf(\"%d\\n\", n / 2); }\n",
                     C_START "printf(\"%d\\n\", n % 2); }\n");
    codenet_add_pair(
        "many", "p00002", "C++", "cpp", 2,
        "#include <bits/stdc++.h>\nint main() { int n; std::cin >> n; std::cout << n - 1; }\n",
        "#include <bits/stdc++.h>\nint main() { int n; std::cin >> n; std::cout << n + 1; }\n");
    codenet_add_pair("many", "p00003", "Java", "java", 3,
                     TASK_START "System.out.println(new Scanner(System.in).nextInt() > 5); } }\n",
                     TASK_START "System.out.println(new Scanner(System.in).nextInt() >= 5); } }\n");
    codenet_add_pair("many", "p00004", "C++", "cpp", 4,
                     "#include <atcoder/all>\nint main() { return 0; }\n",
                     "#include <atcoder/all>\nint main() { return 1; }\n");
    codenet_add_pair("many", "p00005", "C", "c", 5, "int main(void) { return 1 x; }\n",
                     "int main(void) { return 1 + 0; }\n");
    codenet_add_pair("many", "p00006", "C", "c", 6,
                     "#include <stdio.h>\nint main(void) { int x; putss(\"5\"); return 0; }\n",
                     "#include <stdio.h>\nint main(void) { int x; puts(\"5\"); return 0; }\n");
    codenet_add_pair("many", "p00007", "C++", "cpp", 7, ENDLESS_TEMPLATE("n + 1"),
                     ENDLESS_TEMPLATE("n - 1"));
    write_test_text("tests.jsonl",
                    "{\"problem_id\": \"p00001\", \"input\": \"1\\n\", \"output\": \"1\\n\"}\n"
                    "{\"problem_id\": \"p00002\", \"input\": \"1\\n\", \"output\": \"2\\n\"}\n"
                    "{\"problem_id\": \"p00003\", \"input\": \"5\\n\", \"output\": \"true\\n\"}\n"
                    "{\"problem_id\": \"p00004\", \"input\": \"5\\n\", \"output\": \"5\\n\"}\n"
                    "{\"problem_id\": \"p00006\", \"input\": \"5\\n\", \"output\": \"5\\n\"}\n"
                    "{\"problem_id\": \"p00007\", \"input\": \"5\\n\", \"output\": \"5\\n\"}\n");
    run_valid(NULL, "$TOKFIX mine $SCRATCH/many --language all -o $SCRATCH/many.db");
    run_valid(NULL, "$TOKFIX verify $SCRATCH/many.db --tests $SCRATCH/tests.jsonl");
    scoped(str) verdicts = verdicts_of("many.db");
    assert_contains(str_text(&verdicts), "p00001 reproduced \n");
    assert_contains(str_text(&verdicts), "p00002 reproduced \n");
    assert_contains(str_text(&verdicts), "p00003 reproduced \n");
    assert_contains(str_text(&verdicts), "p00004 unsupported error: atcoder/all: No such file");
    assert_contains(str_text(&verdicts), "p00006 reproduced ");
    assert_contains(str_text(&verdicts), "p00007 reproduced ");
}

#define NUMBER     "#include <stdio.h>\nint main(void) { int n; "
#define PRINTED    "printf(\"%d\\n\", n - 1); return 0; }\n"
#define JAVA_START "import java.io.*;\nimport java.nio.file.*;\nimport java.util.*;\n"
#define JAVA_MAIN(IN) \
    "static void main(String[] args) throws Exception {\n" IN "System.out.println(n - 1); }\n"
#define SCANNED "int n = new Scanner(System.in).nextInt();\n"
#define READ(FROM) \
    JAVA_START "class A { public " JAVA_MAIN("int n = Integer.parseInt(" FROM ");") "}\n"
#define ATCODER "#if __has_include(<atcoder/all>)\n#include <atcoder/all>\n#endif\n"

/* What programs do on judges, each in a problem of its own: the fixed one adds, the buggy one
 * subtracts. */
static const struct {
    const char *language, *extension, *judge_name, *code, *verdict;
} idioms[] = {
    {"Python", "py", "Python 3", "print(int(open('/dev/stdin').read()) - 1)\n", "reproduced "},
    {"Python", "py", "Python 3", "open('/dev/stdout', 'w').write(str(int(input()) - 1))\n",
     "reproduced "},
    {"C", "c", "C", NUMBER "freopen(\"/dev/stdin\", \"r\", stdin); scanf(\"%d\", &n); " PRINTED,
     "reproduced "},
    {"C", "c", "C", NUMBER "fscanf(fopen(\"/proc/self/fd/0\", \"r\"), \"%d\", &n); " PRINTED,
     "reproduced "},
    {"C++", "cpp", "C++",
     "#include <fstream>\nint main() { int n; std::ifstream(\"/dev/stdin\") >> n; "
     "std::ofstream(\"/dev/fd/1\") << n - 1; }\n",
     "reproduced "},
    {"C++", "cpp", "C++ 20 (gcc 12.2)",
     "#include <concepts>\n#include <cstdio>\ntemplate <std::integral T> T f(T n) { return n - 1; }"
     "\nint main() { int n; scanf(\"%d\", &n); printf(\"%d\", f(n)); }\n",
     "reproduced "},
    {"C++", "cpp", "GNU C++11 5.1.0",
     "#include <cstdio>\nint main() { register int n; scanf(\"%d\", &n); "
     "printf(\"%d\", n - 1); }\n",
     "reproduced "},
    {"C++", "cpp", "C++20 (gcc 12.2)", ATCODER "#include <cstdio>\nint main() { dsu d(7 - 1); }\n",
     "unsupported error: ‘dsu’ was not declared in this scope"},
    {"C++", "cpp", "C++", "#include <cstdio>\n#include <a/b>\nint main() { return 7 - 1; }\n",
     "unsupported error: a/b: No such file or directory"},
    {"Java", "java", "Java", READ("new String(Files.readAllBytes(Path.of(\"/dev/stdin\"))).trim()"),
     "reproduced "},
    {"Java", "java", "Java", READ("new BufferedReader(new FileReader(\"/dev/fd/0\")).readLine()"),
     "reproduced "},
    {"Java", "java", "Java",
     JAVA_START "class B {}\nclass Start { public " JAVA_MAIN(SCANNED) "}\n", "reproduced "},
    {"Java", "java", "Java",
     "package a.b;\n" JAVA_START "public class Solution { public " JAVA_MAIN(SCANNED) "}\n",
     "reproduced "},
    {"Java", "java", "Java", JAVA_START "interface I { " JAVA_MAIN(SCANNED) "}\n", "reproduced "},
    {"Java", "java", "Java", JAVA_START "record R(int x) { public " JAVA_MAIN(SCANNED) "}\n",
     "reproduced "},
    {"Java", "java", "Java",
     JAVA_START "import org.x.Y;\nclass A { public " JAVA_MAIN(SCANNED) "}\n",
     "unsupported error: package org.x does not exist"},
};

TEST(verify__runs_what_programs_do_on_judges)
{
    scoped(str) tests = {0};
    if (!has_sandbox("the idioms of programs") || !has_program("g++", "C and C++") ||
        !has_program("javac", "Java"))
        skip();
    for (size_t i = 0; i < N_ITEMS(idioms); i++) {
        scoped(str) fixed = {0};
        char problem[8];
        const char *texts[2] = {idioms[i].code};
        snprintf(problem, sizeof problem, "p%05zu", i);
        str_add_text(&fixed, idioms[i].code);
        *strstr(fixed.text, "- 1") = '+';
        texts[1] = str_text(&fixed);
        codenet_add_judged("idioms", problem, idioms[i].language, idioms[i].judge_name,
                           idioms[i].extension, (int)i, texts);
        str_print(&tests, "{\"problem_id\": \"%s\", \"input\": \"7\\n\", \"output\": \"8\\n\"}\n",
                  problem);
    }
    write_test_text("idioms.jsonl", str_text(&tests));
    run_valid(NULL, "$TOKFIX mine $SCRATCH/idioms --language all -o $SCRATCH/idioms.db");
    run_valid(NULL, "$TOKFIX verify $SCRATCH/idioms.db --tests $SCRATCH/idioms.jsonl --time 9");
    scoped(str) verdicts = verdicts_of("idioms.db");
    for (size_t i = 0; i < N_ITEMS(idioms); i++) {
        char line[100];
        snprintf(line, sizeof line, "p%05zu %s\n", i, idioms[i].verdict);
        assert_contains(str_text(&verdicts), line);
    }
}

/* The modules that doc/verify.md names, with a use that loads their libraries. */
static const char *const modules[][2] = {
    {"numpy", "numpy.linalg.solve(numpy.eye(2), numpy.ones(2))"},
    {"scipy", "__import__('scipy.sparse.csgraph')"},
    {"pandas", "pandas.Series([1]).sum()"},
    {"networkx", "networkx.path_graph(3)"},
    {"sympy", "sympy.factorint(12)"},
    {"numba", "numba.njit(lambda x: x)(1)"},
    {"sortedcontainers", "sortedcontainers.SortedList([2, 1])[0]"},
};

TEST(verify__imports_the_modules_of_judges)
{
    scoped(str) tests = {0};
    if (!has_sandbox("modules of Python"))
        skip();
    for (size_t i = 0; i < N_ITEMS(modules); i++) {
        scoped(str) fixed = {0}, buggy = {0};
        char problem[8];
        snprintf(problem, sizeof problem, "p%05zu", i);
        str_print(&fixed, "import %s\n%s\nprint(int(input()) + 1)\n", modules[i][0], modules[i][1]);
        str_print(&buggy, "import %s\n%s\nprint(int(input()) - 1)\n", modules[i][0], modules[i][1]);
        codenet_add_pair("modules", problem, "Python", "py", (int)i, str_text(&buggy),
                         str_text(&fixed));
        str_print(&tests, "{\"problem_id\": \"%s\", \"input\": \"7\\n\", \"output\": \"8\\n\"}\n",
                  problem);
    }
    write_test_text("modules.jsonl", str_text(&tests));
    run_valid(NULL, "$TOKFIX mine $SCRATCH/modules -o $SCRATCH/modules.db");
    run_valid(NULL, "$TOKFIX verify $SCRATCH/modules.db --tests $SCRATCH/modules.jsonl --time 20");
    scoped(str) verdicts = verdicts_of("modules.db");
    for (size_t i = 0; i < N_ITEMS(modules); i++) {
        scoped(str) line = {0};
        scoped(str) found = output_of("/usr/bin/python3 -c 'import %s' 2>/dev/null && echo yes || "
                                      "echo no",
                                      modules[i][0]);
        bool is_installed = strncmp(str_text(&found), "yes", 3) == 0;
        if (!is_installed)
            print_message("%s is not installed\n", modules[i][0]);
        if (is_installed)
            str_print(&line, "p%05zu reproduced \n", i);
        else
            str_print(&line, "p%05zu unsupported ModuleNotFoundError: No module named '%s'\n", i,
                      modules[i][0]);
        assert_contains(str_text(&verdicts), str_text(&line));
    }
}

#define LONG_LOOP                                                                          \
    "n = int(input())\nt = 0\nfor i in range(50000000):\n    t = (t + i * i) %% 1000003\n" \
    "print(n %s 1)\n"

/* Where PyPy is missing, its programs may be too slow. */
TEST(verify__runs_programs_of_pypy_or_says_that_it_is_missing)
{
    scoped(str) fixed = {0}, buggy = {0};
    if (!has_sandbox("PyPy"))
        skip();
    str_print(&fixed, LONG_LOOP, "+");
    str_print(&buggy, LONG_LOOP, "-");
    const char *const slow[] = {str_text(&buggy), str_text(&fixed)};
    const char *const quick[] = {"print(int(input()) - 1)\n", "print(int(input()) + 1)\n"};
    codenet_add_judged("pypy", "p00001", "Python", "PyPy3 (7.3.0)", "py", 1, slow);
    codenet_add_judged("pypy", "p00002", "Python", "Python (3.8.2)", "py", 2, slow);
    codenet_add_judged("pypy", "p00003", "Python", "PyPy3 (7.3.0)", "py", 3, quick);
    write_test_text("pypy.jsonl",
                    "{\"problem_id\": \"p00001\", \"input\": \"7\\n\", \"output\": \"8\\n\"}\n"
                    "{\"problem_id\": \"p00002\", \"input\": \"7\\n\", \"output\": \"8\\n\"}\n"
                    "{\"problem_id\": \"p00003\", \"input\": \"7\\n\", \"output\": \"8\\n\"}\n");
    run_valid(NULL, "$TOKFIX mine $SCRATCH/pypy -o $SCRATCH/pypy.db");
    run_valid(NULL, "$TOKFIX verify $SCRATCH/pypy.db --tests $SCRATCH/pypy.jsonl --time 1");
    scoped(str) verdicts = verdicts_of("pypy.db");
    bool is_installed = access("/usr/bin/pypy3", X_OK) == 0;
    assert_contains(str_text(&verdicts),
                    is_installed ? "p00001 reproduced \n" : "p00001 unsupported PyPy 3\n");
    assert_contains(str_text(&verdicts), "p00002 fixed_errs ");
    assert_contains(str_text(&verdicts), "p00003 reproduced \n");
}

/* A copy of CPython under the name of PyPy, which the programs look for. */
#define WITH_PYPY(COMMANDS)                                                                     \
    "cd $SCRATCH && unshare -m sh -euc 'mkdir -p own; mount -t tmpfs own own; "                 \
    "mkdir own/bin own/work; cp $(realpath /usr/bin/python3) own/bin/pypy3; mount "             \
    "-t overlay -o lowerdir=/usr/bin,upperdir=own/bin,workdir=own/work own /usr/bin; " COMMANDS \
    "' 2>&1"
#define IS_PYPY "import sys\nprint(int(input()) %s (\"pypy\" in sys.executable))\n"

TEST(verify__and_score_run_programs_of_pypy_with_it)
{
    scoped(str) output = {0}, fixed = {0}, buggy = {0};
    if (!has_sandbox("a copy of Python as PyPy") ||
        !can_run(WITH_PYPY("true"), "a copy of Python as PyPy", "this user cannot mount it"))
        skip();
    str_print(&fixed, IS_PYPY, "+");
    str_print(&buggy, IS_PYPY, "-");
    const char *const texts[] = {str_text(&buggy), str_text(&fixed)};
    codenet_add_judged("named", "p00001", "Python", "PyPy3 (7.3.0)", "py", 1, texts);
    write_test_text("named.jsonl",
                    "{\"problem_id\":\"p00001\",\"input\":\"7\\n\",\"output\":\"8\\n\"}\n");
    write_test_text("repairs.jsonl",
                    "{\"id\":\"p00001-s000000002-s000000003\",\"code\":"
                    "\"import sys\\nprint(7 + ('pypy' in sys.executable))\\n\"}\n");
    run_valid(&output, WITH_PYPY("$TOKFIX mine -q named -o named.db; $TOKFIX verify -q named.db "
                                 "--tests named.jsonl; $TOKFIX export -q named.db --format pairs "
                                 "-o named-rows.jsonl; $TOKFIX score -q named-rows.jsonl "
                                 "--database named.db --predictions repairs.jsonl --execute "
                                 "--format csv >score.csv"));
    scoped(str) figures = output_of("grep -o ',plausible,1,[0-9]*,[0-9]*' $SCRATCH/score.csv");
    scoped(str) verdicts = verdicts_of("named.db");
    assert_string_equal(str_text(&verdicts), "p00001 reproduced \n");
    assert_string_equal(str_text(&figures), ",plausible,1,1,1\n");
}

/* Pairs that print other texts, and the outputs of their tests. */
TEST(verify__ignores_white_space_where_the_judge_did)
{
    static const struct {
        const char *buggy, *fixed, *outputs[2], *verdict;
    } cases[] = {
        {"1\\n3", "1\\n2", {"1 2\\n"}, "reproduced"},    /* other lines */
        {"1 3", "1 2", {"12\\n"}, "reproduced"},         /* a sample without its blank */
        {"12", "1 2", {"1 2\\n"}, "reproduced"},         /* the blank is the bug */
        {"12", "1\\n2", {"1 2\\n"}, "reproduced"},       /* other tokens */
        {"1\\n\\n2", "1\\n2", {"1 2\\n"}, "weak_tests"}, /* the judge took such lines */
        {"12", "1 2", {"12\\n"}, "weak_tests"},
        {"2", "1.0", {"1\\n", "2.00\\n"}, "reproduced"}, /* one expected output has a point */
        {"2", "1.0", {"1\\n"}, "sample_disagrees"},
    };
    scoped(str) tests = {0}, expected = {0};
    if (!has_sandbox("white space"))
        skip();
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) buggy = str_of("print('%s')\n", cases[i].buggy);
        scoped(str) fixed = str_of("print('%s')\n", cases[i].fixed);
        codenet_add_pair("blank", printed("p%05zu", i + 1), "Python", "py", (int)i + 1,
                         str_text(&buggy), str_text(&fixed));
        for (int j = 0; j < 2 && cases[i].outputs[j]; j++)
            str_print(&tests,
                      "{\"problem_id\": \"p%05zu\", \"input\": \"%d\", \"output\": \"%s\"}\n",
                      i + 1, j, cases[i].outputs[j]);
        str_print(&expected, "p%05zu %s\n", i + 1, cases[i].verdict);
    }
    write_test_text("blank.jsonl", str_text(&tests));
    run_valid(NULL, "$TOKFIX mine $SCRATCH/blank -o $SCRATCH/blank.db");
    run_valid(NULL, "$TOKFIX verify $SCRATCH/blank.db --tests $SCRATCH/blank.jsonl");
    scoped(str) verdicts = output_of("sqlite3 $SCRATCH/blank.db \"select problem_id || ' ' || "
                                     "verdict from fix_details order by fix_key\"");
    assert_string_equal(str_text(&verdicts), str_text(&expected));
}

#define BURN       "import time\nwhile time.process_time() < %s:\n    pass\nprint(5)\n"
#define BURN_FIXED "import time\nwhile time.process_time() < 1:\n    pass\nprint(%s)\n"
#define BAND_TEXT  "its processor time is near the limit"

/* The limit is a second, so the band is from half a second to two. */
TEST(verify__concludes_nothing_near_a_time_limit_and_says_why)
{
    static const struct {
        const char *program, *buggy, *fixed, *verdict;
    } cases[] = {
        {BURN, "9", "0", "reproduced timeout: 2 s of processor time"},
        {BURN, "1", "0", "near_limit the buggy program ends near its limit"},
        {BURN, "9", "1", "near_limit the fixed program ends near its limit"},
        {BURN, "1.1", "1.0", "weak_tests no search, because the fixed program is slow"},
        {BURN, "0.1", "0", "weak_tests 0 jurors"},
        {BURN, "0", "9", "fixed_errs timeout: 2 s of processor time"},
        {BURN_FIXED, "4", "5", "reproduced "}, /* a wrong output is wrong at any time */
        {BURN_FIXED, "5", "4", "sample_disagrees "},
        {"import os\nos.kill(os.getpid(), %s)\n", "6", "11", "fixed_errs signal 11 (SIGSEGV)"},
        {"import sys\nsys.exit(%s)\n", "4", "3", "fixed_errs exit status 3"},
        {"print('5' * 10 ** %s)\n", "9", "8", "fixed_errs output limit"},
        {"print(5 if %s else hash('a'))\n", "0", "1",
         "flaky the buggy program: another output with another seed"},
    };
    scoped(str) tests = {0}, expected = {0};
    if (!has_sandbox("time limits"))
        skip();
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) buggy = str_of(cases[i].program, cases[i].buggy);
        scoped(str) fixed = str_of(cases[i].program, cases[i].fixed);
        codenet_add_pair("band", printed("p%05zu", i + 1), "Python", "py", (int)i + 1,
                         str_text(&buggy), str_text(&fixed));
        str_print(&tests, "{\"problem_id\": \"p%05zu\", \"input\": \"\", \"output\": \"5\\n\"}\n",
                  i + 1);
        str_print(&expected, "p%05zu %s\n", i + 1, cases[i].verdict);
    }
    write_test_text("band.jsonl", str_text(&tests));
    run_valid(NULL, "$TOKFIX mine $SCRATCH/band -o $SCRATCH/band.db");
    run_valid(NULL, "$TOKFIX verify $SCRATCH/band.db --tests $SCRATCH/band.jsonl --time 1");
    scoped(str) verdicts = verdicts_of("band.db");
    assert_string_equal(str_text(&verdicts), str_text(&expected));
    scoped(str) runs = output_of("sqlite3 $SCRATCH/band.db \"select outcome || ' ' || detail, "
                                 "output is null, count(*) from test_runs where outcome = "
                                 "'near_limit' and detail not like 'not run%%' group by 1\"");
    assert_string_equal(str_text(&runs), "near_limit " BAND_TEXT "|1|6\n");
}

/* In UTF-8, the texts would be longer, or not in the encoding that the program states. */
TEST(verify__runs_the_bytes_that_were_submitted)
{
    if (!has_sandbox("programs in other encodings") || !has_program("gcc", "C"))
        skip();
    codenet_add_pair("encoded", "p00001", "Python", "py", 1,
                     "# coding: cp932\nprint(len('\x93\x9a\x82\xa6') - int(input()))\n",
                     "# coding: cp932\nprint(len('\x93\x9a\x82\xa6') + int(input()))\n");
    codenet_add_pair("encoded", "p00002", "C", "c", 2,
                     C_START "printf(\"%d\\n\", (int)sizeof(\"\xe9\\\\\") - n); }\n",
                     C_START "printf(\"%d\\n\", (int)sizeof(\"\xe9\\\\\") + n); }\n");
    write_test_text("encoded.jsonl",
                    "{\"problem_id\": \"p00001\", \"input\": \"1\\n\", \"output\": \"3\\n\"}\n"
                    "{\"problem_id\": \"p00002\", \"input\": \"1\\n\", \"output\": \"4\\n\"}\n");
    run_valid(NULL, "$TOKFIX mine $SCRATCH/encoded --language all -o $SCRATCH/encoded.db");
    run_valid(NULL, "$TOKFIX verify $SCRATCH/encoded.db --tests $SCRATCH/encoded.jsonl");
    scoped(str) verdicts = verdicts_of("encoded.db");
    assert_contains(str_text(&verdicts), "p00001 reproduced \n");
    assert_contains(str_text(&verdicts), "p00002 reproduced \n");
    scoped(str) encodings = output_of("sqlite3 $SCRATCH/encoded.db \"select problem_id, encoding, "
                                      "count(*) from submissions group by 1\"");
    assert_string_equal(str_text(&encodings), "p00001|cp932|2\np00002|latin-1|2\n");
}

#define NAMED_CLASS                                              \
    "public class %s {\npublic static void main(String[] a) {\n" \
    "System.out.println(%d); } }\n"

/* A class may have a long name, or a name that is not one. */
TEST(verify__names_the_files_of_java_programs)
{
    const char *name = "A234567890123456789012345678901234567890123456789012345678901234567890";
    scoped(str) buggy = {0}, fixed = {0};
    if (!has_sandbox("Java") || !has_program("javac", "Java"))
        skip();
    str_print(&buggy, NAMED_CLASS, name, 1);
    str_print(&fixed, NAMED_CLASS, name, 2);
    codenet_add_pair("names", "p00001", "Java", "java", 1, str_text(&buggy), str_text(&fixed));
    codenet_add_pair("names", "p00001", "Java", "java", 2, "public class x/y { }\n",
                     "public class \"x/y\" { }\n");
    write_test_text("names.jsonl",
                    "{\"problem_id\": \"p00001\", \"input\": \"\", \"output\": \"2\"}\n");
    run_valid(NULL, "$TOKFIX mine $SCRATCH/names --language java -o $SCRATCH/names.db");
    run_valid(NULL, "$TOKFIX verify $SCRATCH/names.db --tests $SCRATCH/names.jsonl --control "
                    "--dataset $SCRATCH/names");
    scoped(str) verdicts = verdicts_of("names.db");
    assert_contains(str_text(&verdicts), "p00001 reproduced ");
}

static void mine_sample(const char *database)
{
    run_valid(NULL, "$TOKFIX mine $SAMPLE/Project_CodeNet --language python -o $SCRATCH/%s 2>&1",
              database);
}

TEST(verify__continues_after_a_signal)
{
    if (!has_sandbox("interrupted runs"))
        skip();
    mine_sample("a.db");
    run_valid(NULL, "cp $SCRATCH/a.db $SCRATCH/b.db");
    run_valid(NULL, "$TOKFIX verify $SCRATCH/a.db --dataset $SAMPLE/Project_CodeNet --time 1 -j 1");
    scoped(str) output = {0};
    int status =
        run_shell(&output, "timeout -s TERM 4 $TOKFIX verify $SCRATCH/b.db --dataset "
                           "$SAMPLE/Project_CodeNet --time 1 -j 1 2>&1; echo \"ended with $?\"");
    assert_int_equal(status, 0);
    assert_contains(str_text(&output), "stopped by SIGTERM; give the same command again");
    /* timeout reports 124; the process itself ended with 75 */
    assert_contains(str_text(&output), "ended with 124");
    run_valid(&output,
              "$TOKFIX verify $SCRATCH/b.db --dataset $SAMPLE/Project_CodeNet --time 1 -j 7 2>&1");
    run_valid(NULL, "cd \"$SCRATCH\"; \"$SAMPLE/../same_db.sh\" a.db b.db");
}

TEST(verify__continues_after_it_was_killed)
{
    if (!has_sandbox("killed runs"))
        skip();
    mine_sample("whole.db");
    run_valid(NULL, "cp $SCRATCH/whole.db $SCRATCH/killed.db");
    static const char how[] = "--dataset $SAMPLE/Project_CodeNet --time 1 --inputs 5";
    run_valid(NULL, "$TOKFIX verify $SCRATCH/whole.db %s -j 2", how);
    for (int i = 0; i < 3; i++)
        assert_int_equal(
            run_shell(NULL, printed("timeout -s KILL 2 $TOKFIX verify $SCRATCH/killed.db "
                                    "%s -j 2 2>/dev/null",
                                    how)),
            137);
    run_valid(NULL, "$TOKFIX verify $SCRATCH/killed.db %s -j 1", how);
    run_valid(NULL, "cd \"$SCRATCH\"; \"$SAMPLE/../same_db.sh\" whole.db killed.db");
}

TEST(verify__leaves_hostile_programs_without_effect)
{
    static const char *const endings[] = {
        "import os\nos.kill(-1, 9)\nprint(%d)\n",
        "import os\nos.kill(0, 19)\nprint(%d)\n",
        "print('x' * 10 ** 8 * %d)\n",
        "x = [0] * 10 ** 11\nprint(%d)\n",
        "while %d:\n    pass\n",
        "import time\ntime.sleep(10 ** 6)\nprint(%d)\n",
        "import os\nos.closerange(0, 100)\nprint(%d)\n",
        "open('/etc/passwd', 'w').write('%d')\n",
    };
    if (!has_sandbox("hostile programs"))
        skip();
    scoped(str) tests = {0};
    for (size_t i = 0; i < N_ITEMS(endings); i++) {
        const char *problem = printed("p%05zu", i + 1);
        scoped(str) buggy = {0}, fixed = {0};
        for (const char *at = endings[i]; *at; at++) {
            bool is_place = strncmp(at, "%d", 2) == 0;
            str_add(&buggy, is_place ? "1" : at, 1);
            str_add(&fixed, is_place ? "2" : at, 1);
            at += is_place;
        }
        codenet_add_pair("hostile", problem, "Python", "py", (int)i + 1, str_text(&buggy),
                         str_text(&fixed));
        str_print(&tests, "{\"problem_id\": \"%s\", \"input\": \"\", \"output\": \"2\\n\"}\n",
                  problem);
    }
    write_test_text("hostile.jsonl", str_text(&tests));
    run_valid(NULL, "$TOKFIX mine $SCRATCH/hostile -o $SCRATCH/hostile.db");
    run_valid(NULL, "$TOKFIX verify $SCRATCH/hostile.db --tests $SCRATCH/hostile.jsonl --time 1");
    scoped(str) outcomes = output_of(
        "sqlite3 $SCRATCH/hostile.db \"select b.problem_id || ' ' || r.outcome from fixes "
        "f join submissions b on b.submission_key = f.fixed_submission_key join test_runs r "
        "on r.submission_key = b.submission_key order by 1\"");
    assert_string_equal(str_text(&outcomes),
                        "p00001 runtime_error\np00002 timeout\np00003 output_limit\n"
                        "p00004 memory\np00005 timeout\np00006 timeout\n"
                        "p00007 runtime_error\np00008 runtime_error\n");
}

TEST(verify__says_what_the_machine_lacks)
{
    scoped(str) output = {0};
    if (!has_sandbox("a machine that lacks something"))
        skip();
    mine_sample("lacking.db");
    int status =
        run_shell(&output, "unshare -Ur sh -c 'echo 0 >/proc/sys/user/max_user_namespaces && "
                           "$TOKFIX verify $SCRATCH/lacking.db --dataset "
                           "$SAMPLE/Project_CodeNet' 2>&1");
    assert_int_equal(status, 1);
    assert_contains(str_text(&output), "cannot isolate programs: this machine gives no user "
                                       "namespaces to this user");
    if (!can_test(geteuid() == 0, "a machine without Python", "only root can hide it"))
        return;
    run_valid(&output,
              "unshare -m sh -c 'mount --bind /dev/null $(realpath /usr/bin/python3) && "
              "$TOKFIX verify $SCRATCH/lacking.db --dataset $SAMPLE/Project_CodeNet' 2>&1");
    assert_contains(str_text(&output), "Python 3");
    scoped(str) verdicts = output_of("sqlite3 $SCRATCH/lacking.db 'select verdict, count(*) from "
                                     "verdicts group by 1'");
    assert_string_equal(str_text(&verdicts), "no_tests|6\nunsupported|88\n");
    /* where no cgroup can be made; no sandbox is opened without tests */
    run_valid(&output,
              "cd $SCRATCH && echo '{\"problem_id\":\"x\",\"input\":\"\",\"output\":\"\"}' "
              ">none.jsonl && unshare -m sh -c 'umount -l -R /sys/fs/cgroup && "
              "$TOKFIX verify lacking.db --tests none.jsonl --force' 2>&1");
    assert_contains(str_text(&output),
                    "no cgroup can be made here, so the limits are those of each "
                    "process");
}

/* A run beside one that has not ended finds its verdicts. */
TEST(verify__waits_for_a_run_that_has_not_ended_and_fails_where_it_cannot_write)
{
    scoped(str) output = {0};
    if (!has_sandbox("runs that cannot write"))
        skip();
    codenet_add_pair("slow", "p00001", "Python", "py", 1, "import time\ntime.sleep(3)\nprint(1)\n",
                     "import time\ntime.sleep(3)\nprint(2)\n");
    write_test_text("slow.jsonl",
                    "{\"problem_id\": \"p00001\", \"input\": \"\", \"output\": \"2\\n\", "
                    "\"seconds\": 5}\n");
    run_valid(NULL, "$TOKFIX mine $SCRATCH/slow -o $SCRATCH/slow.db");
    run_valid(NULL, "cd $SCRATCH; { $TOKFIX verify slow.db --tests slow.jsonl -q; echo $?; } "
                    ">slow.out 2>&1 & cd $SCRATCH; n=0; until [ -s slow.db-journal ] || "
                    "[ $n -gt 15 ]; do n=$((n + 1)); sleep 0.1; done");
    run_valid(&output, "cd $SCRATCH; $TOKFIX stats slow.db all; $TOKFIX verify slow.db --tests "
                       "slow.jsonl; sleep 0.5; tail -n 1 slow.out");
    assert_contains(str_text(&output), "1 of 1 bug shown");
    assert_contains(str_text(&output), "\n0\n");
    run_valid(NULL, "mkdir $SCRATCH/slow.db.verifying-1-of-2");
    assert_int_equal(run_shell(&output, "$TOKFIX verify $SCRATCH/slow.db --shard 1/2 --tests "
                                        "$SCRATCH/slow.jsonl 2>&1"),
                     1);
    assert_contains(str_text(&output), "copy the database to a folder that can be written");
}
