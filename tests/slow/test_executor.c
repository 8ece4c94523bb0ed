/* What the executor compiles. */
#include "verify/executor.h"

#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

/* Programs that print a checksum of what the compiler has made of them, and whether it was the
 * prepared one. */
#define PRINT_CPP                                                                          \
    "// all\n#include <bits/stdc++.h>\nint main(int, char **arguments)\n"                  \
    "{\n"                                                                                  \
    "    std::ifstream file(arguments[0], std::ios::binary);\n"                            \
    "    unsigned long sum = 0;\n"                                                         \
    "    for (char c; file.get(c);)\n"                                                     \
    "        sum = sum * 31 + (unsigned char)c;\n"                                         \
    "    std::ifstream header(\"/programs/56/header.hpp.gch\");\n"                         \
    "    std::cout << sum << (header ? \" prepared\" : \" not prepared\") << std::endl;\n" \
    "}\n"

#define PRINT_JAVA                                                                          \
    "public class Main {\n"                                                                 \
    "    public static void main(String[] a) throws java.io.IOException {\n"                \
    "        java.net.URL own = Main.class.getResource(\"Main.class\");\n"                  \
    "        java.io.InputStream in = own.openStream();\n"                                  \
    "        long sum = 0;\n"                                                               \
    "        for (int c; (c = in.read()) >= 0;)\n"                                          \
    "            sum = sum * 31 + c;\n"                                                     \
    "        boolean isPrepared = own.getProtocol().equals(\"jar\");\n"                     \
    "        System.out.println(sum + (isPrepared ? \" prepared\" : \" not prepared\"));\n" \
    "    }\n}\n"

#define PROGRAM(TEXT) .code = (TEXT), .length = sizeof(TEXT) - 1

static struct str run_program(struct executor *executor, unsigned number,
                              const struct executable *program)
{
    const struct execution_limits limits = {10, (size_t)1 << 28, 1 << 16};
    struct execution execution;
    struct str output = {0};
    assert_done(executor_load(executor, number, program, &execution, &err));
    assert_string_equal(execution.detail, "");
    assert_done(executor_run(executor, &(const struct executor_request){number, "", 0, limits, {0}},
                             &execution, &err));
    assert_string_equal(execution.detail, "");
    str_add(&output, execution.output, execution.n_output);
    return output;
}

TEST(executor__makes_the_same_program_with_what_is_prepared)
{
    const struct {
        const char *compiler;
        struct executable program;
    } rows[] = {{"g++", {&language_cpp, .dialect = "98", PROGRAM(PRINT_CPP)}},
                {"javac", {&language_java, PROGRAM(PRINT_JAVA)}}};
    if (!has_sandbox("what is prepared"))
        skip();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!has_program(rows[i].compiler, rows[i].program.language->name))
            continue;
        scoped(executor) *executor = executor_new(false);
        scoped(str) plain = run_program(executor, 0, &rows[i].program);
        assert_non_null(strstr(plain.text, " not prepared"));
        *strchr(plain.text, ' ') = 0;
        for (unsigned number = 1; number < 5; number++) {
            scoped(str) output = run_program(executor, number, &rows[i].program);
            bool is_prepared = number >= 3;
            assert_memory_equal(output.text, plain.text, strlen(plain.text));
            assert_non_null(strstr(output.text, is_prepared ? " prepared" : " not prepared"));
        }
    }
}

/* Runs a program on an input in a server and in a process of its own. Both must end in the same
 * way, with this outcome and this output. */
static void check_both(struct executor *executor, const char *code, const char *input,
                       enum execution_outcome outcome, const char *output)
{
    uint32_t seconds = outcome == OUTCOME_TIMEOUT ? 2 : 10; /* a busy machine fills memory slowly */
    const struct execution_limits limits = {seconds, (size_t)1 << 30, 1 << 10};
    const struct executable program = {
        .language = &language_java, .code = code, .length = strlen(code)};
    struct execution execution;
    scoped(str) first = {0};
    assert_done(executor_load(executor, 0, &program, &execution, &err));
    assert_string_equal(execution.detail, "");
    for (int i = 0; i < 3; i++) {
        const struct execution_mode mode = {.is_warm = i < 2};
        assert_done(executor_run(
            executor, &(const struct executor_request){0, input, strlen(input), limits, mode},
            &execution, &err));
        if (execution.outcome != outcome)
            fail_msg("run %d of '%s': %s, %s", i, code, execution_outcome_names[execution.outcome],
                     execution.detail);
        if (output)
            assert_memory_equal(execution.output, output, strlen(output));
        if (i == 0)
            str_set(&first, "%s", execution.detail);
        assert_string_equal(execution.detail, str_text(&first));
    }
}

