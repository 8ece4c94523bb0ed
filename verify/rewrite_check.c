#include "verify/input_search.h"

#include "base/interrupt.h"

#include <string.h>

enum { /* numbers of loaded programs */
       ORIGINAL = JURY_FIRST_NUMBER + JURY_MAX + JURY_SPARE,
       REWRITTEN
};

enum { MAX_ENDLESS = 3 }; /* inputs on which a program does not end; then no others are tried */

/* Runs a program on the current test with the limits of the problem, or on a made input. */
static int run(struct problem_runner *runner, const struct rewrite_difference *out, unsigned number,
               bool is_warm, struct execution *last, struct err *err)
{
    const struct execution_mode mode = {.is_warm = is_warm};
    return out->test >= 0
               ? problem_runner_test(runner, number, &runner->tests->cases.items[out->test], mode,
                                     last, err)
               : problem_runner_input(runner, number, &out->shown->input, mode, last, err);
}

/* Runs both programs, and sets `out`. */
static int run_both(struct problem_runner *runner, struct rewrite_difference *out, bool is_warm,
                    struct err *err)
{
    struct shown_difference *shown = out->shown;
    struct execution last;
    if (run(runner, out, ORIGINAL, is_warm, &last, err) != 0)
        return ERR;
    enum run_outcome outcome = execution_outcome(&last);
    out->is_endless = execution_is_endless(&last);
    execution_copy_output(&shown->expected, &last);
    if (run(runner, out, REWRITTEN, is_warm, &last, err) != 0)
        return ERR;
    out->is_endless |= execution_is_endless(&last);
    shown_difference_set_wrong(shown, &last);
    bool is_same =
        outcome == execution_outcome(&last) && shown->expected.length == shown->actual.length &&
        memcmp(str_text(&shown->expected), str_text(&shown->actual), shown->actual.length) == 0;
    out->is_found = !is_same && !out->is_endless;
    return interrupt_signal() ? err_set(err, "stopped") : 0;
}

int rewrite_check(const struct input_search *search, const struct executable *original,
                  const struct executable *rewritten, uint64_t seed, struct rewrite_difference *out,
                  struct err *err)
{
    struct problem_runner *runner = search->runner;
    struct execution loaded[2];
    if (executor_load(runner->executor, ORIGINAL, original, &loaded[0], err) != 0 ||
        executor_load(runner->executor, REWRITTEN, rewritten, &loaded[1], err) != 0)
        return ERR;
    if (loaded[0].outcome != OUTCOME_PASS || loaded[1].outcome != OUTCOME_PASS) {
        out->is_found = loaded[0].outcome != loaded[1].outcome &&
                        !execution_is_endless(&loaded[0]) && !execution_is_endless(&loaded[1]);
        return 0;
    }
    int64_t n_endless = 0, n_tests = (int64_t)runner->tests->cases.n;
    for (int64_t i = 0; i < n_tests + search->n_inputs && !out->is_found && n_endless < MAX_ENDLESS;
         i++) {
        out->test = i < n_tests ? i : -1;
        if (out->test < 0 && !input_search_make(search, INPUTS_STRICT, seed,
                                                (uint32_t)(i - n_tests), &out->shown->input))
            continue;
        if (run_both(runner, out, true, err) != 0 ||
            (out->is_found && run_both(runner, out, false, err) != 0))
            return ERR;
        n_endless += out->is_endless;
    }
    return 0;
}
