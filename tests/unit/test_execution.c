/* What the end of a process, and its messages, say about a program. */
#include "sandbox/sandbox.h"
#include "tests/support/test.h"
#include "verify/executor.h"

struct ending {
    const struct runtime *runtime;
    enum sandbox_end end;
    int code;
    const char *errors;
    enum run_outcome outcome;
    const char *detail;
};

static struct sandbox_result result_of(const struct ending *ending)
{
    return (struct sandbox_result){.end = ending->end,
                                   .code = ending->code,
                                   .output = "out",
                                   .n_output = 3,
                                   .errors = ending->errors,
                                   .n_errors = strlen(ending->errors)};
}

static void assert_outcome(const struct execution *execution, const struct ending *ending)
{
    if (execution->outcome != ending->outcome || strcmp(execution->detail, ending->detail) != 0)
        fail_msg("'%s': %s, '%s'", ending->errors, run_outcome_names[execution->outcome],
                 execution->detail);
}

TEST(execution__has_the_outcome_of_a_run)
{
    const struct runtime *python = &runtimes_python[2], *cpp = &runtimes_cpp[0],
                         *java = &runtimes_java[0];
    const struct ending endings[] = {
        {python, SANDBOX_EXITED, 0, "a warning\n", OUTCOME_PASS, ""},
        {python, SANDBOX_EXITED, 3, "", OUTCOME_RUNTIME_ERROR, "exit status 3"},
        {python, SANDBOX_SIGNALED, 11, "", OUTCOME_RUNTIME_ERROR, "signal 11 (SIGSEGV)"},
        {python, SANDBOX_CPU_TIME, 9, "", OUTCOME_TIMEOUT, "timeout: 4 s of processor time"},
        {python, SANDBOX_IDLE, 9, "x\n", OUTCOME_TIMEOUT, "timeout: asleep"},
        {python, SANDBOX_LATE, 9, "x\n", OUTCOME_NEAR_LIMIT, "the machine was too busy"},
        {python, SANDBOX_FLOODING, 9, "", OUTCOME_OUTPUT_LIMIT, "output limit"},
        {python, SANDBOX_MEMORY, 9, "", OUTCOME_MEMORY, "out of memory"},
        {python, SANDBOX_EXITED, 1, "Traceback:\n  File 1\nKeyError: 3\n", OUTCOME_RUNTIME_ERROR,
         "KeyError: 3"},
        {python, SANDBOX_EXITED, 1, "KeyError: '\033[31m\xff'\n", OUTCOME_RUNTIME_ERROR,
         "KeyError: ' [31m\xEF\xBF\xBD'"},
        {python, SANDBOX_EXITED, 1, "Traceback:\nMemoryError\n", OUTCOME_MEMORY, "MemoryError"},
        {python, SANDBOX_EXITED, 1, "ModuleNotFoundError: No module named 'numpy'\n",
         OUTCOME_UNSUPPORTED, "numpy"},
        {python, SANDBOX_EXITED, 1, "ModuleNotFoundError: No module named 'numpy\n",
         OUTCOME_RUNTIME_ERROR, "ModuleNotFoundError: No module named 'numpy"},
        {python, SANDBOX_EXITED, 1,
         "Traceback (most recent call last):\n"
         "  File \"/usr/lib/python3/dist-packages/six.py\", line 2, in <module>\n"
         "  File \"/usr/lib/python3/dist-packages/numpy/core/__init__.py\", line 24, in <module>\n"
         "ImportError: libblas.so.3: cannot open shared object file: No such file or directory\n"
         "\nDuring handling of the above exception, another exception occurred:\n"
         "ImportError: \n\nIMPORTANT: PLEASE READ THIS\n\nOriginal error was: libblas.so.3: "
         "cannot open shared object file: No such file or directory\n\n",
         OUTCOME_UNSUPPORTED, "numpy"},
        {python, SANDBOX_EXITED, 1,
         "Traceback:\n  File \"/programs/0/main.py\", line 1, in <module>\n    import cv2\n"
         "ImportError: libGL.so.1: cannot open shared object file: No such file or directory\n",
         OUTCOME_UNSUPPORTED, "libGL.so.1"},
        {python, SANDBOX_EXITED, 1,
         "  File \"/usr/local/lib/python3.11/site-packages/a/b.py\", line 1, in <module>\n"
         "ImportError: /usr/local/lib/python3.11/site-packages/a/c.so: undefined symbol: f\n",
         OUTCOME_UNSUPPORTED, "a"},
        {python, SANDBOX_EXITED, 1,
         "ModuleNotFoundError: No module named 'math.x'; 'math' is not a package\n",
         OUTCOME_RUNTIME_ERROR,
         "ModuleNotFoundError: No module named 'math.x'; 'math' is not a package"},
        {python, SANDBOX_EXITED, 1, "FileNotFoundError: [Errno 2] No such file or directory: 'a'\n",
         OUTCOME_RUNTIME_ERROR, "FileNotFoundError: [Errno 2] No such file or directory: 'a'"},
        {python, SANDBOX_EXITED, 1, "Exception: a: version not found\n", OUTCOME_RUNTIME_ERROR,
         "Exception: a: version not found"},
        {python, SANDBOX_EXITED, 1, "ImportError: No module named numpy\n", OUTCOME_UNSUPPORTED,
         "numpy"},
        {cpp, SANDBOX_EXITED, 127,
         "/programs/0/main: error while loading shared libraries: libstdc++.so.6: cannot open "
         "shared object file: No such file or directory\n",
         OUTCOME_UNSUPPORTED, "libstdc++.so.6"},
        {cpp, SANDBOX_EXITED, 1,
         "main: /lib/libc.so.6: version `GLIBC_2.38' not found (required by main)\n",
         OUTCOME_UNSUPPORTED, "GLIBC_2.38"},
        {java, SANDBOX_EXITED, 1,
         "Exception in thread \"main\" java.lang.UnsatisfiedLinkError: no awt in "
         "java.library.path: /usr/lib\n",
         OUTCOME_UNSUPPORTED, "awt"},
        {java, SANDBOX_EXITED, 1,
         "Exception in thread \"main\" java.lang.UnsatisfiedLinkError: /usr/lib/jvm/libawt.so: "
         "libX11.so.6: cannot open shared object file: No such file or directory\n",
         OUTCOME_UNSUPPORTED, "libX11.so.6"},
        {java, SANDBOX_EXITED, 1,
         "Error occurred during initialization of VM\nCould not reserve enough space\n",
         OUTCOME_UNSUPPORTED, "Could not reserve enough space"},
        {cpp, SANDBOX_SIGNALED, 6, "terminate called: 'std::bad_alloc'\n", OUTCOME_MEMORY,
         "terminate called: 'std::bad_alloc'"},
    };
    for (size_t i = 0; i < N_ITEMS(endings); i++) {
        struct execution execution;
        struct sandbox_result result = result_of(&endings[i]);
        const struct executable program = {.code = ""};
        execution_of_run(&execution, endings[i].runtime, &program, &result, 4);
        assert_outcome(&execution, &endings[i]);
        assert_int_equal(execution.n_output, 3);
    }
}

