/* What the executor compiles. */
#include "verify/executor.h"

#include "tests/support/sandboxed.h"
#include "tests/support/test.h"

/* Prints a checksum of its own executable, and whether the compiler has a prepared header. */
#define PRINT_ITSELF                                                                       \
    "int main(int, char **arguments)\n"                                                    \
    "{\n"                                                                                  \
    "    std::ifstream file(arguments[0], std::ios::binary);\n"                            \
    "    unsigned long sum = 0;\n"                                                         \
    "    for (char c; file.get(c);)\n"                                                     \
    "        sum = sum * 31 + (unsigned char)c;\n"                                         \
    "    std::ifstream header(\"/programs/56/header.hpp.gch\");\n"                         \
    "    std::cout << sum << (header ? \" prepared\" : \" not prepared\") << std::endl;\n" \
    "}\n"

static struct str run_program(struct executor *executor, unsigned number, const char *code,
                              const char *dialect)
{
    const struct execution_limits limits = {10, (size_t)1 << 28, 1 << 16};
    const struct executable program = {
        .language = &language_cpp, .dialect = dialect, .code = code, .length = strlen(code)};
    struct execution execution;
    struct str output = {0};
    assert_done(executor_load(executor, number, &program, &execution, &err));
    assert_string_equal(execution.detail, "");
    assert_done(executor_run(executor, number, &program, "", 0, &limits, (struct execution_mode){0},
                             &execution, &err));
    assert_string_equal(execution.detail, "");
    str_add(&output, execution.output, execution.n_output);
    return output;
}

TEST(executor__makes_the_same_program_with_a_prepared_header)
{
    if (!has_sandbox("prepared headers") || !has_program("g++", "C++"))
        skip();
    const char *const code = "// all\n#include <bits/stdc++.h>\n" PRINT_ITSELF;
    scoped(executor) *executor = executor_new();
    scoped(str) plain = run_program(executor, 0, code, "98");
    assert_non_null(strstr(plain.text, " not prepared"));
    *strchr(plain.text, ' ') = 0;
    for (unsigned number = 1; number < 5; number++) {
        scoped(str) output = run_program(executor, number, code, "98");
        bool is_prepared = number >= 3;
        assert_memory_equal(output.text, plain.text, strlen(plain.text));
        assert_non_null(strstr(output.text, is_prepared ? " prepared" : " not prepared"));
    }
}
