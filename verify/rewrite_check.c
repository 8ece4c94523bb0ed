#include "verify/rewrite_check.h"

#include "base/interrupt.h"

#include <string.h>

enum { /* numbers of loaded programs */
       ORIGINAL = JURY_FIRST_NUMBER + JURY_MAX + JURY_SPARE,
       REWRITTEN
};

enum { MAX_ENDLESS = 3 }; /* inputs on which a program does not end; then no others are tried */

struct check {
    struct problem_runner *runner;
    const struct executable *original, *rewritten;
    struct rewrite_difference *out;
};

void rewrite_difference_release(struct rewrite_difference *difference)
{
    str_release(&difference->input);
    str_release(&difference->expected);
    str_release(&difference->actual);
}

/* Runs a program on the current test with the limits of the problem, or on a made input. */
static int run(const struct check *check, unsigned number, const struct executable *program,
               bool is_warm, struct execution *last, struct err *err)
{
    const struct rewrite_difference *out = check->out;
    const struct execution_mode mode = {.is_warm = is_warm};
    if (out->test >= 0)
        return problem_runner_test(check->runner, number, program,
                                   &check->runner->tests->cases.items[out->test], mode, last, err);
    return problem_runner_input(check->runner, number, program, &out->input, mode, last, err);
}

static enum run_outcome outcome_of(const struct execution *run)
{
    return outcome_without_time(run->outcome, run->sameness);
}

/* Runs both programs, and sets `out`. */
static int run_both(const struct check *check, bool is_warm, struct err *err)
{
    struct rewrite_difference *out = check->out;
    struct execution last;
    if (run(check, ORIGINAL, check->original, is_warm, &last, err) != 0)
        return ERR;
    enum run_outcome outcome = outcome_of(&last);
    out->is_endless = execution_is_endless(&last);
    str_clear(&out->expected);
    str_add(&out->expected, last.output, last.n_output);
    if (run(check, REWRITTEN, check->rewritten, is_warm, &last, err) != 0)
        return ERR;
    str_clear(&out->actual);
    str_add(&out->actual, last.output, last.n_output);
    out->outcome = outcome_of(&last) == OUTCOME_PASS ? OUTCOME_WRONG : last.outcome;
    if (out->outcome == OUTCOME_WRONG)
        *last.detail = 0;
    memcpy(out->detail, last.detail, sizeof out->detail);
    out->is_endless |= execution_is_endless(&last);
    bool is_same =
        outcome == outcome_of(&last) && out->expected.length == out->actual.length &&
        memcmp(str_text(&out->expected), str_text(&out->actual), out->actual.length) == 0;
    out->is_found = !is_same && !out->is_endless;
    return 0;
}

static int compare(const struct check *check, int64_t test, struct err *err)
{
    check->out->test = test;
    if (interrupt_signal())
        return err_set(err, "stopped");
    if (run_both(check, true, err) != 0)
        return ERR;
    return check->out->is_found ? run_both(check, false, err) : 0;
}

int rewrite_check(const struct input_search *search, const struct executable *original,
                  const struct executable *rewritten, uint64_t seed, struct rewrite_difference *out,
                  struct err *err)
{
    const struct problem_tests *tests = search->runner->tests;
    const struct check check = {search->runner, original, rewritten, out};
    struct execution loaded[2];
    if (executor_load(check.runner->executor, ORIGINAL, original, &loaded[0], err) != 0 ||
        executor_load(check.runner->executor, REWRITTEN, rewritten, &loaded[1], err) != 0)
        return ERR;
    if (loaded[0].outcome != OUTCOME_PASS || loaded[1].outcome != OUTCOME_PASS) {
        out->is_found = loaded[0].outcome != loaded[1].outcome &&
                        !execution_is_endless(&loaded[0]) && !execution_is_endless(&loaded[1]);
        return 0;
    }
    int64_t n_endless = 0;
    for (size_t i = 0; i < tests->cases.n && !out->is_found && n_endless < MAX_ENDLESS; i++) {
        if (compare(&check, (int64_t)i, err) != 0)
            return ERR;
        n_endless += out->is_endless;
    }
    for (int64_t number = 0; number < search->n_inputs && !out->is_found && n_endless < MAX_ENDLESS;
         number++) {
        if (!input_search_make(search, INPUTS_STRICT, seed, (uint32_t)number, &out->input))
            continue;
        if (compare(&check, -1, err) != 0)
            return ERR;
        n_endless += out->is_endless;
    }
    return 0;
}