#define MAIN(BODY)                               \
    "import java.util.*;\npublic class Main {\n" \
    "    static int count;\n"                    \
    "    public static void main(String[] a) {\n        " BODY "\n    }\n}\n"

TEST(executor__runs_java_in_a_server_as_in_a_process)
{
    static const struct {
        const char *code, *input;
        enum execution_outcome outcome;
        const char *output;
    } rows[] = {
        {MAIN("System.out.println(new Scanner(System.in).nextInt() + ++count);"), "41",
         OUTCOME_PASS, "42\n"},
        {MAIN("System.out.print(1); count /= count;"), "", OUTCOME_RUNTIME_ERROR, "1"},
        {MAIN("new Scanner(System.in).nextInt();"), "", OUTCOME_RUNTIME_ERROR, ""},
        {MAIN("System.out.print(2); System.exit(0);"), "", OUTCOME_PASS, "2"},
        {MAIN("System.exit(3);"), "", OUTCOME_RUNTIME_ERROR, ""},
        {MAIN("for (;;) count++;"), "", OUTCOME_TIMEOUT, NULL},
        {MAIN("for (;;) System.out.println(7);"), "", OUTCOME_OUTPUT_LIMIT, NULL},
        {"public class Main { static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }\n"
         "public static void main(String[] a) { System.out.print(depth(300000)); } }\n",
         "", OUTCOME_PASS, "300000"},
        {MAIN("long[][] all = new long[99][]; for (int i = 0; ; i++) all[i] = new long[1 << 25];"),
         "", OUTCOME_MEMORY, NULL},
        {"class Other { int x = 5; }\ninterface Start { static void main(String[] a) { "
         "System.out.print(new Other().x); } }\nclass Main { public static void main(String[] a) { "
         "Start.main(a); } }\n",
         "", OUTCOME_PASS, "5"},
        {"package a.b;\n" MAIN("System.out.print(new Scanner(System.in).next());"), "6",
         OUTCOME_PASS, "6"},
        {MAIN("try (var out = new java.io.PrintWriter(\"/dev/stdout\")) { out.print(7); } "
              "catch (java.io.IOException e) { }"),
         "", OUTCOME_PASS, "7"},
    };
    if (!has_sandbox("a server of runs") || !has_program("javac", "Java"))
        skip();
    scoped(executor) *executor = executor_new(false);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_both(executor, rows[i].code, rows[i].input, rows[i].outcome, rows[i].output);
}

/* Writes to the output of other runs, without the words by which a program is known to do so. */
#define MEDDLER                                                                                   \
    "import java.io.*;\nimport java.util.*;\npublic class Main implements Runnable {\n"           \
    "    public void run() { for (;;) try { Writer out = (Writer) Class.forName(\"java.io.Fi\" +" \
    " \"leWriter\").getConstructor(String.class).newInstance(\"/dev/fd/\" + 1);\n"                \
    "        out.write(\"9\"); out.close(); } catch (Exception e) { } }\n"                        \
    "    public static void main(String[] a) throws Exception {\n"                                \
    "        Object thread = Class.forName(\"java.lang.Th\" + \"read\").getConstructor(\n"        \
    "            Runnable.class).newInstance(new Main());\n"                                      \
    "        thread.getClass().getMethod(\"start\").invoke(thread); } }\n"

