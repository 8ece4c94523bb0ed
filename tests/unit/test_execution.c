/* What the end of a process, and its messages, say about a program. */
#include "base/sandbox/sandbox.h"
#include "tests/support/test.h"
#include "verify/executor.h"

struct ending {
    const struct runtime *runtime; /* NULL: of a compiler of C */
    enum sandbox_end end;
    int code;
    const char *errors;
    enum execution_outcome outcome;
    const char *detail;
};

TEST(execution__has_the_outcome_of_a_run_or_of_a_compiler)
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
        {python, SANDBOX_EXITED, 1, "Traceback:\n  File 1\nKeyError: '\033[31m\xff'\n",
         OUTCOME_RUNTIME_ERROR, "KeyError: ' [31m\xEF\xBF\xBD'"},
        {python, SANDBOX_EXITED, 1, "Traceback:\nMemoryError\n", OUTCOME_MEMORY, "MemoryError"},
        {java, SANDBOX_EXITED, 1, "java.lang.OutOfMemoryError: Java heap space\n\tat A.main\n",
         OUTCOME_MEMORY, "java.lang.OutOfMemoryError: Java heap space"},
        {cpp, SANDBOX_SIGNALED, 6, "terminate called: 'std::bad_alloc'\n", OUTCOME_MEMORY,
         "terminate called: 'std::bad_alloc'"},
        {NULL, SANDBOX_EXITED, 0, "main.c: warning: x\n", OUTCOME_PASS, ""},
        {NULL, SANDBOX_EXITED, 1, "main.c: In function\nmain.c:1:2: error: expected ';'\nmore\n",
         OUTCOME_COMPILE_ERROR, "error: expected ';'"},
        {NULL, SANDBOX_EXITED, 1, "main.c:1:10: fatal error: a.h: No such file or directory\n",
         OUTCOME_COMPILE_ERROR, "error: a.h: No such file or directory"},
        {NULL, SANDBOX_EXITED, 1, "gcc: fatal error: Killed\nx: No such file or directory\n",
         OUTCOME_COMPILE_ERROR, "error: Killed"},
        {NULL, SANDBOX_EXITED, 1, "ld: cannot find -lm\ncollect2: error: ld returned 1\n",
         OUTCOME_COMPILE_ERROR, "error: ld returned 1"},
        {NULL, SANDBOX_EXITED, 1,
         "/tmp/ccZ0aZ9x.s: Assembler messages:\n/tmp/ccZ0aZ9x.s:4: Error: no\n",
         OUTCOME_COMPILE_ERROR, "/tmp/ccXXXXXX.s:4: Error: no"},
        {NULL, SANDBOX_MEMORY, 9, "fatal error: Killed\n", OUTCOME_COMPILE_ERROR, "out of memory"},
        {NULL, SANDBOX_CPU_TIME, 9, "", OUTCOME_COMPILE_ERROR, "timeout: 4 s of processor time"},
        {NULL, SANDBOX_LATE, 9, "", OUTCOME_NEAR_LIMIT, "the machine was too busy"},
    };
    for (size_t i = 0; i < N_ITEMS(endings); i++) {
        const struct ending *ending = &endings[i];
        const struct sandbox_result result = {
            ending->end,   .code = ending->code,     .output = "out",
            .n_output = 3, .errors = ending->errors, .n_errors = strlen(ending->errors)};
        struct execution execution = {.n_output = 3};
        if (ending->runtime)
            execution_of_run(&execution, ending->runtime, &result, 4);
        else
            execution_of_compiler(&execution, &result, 4);
        assert_int_equal(execution.n_output, ending->runtime ? 3 : 0);
        if (execution.outcome != ending->outcome || strcmp(execution.detail, ending->detail) != 0)
            fail_msg("'%s': %s, '%s'", ending->errors, execution_outcome_names[execution.outcome],
                     execution.detail);
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