TEST(execution__has_the_outcome_of_a_compiler)
{
    const struct runtime *c = &runtimes_c[0], *java = &runtimes_java[0];
    const struct ending endings[] = {
        {c, SANDBOX_EXITED, 0, "main.c: warning: x\n", OUTCOME_PASS, ""},
        {c, SANDBOX_EXITED, 1, "main.c: In function\nmain.c:1:2: error: expected ';'\nmore\n",
         OUTCOME_COMPILE_ERROR, "error: expected ';'"},
        {c, SANDBOX_EXITED, 1, "main.c:1:10: fatal error: a.h: No such file or directory\n",
         OUTCOME_UNSUPPORTED, "a.h"},
        {c, SANDBOX_EXITED, 1, "gcc: fatal error: Killed\nx: No such file or directory\n",
         OUTCOME_COMPILE_ERROR, "error: Killed"},
        {c, SANDBOX_EXITED, 1,
         "gcc: fatal error: cannot execute 'cc1': execvp: No such file or directory\n",
         OUTCOME_UNSUPPORTED, "cc1"},
        {c, SANDBOX_EXITED, 1,
         "gcc: error: error trying to exec 'cc1plus': execvp: No such file or directory\n",
         OUTCOME_UNSUPPORTED, "cc1plus"},
        {c, SANDBOX_EXITED, 1, "collect2: fatal error: cannot find 'ld'\ncompilation terminated.\n",
         OUTCOME_UNSUPPORTED, "ld"},
        {c, SANDBOX_EXITED, 1, "/usr/bin/ld: cannot find -lm: No such file or directory\n",
         OUTCOME_UNSUPPORTED, "-lm"},
        {c, SANDBOX_EXITED, 1, "/usr/bin/ld: cannot find crt1.o\ncollect2: error: ld returned 1\n",
         OUTCOME_UNSUPPORTED, "crt1.o"},
        {c, SANDBOX_EXITED, 1,
         "gcc: error while loading shared libraries: libz.so.1: cannot open shared object file: No "
         "such file or directory\n",
         OUTCOME_UNSUPPORTED, "libz.so.1"},
        {c, SANDBOX_MEMORY, 9, "fatal error: Killed\n", OUTCOME_COMPILE_ERROR, "out of memory"},
        {c, SANDBOX_CPU_TIME, 9, "", OUTCOME_COMPILE_ERROR, "timeout: 60 s of processor time"},
        {c, SANDBOX_LATE, 9, "", OUTCOME_NEAR_LIMIT, "the machine was too busy"},
        {java, SANDBOX_EXITED, 1, "A.java:1: error: package a.b does not exist\n",
         OUTCOME_UNSUPPORTED, "a.b"},
    };
    for (size_t i = 0; i < N_ITEMS(endings); i++) {
        struct execution execution;
        struct sandbox_result result = result_of(&endings[i]);
        const struct executable program = {.code = ""};
        execution_of_compiler(&execution, endings[i].runtime, &program, &result, 60);
        assert_outcome(&execution, &endings[i]);
    }
}