TEST(executor__stops_servers_while_another_program_runs)
{
    const struct execution_limits limits = {4, (size_t)1 << 30, 1 << 10};
    const char *const codes[] = {
        MEDDLER, MAIN("for (long start = System.nanoTime(); System.nanoTime() - start < 500000000L;"
                      ") count++; System.out.print(8);")};
    struct execution execution;
    if (!has_sandbox("a server of runs") || !has_program("javac", "Java"))
        skip();
    scoped(executor) *executor = executor_new(false);
    for (unsigned i = 0; i < 2; i++) {
        const struct executable program = {
            .language = &language_java, .code = codes[i], .length = strlen(codes[i])};
        assert_done(executor_load(executor, i, &program, &execution, &err));
        assert_string_equal(execution.detail, "");
        assert_done(executor_run(
            executor, &(const struct executor_request){i, "", 0, limits, {.is_warm = i == 0}},
            &execution, &err));
        assert_int_equal(execution.outcome, OUTCOME_PASS);
        assert_int_equal(execution.n_output, i);
    }
    assert_memory_equal(execution.output, "8", 1);
}

/* The threads of servers are those of the same user. */
TEST(executor__compiles_java_beside_servers)
{
    const struct execution_limits limits = {4, (size_t)1 << 30, 1 << 10};
    const struct executable program = {.language = &language_java,
                                       PROGRAM(MAIN("System.out.print(count);"))};
    struct execution execution;
    if (!has_sandbox("a server of runs") || !has_program("javac", "Java"))
        skip();
    scoped(executor) *executor = executor_new(false);
    for (unsigned number = 0; number < 6; number++) {
        assert_done(executor_load(executor, number, &program, &execution, &err));
        assert_string_equal(execution.detail, "");
        assert_done(executor_run(
            executor, &(const struct executor_request){number, "", 0, limits, {.is_warm = true}},
            &execution, &err));
        assert_int_equal(execution.outcome, OUTCOME_PASS);
        assert_true(execution.is_warm);
    }
}

/* Programs that a compiler in a process of its own refuses: one names a class of the server, one is
 * too deep for its stack, and the classes of one have no room as files. */
TEST(executor__compiles_in_a_server_no_more_than_alone)
{
    scoped(str) deep = {0}, wide = {0};
    str_add_text(&deep, "public class Main { static int n; static int z = n");
    for (int i = 0; i < 6000; i++)
        str_add_text(&deep, " + n");
    str_add_text(&deep, "; public static void main(String[] a) { } }\n");
    for (int i = 0; i < 1100; i++)
        str_print(&wide, "class A%d {}\n", i);
    str_add_text(&wide, "public class Main { public static void main(String[] a) { } }\n");
    const char *const codes[] = {MAIN("System.out.print(Runs.class);"), deep.text, wide.text};
    const struct executable usual = {.language = &language_java, PROGRAM(MAIN("count++;"))};
    struct execution execution;
    if (!has_sandbox("a server of the compiler") || !has_program("javac", "Java"))
        skip();
    for (size_t i = 0; i < N_ITEMS(codes); i++) {
        const struct executable program = {
            .language = &language_java, .code = codes[i], .length = strlen(codes[i])};
        scoped(executor) *executor = executor_new(false);
        for (unsigned number = 0; number < 6; number++) {
            bool is_refused = number == 0 || number == 5;
            assert_done(
                executor_load(executor, number, is_refused ? &program : &usual, &execution, &err));
            assert_int_equal(execution.outcome, is_refused ? OUTCOME_COMPILE_ERROR : OUTCOME_PASS);
        }
    }
}

TEST(executor__measures_processor_time_in_servers)
{
    const struct execution_limits limits = {8, (size_t)1 << 30, 1 << 10};
    const struct executable program = {
        .language = &language_java,
        PROGRAM("public class Main { public static void main(String[] a) throws Exception { "
                "java.util.concurrent.TimeUnit.MILLISECONDS.sleep(300); } }\n")};
    struct execution execution;
    if (!has_sandbox("a server of runs") || !has_program("javac", "Java"))
        skip();
    scoped(executor) *executor = executor_new(false);
    assert_done(executor_load(executor, 0, &program, &execution, &err));
    for (int i = 0; i < 2; i++) {
        assert_done(executor_run(
            executor, &(const struct executor_request){0, "", 0, limits, {.is_warm = true}},
            &execution, &err));
        assert_true(execution.is_warm && execution.cpu_seconds < 0.1);
    }
}
