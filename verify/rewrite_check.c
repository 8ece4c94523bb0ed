#include "verify/input_search.h"

#include "base/interrupt.h"

#include <string.h>

enum { /* numbers of loaded programs */
       ORIGINAL = JURY_FIRST_NUMBER + JURY_MAX + JURY_SPARE,
       REWRITTEN
};

enum { MAX_ENDLESS = 3 }; /* inputs on which a program does not end; then no others are tried */

struct check {
    struct problem_runner *runner;
    struct rewrite_difference *out;
};

/* Runs a program on the current test with the limits of the problem, or on a made input. */
static int run(const struct check *check, unsigned number, bool is_warm, struct execution *last,
               struct err *err)
{
    const struct rewrite_difference *out = check->out;
    const struct execution_mode mode = {.is_warm = is_warm};
    if (out->test >= 0)
        return problem_runner_test(check->runner, number,
                                   &check->runner->tests->cases.items[out->test], mode, last, err);
    return problem_runner_input(check->runner, number, &out->shown->input, mode, last, err);
}

/* Runs both programs, and sets `out`. */
static int run_both(const struct check *check, bool is_warm, struct err *err)
{
    struct rewrite_difference *out = check->out;
    struct shown_difference *shown = out->shown;
    struct execution last;
    if (run(check, ORIGINAL, is_warm, &last, err) != 0)
        return ERR;
    enum run_outcome outcome = execution_outcome(&last);
    out->is_endless = execution_is_endless(&last);
    execution_copy_output(&shown->expected, &last);
    if (run(check, REWRITTEN, is_warm, &last, err) != 0)
        return ERR;
    out->is_endless |= execution_is_endless(&last);
    shown_difference_set_wrong(shown, &last);
    bool is_same =
        outcome == execution_outcome(&last) && shown->expected.length == shown->actual.length &&
        memcmp(str_text(&shown->expected), str_text(&shown->actual), shown->actual.length) == 0;
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
    const struct check check = {search->runner, out};
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
        if (!input_search_make(search, INPUTS_STRICT, seed, (uint32_t)number, &out->shown->input))
            continue;
        if (compare(&check, -1, err) != 0)
            return ERR;
        n_endless += out->is_endless;
    }
    return 0;
}
