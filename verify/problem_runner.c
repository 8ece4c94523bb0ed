#include "verify/problem_runner.h"

enum {
    INPUT_SECONDS = 2, /* of processor time, for a run on an input that is not a test: the end of
                          the band around a limit of one second */
    FRESH_SECONDS = 4, /* the same, if the process is fresh: it may have to start first */
    INPUT_OUTPUT = 1 << 20, /* bytes that a program may print there, */
    TEST_OUTPUT = 8 << 20,  /* and on a test */
    SLACK = 2,              /* the time limit times this is the end of its band */
    MEDIUM_UNITS = 2,
    SLOW_UNITS = 16, /* that a run costs */
};
#define MEMORY ((size_t)1 << 30)

/* Few programs are near these ends, so that a run nearly always costs the same. */
static const double FAST_SECONDS = RUNTIME_FAST_MS / 1000.0, SLOW_SECONDS = 0.35;

void problem_runner_init(struct problem_runner *out, struct executor *executor,
                         const struct problem_tests *tests, const struct language *language)
{
    *out = (struct problem_runner){.executor = executor,
                                   .tests = tests,
                                   .language = language,
                                   .lexical = lexical_new(language)};
}

void problem_runner_release(struct problem_runner *runner)
{
    lexical_free(runner->lexical);
    program_release(&runner->tokens);
    str_release(&runner->scratch);
}

int problem_runner_test(struct problem_runner *runner, unsigned number,
                        const struct test_case *test, struct execution_mode mode,
                        struct execution *out, struct err *err)
{
    const struct problem_tests *tests = runner->tests;
    const struct execution_limits limits = {(uint32_t)(tests->seconds * SLACK + 0.999), MEMORY,
                                            TEST_OUTPUT};
    const struct executor_request request = {number, test->input, test->input_length, limits, mode};
    if (executor_run(runner->executor, &request, out, err) != 0)
        return ERR;
    out->sameness = NOT_SAME;
    if (out->outcome == OUTCOME_PASS) {
        out->sameness = outputs_compare(test->expected, test->expected_length, out->output,
                                        out->n_output, &tests->tolerance);
        out->outcome = OUTCOME_WRONG;
        if (out->sameness == SAME_LINES)
            execution_accept(out);
    }
    return 0;
}

int problem_runner_test_fast(struct problem_runner *runner, unsigned number,
                             const struct test_case *test, struct execution *out, struct err *err)
{
    const struct execution_mode warm = {.is_warm = true}, fresh = {0};
    if (problem_runner_test(runner, number, test, warm, out, err) != 0)
        return ERR;
    if (!out->is_warm || out->sameness != NOT_SAME || execution_is_endless(out))
        return 0;
    return problem_runner_test(runner, number, test, fresh, out, err);
}

bool problem_runner_is_slow(const struct execution *execution)
{
    return execution_is_endless(execution) || execution->cpu_seconds > SLOW_SECONDS;
}

int problem_runner_input(struct problem_runner *runner, unsigned number, const struct str *input,
                         struct execution_mode mode, struct execution *out, struct err *err)
{
    const struct execution_limits limits = {mode.is_warm ? INPUT_SECONDS : FRESH_SECONDS, MEMORY,
                                            INPUT_OUTPUT};
    const struct executor_request request = {number, str_text(input), input->length, limits, mode};
    if (executor_run(runner->executor, &request, out, err) != 0)
        return ERR;
    runner->n_units += problem_runner_is_slow(out)       ? SLOW_UNITS
                       : out->cpu_seconds > FAST_SECONDS ? MEDIUM_UNITS
                                                         : 1;
    return 0;
}

bool problem_runner_agrees(const struct problem_runner *runner, const struct str *expected,
                           enum sameness least, const struct execution *execution)
{
    return execution->outcome == OUTCOME_PASS &&
           outputs_compare(str_text(expected), expected->length, execution->output,
                           execution->n_output, &runner->tests->tolerance) >= least;
}

struct digest problem_runner_read(struct problem_runner *runner, const struct executable *program)
{
    if (!program_tokenize(&runner->tokens, runner->lexical, program->code, program->length))
        return (struct digest){0};
    return program_digest(&runner->tokens, &runner->scratch);
}
