/* What the end of a process, and its messages, say about a program. */
#include "base/sandbox/sandbox.h"
#include "tests/support/test.h"
#include "verify/executor.h"

struct ending {
    const struct runtime *runtime;
    enum sandbox_end end;
    int code;
    const char *errors;
    enum execution_outcome outcome;
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
        fail_msg("'%s': %s, '%s'", ending->errors, execution_outcome_names[execution->outcome],
                 execution->detail);
}

TEST(execution__has_the_outcome_of_a_run)
{
    const struct runtime *python = &language_python.runtimes[2], *cpp = &language_cpp.runtimes[0],
                         *java = &language_java.runtimes[0];
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
        {python, SANDBOX_EXITED, 1, "  import x\nModuleNotFoundError: No module named 'x'\n",
         OUTCOME_RUNTIME_ERROR, "ModuleNotFoundError: No module named 'x'"},
        {java, SANDBOX_EXITED, 1,
         "Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space\n\tat A.main\n",
         OUTCOME_MEMORY,
         "Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space"},
        {cpp, SANDBOX_SIGNALED, 6, "terminate called: 'std::bad_alloc'\n", OUTCOME_MEMORY,
         "terminate called: 'std::bad_alloc'"},
    };
    for (size_t i = 0; i < N_ITEMS(endings); i++) {
        struct execution execution;
        struct sandbox_result result = result_of(&endings[i]);
        execution_of_run(&execution, endings[i].runtime, &result, 4);
        assert_outcome(&execution, &endings[i]);
        assert_int_equal(execution.n_output, 3);
    }
}

TEST(execution__has_the_outcome_of_a_compiler)
{
    const struct runtime *c = &language_c.runtimes[0], *java = &language_java.runtimes[0];
    const struct ending endings[] = {
        {c, SANDBOX_EXITED, 0, "main.c: warning: x\n", OUTCOME_PASS, ""},
        {c, SANDBOX_EXITED, 1, "main.c: In function\nmain.c:1:2: error: expected ';'\nmore\n",
         OUTCOME_COMPILE_ERROR, "error: expected ';'"},
        {c, SANDBOX_EXITED, 1, "main.c:1:10: fatal error: a.h: No such file or directory\n",
         OUTCOME_COMPILE_ERROR, "error: a.h: No such file or directory"},
        {c, SANDBOX_EXITED, 1, "gcc: fatal error: Killed\nx: No such file or directory\n",
         OUTCOME_COMPILE_ERROR, "error: Killed"},
        {c, SANDBOX_EXITED, 1, "/usr/bin/ld: cannot find -lm\ncollect2: error: ld returned 1\n",
         OUTCOME_COMPILE_ERROR, "error: ld returned 1"},
        {c, SANDBOX_MEMORY, 9, "fatal error: Killed\n", OUTCOME_COMPILE_ERROR, "out of memory"},
        {c, SANDBOX_CPU_TIME, 9, "", OUTCOME_COMPILE_ERROR, "timeout: 60 s of processor time"},
        {c, SANDBOX_LATE, 9, "", OUTCOME_NEAR_LIMIT, "the machine was too busy"},
        {java, SANDBOX_EXITED, 1, "A.java:1: error: package a.b does not exist\n",
         OUTCOME_COMPILE_ERROR, "error: package a.b does not exist"},
    };
    for (size_t i = 0; i < N_ITEMS(endings); i++) {
        struct execution execution;
        struct sandbox_result result = result_of(&endings[i]);
        execution_of_compiler(&execution, &result, 60);
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