TEST(execution__cuts_a_detail_between_characters)
{
    struct execution execution;
    scoped(str) text = {0};
    for (int i = 0; i < 150; i++)
        str_add_text(&text, "é");
    execution_set_detail(&execution, str_text(&text), text.length);
    assert_int_equal(strlen(execution.detail), 198);
    assert_memory_equal(execution.detail, str_text(&text), 198);
}

#define FORK_REFUSED "PermissionError: [Errno 1] Operation not permitted\n"
#define NO_MODULE    "ModuleNotFoundError: No module named 'mathh'"
#define NO_NAME      "ImportError: cannot import name 'gcd' from 'fractions' (/usr/lib/x.py)"
#define NO_DSU       "main.cpp:9:5: error: ‘dsu’ was not declared in this scope\n"
#define HAS_ATCODER  "#if __has_include(<atcoder/all>)\n"

/* Names that are missing: of this machine, unless the judge saw the program fail, too. */
TEST(execution__tells_what_a_machine_lacks_from_mistakes)
{
    const struct runtime *python = &runtimes_python[2], *c = &runtimes_c[0],
                         *cpp = &runtimes_cpp[0], *java = &runtimes_java[0];
    const struct {
        bool is_compiler;
        struct ending ending;
        const char *code, *dialect; /* of the program; NULL: do not matter */
        bool has_own_error;
    } cases[] = {
        {false,
         {python, SANDBOX_EXITED, 1, NO_MODULE "\n", OUTCOME_UNSUPPORTED, "mathh"},
         NULL,
         NULL,
         false},
        {false,
         {python, SANDBOX_EXITED, 1, NO_MODULE "\n", OUTCOME_RUNTIME_ERROR, NO_MODULE},
         NULL,
         NULL,
         true},
        {false,
         {python, SANDBOX_EXITED, 1, NO_NAME "\n", OUTCOME_UNSUPPORTED, "gcd"},
         NULL,
         NULL,
         false},
        {false,
         {python, SANDBOX_EXITED, 1, NO_NAME "\n", OUTCOME_RUNTIME_ERROR, NO_NAME},
         NULL,
         NULL,
         true},
        {false,
         {python, SANDBOX_EXITED, 1, "  File \"/usr/lib/multiprocessing/pool.py\"\n" FORK_REFUSED,
          OUTCOME_UNSUPPORTED, "multiprocessing"},
         NULL,
         NULL,
         false},
        {false,
         {python, SANDBOX_EXITED, 1,
          "  File \"/usr/lib/subprocess.py\"\n  _fork_exec(\n" FORK_REFUSED, OUTCOME_UNSUPPORTED,
          "subprocess"},
         NULL,
         NULL,
         false},
        {false,
         {python, SANDBOX_EXITED, 1, "    if os.fork() == 0:\n" FORK_REFUSED, OUTCOME_UNSUPPORTED,
          "fork"},
         NULL,
         NULL,
         false},
        {false,
         {java, SANDBOX_EXITED, 1,
          "Exception in thread \"main\" java.lang.NoClassDefFoundError: org/x/Y\n\tat Main.main\n"
          "Caused by: java.lang.ClassNotFoundException: org.x.Y\n\tat java.base\n",
          OUTCOME_UNSUPPORTED, "org.x.Y"},
         NULL,
         NULL,
         false},
        {false,
         {java, SANDBOX_EXITED, 1,
          "java.lang.NoClassDefFoundError: Could not initialize class Main$A\n",
          OUTCOME_RUNTIME_ERROR,
          "java.lang.NoClassDefFoundError: Could not initialize class Main$A"},
         NULL,
         NULL,
         false},
        {true,
         {java, SANDBOX_EXITED, 1,
          "Main.java:2: error: cannot find symbol\nimport java.util.SequencedSet;\n"
          "  symbol:   class SequencedSet\n  location: package java.util\n",
          OUTCOME_UNSUPPORTED, "SequencedSet"},
         NULL,
         NULL,
         false},
        {true,
         {java, SANDBOX_EXITED, 1,
          "Main.java:2: error: cannot find symbol\n  symbol:   class Foo\n"
          "  location: class Main\n",
          OUTCOME_COMPILE_ERROR, "error: cannot find symbol"},
         NULL,
         NULL,
         false},
        {true,
         {java, SANDBOX_EXITED, 1,
          "Main.java:5: error: patterns in switch statements are a preview feature and are "
          "disabled by default.\n",
          OUTCOME_UNSUPPORTED, "patterns in switch statements"},
         NULL,
         NULL,
         false},
        {true,
         {cpp, SANDBOX_EXITED, 1,
          "g++: error: unrecognized command-line option ‘-std=gnu++26’; did you mean "
          "‘-std=gnu++20’?\n",
          OUTCOME_UNSUPPORTED, "-std=gnu++26"},
         NULL,
         NULL,
         false},
        {true,
         {cpp, SANDBOX_EXITED, 1, NO_DSU, OUTCOME_UNSUPPORTED, "dsu"},
         HAS_ATCODER,
         NULL,
         false},
        {true,
         {cpp, SANDBOX_EXITED, 1, NO_DSU, OUTCOME_COMPILE_ERROR,
          "error: ‘dsu’ was not declared in this scope"},
         NULL,
         NULL,
         false},
        {true,
         {cpp, SANDBOX_EXITED, 1, NO_DSU, OUTCOME_COMPILE_ERROR,
          "error: ‘dsu’ was not declared in this scope"},
         HAS_ATCODER,
         NULL,
         true},
        {true,
         {cpp, SANDBOX_EXITED, 1, "main.cpp:3:12: error: ‘format’ is not a member of ‘std’\n",
          OUTCOME_UNSUPPORTED, "format"},
         NULL,
         "20",
         false},
        {true,
         {cpp, SANDBOX_EXITED, 1, "main.cpp:3:12: error: ‘format’ is not a member of ‘std’\n",
          OUTCOME_COMPILE_ERROR, "error: ‘format’ is not a member of ‘std’"},
         NULL,
         "17",
         false},
        {true,
         {c, SANDBOX_EXITED, 1,
          "main.c:1:1: error: ‘constexpr’ undeclared (first use in this function)\n",
          OUTCOME_UNSUPPORTED, "constexpr"},
         NULL,
         "23",
         false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const struct ending *ending = &cases[i].ending;
        struct execution execution;
        struct sandbox_result result = result_of(ending);
        const char *code = cases[i].code ? cases[i].code : "";
        const struct executable program = {.code = code,
                                           .length = strlen(code),
                                           .dialect = cases[i].dialect,
                                           .has_own_error = cases[i].has_own_error};
        if (cases[i].is_compiler)
            execution_of_compiler(&execution, ending->runtime, &program, &result, 60);
        else
            execution_of_run(&execution, ending->runtime, &program, &result, 4);
        assert_outcome(&execution, ending);
    }
}
