/* The rows of problems and trials in a journal. */
#include "verify/trial.h"

#include "base/str.h"
#include "db/verdict_rows.h"

#include <string.h>

enum { MAX_STORED_BYTES = 64 << 10 }; /* of an input, or of an expected output */

/* Texts are stored if they are UTF-8, without zero bytes, and not too long. */
static const char *stored(const char *text, size_t length)
{
    return length <= MAX_STORED_BYTES && !memchr(text, 0, length) && utf8_is_valid(text, length)
               ? text
               : NULL;
}

static int write_test(struct db *journal, const char *problem_id, const struct test_case *test,
                      const char *origin, struct err *err)
{
    const struct test_row row = {
        .problem_id = problem_id,
        .test_name = test->name,
        .origin = origin,
        .input = stored(test->input, test->input_length),
        .n_input = test->input_length,
        .expected = stored(test->expected, test->expected_length),
        .n_expected = test->expected_length,
    };
    return verify_add_test(journal, &row, err);
}

int problem_write(struct db *journal, const struct problem *problem, struct err *err)
{
    char tests_sha256[SHA256_HEX_SIZE];
    scoped(str) match = {0};
    const struct problem_tests *tests = &problem->tests;
    problem_tests_hash(tests, tests_sha256);
    tolerance_write(&match, &tests->tolerance);
    const struct verify_problem_row row = {
        .problem_id = problem->problem_id,
        .language = problem->language->name,
        .n_tests = (int64_t)tests->cases.n,
        .tests_sha256 = tests_sha256,
        .time_limit_ms = (int64_t)(tests->seconds * 1000 + 0.5),
        .match = str_text(&match),
        .n_accepted = (int64_t)problem->accepted.list.n,
        .n_fixes = (int64_t)problem->n_fixes,
    };
    if (verify_add_problem(journal, &row, err) != 0)
        return ERR;
    for (size_t i = 0; i < tests->cases.n; i++)
        if (write_test(journal, problem->problem_id, &tests->cases.items[i], "given", err) != 0)
            return ERR;
    return 0;
}

static const char *test_name(const struct fix_trial *fix, size_t test)
{
    const struct problem_tests *tests = &fix->problem->tests;
    return test < tests->cases.n ? tests->cases.items[test].name : fix->found.name;
}

static int write_run(struct db *journal, const struct subject *subject, const char *test,
                     const struct execution *run, struct err *err)
{
    const struct test_run_row row = {subject->submission_key,
                                     test,
                                     run_outcome_names[run->outcome],
                                     run->detail,
                                     run->output,
                                     run->n_output};
    return verify_add_test_run(journal, &row, err);
}

static int write_runs(struct db *journal, const struct fix_trial *fix, const struct fix_side *side,
                      struct err *err)
{
    const struct subject *subject = &fix->problem->subjects.items[side->subject];
    for (size_t i = 0; i < fix->problem->tests.cases.n; i++)
        if (write_run(journal, subject, test_name(fix, i), fix_trial_run_on(fix, side, i), err) !=
            0)
            return ERR;
    return side->has_found ? write_run(journal, subject, fix->found.name, &side->found, err) : 0;
}

static int write_verdict(struct db *journal, const struct fix_trial *fix, struct err *err)
{
    const struct verdict_row row = {
        .fix_key = fix->fix_key,
        .verdict = fix_verdict_names[fix->verdict],
        .test_name = fix->test < 0 ? NULL : test_name(fix, (size_t)fix->test),
        .detail = fix->detail,
        .strictness = fix->strictness,
        .n_jurors = fix->n_jurors,
        .n_inputs = fix->n_inputs,
    };
    return verify_add_verdict(journal, &row, err);
}

static int write_control(struct db *journal, const struct fix_trial *fix, struct err *err)
{
    for (size_t i = 0; i < fix->control.n; i++) {
        const struct control_pair *pair = &fix->control.items[i];
        const struct control_pair_row row = {
            .problem_id = fix->problem->problem_id,
            .language = fix->problem->language->name,
            .pair_number = (int64_t)i + 1,
            .right_id = pair->right_id,
            .wrong_id = pair->wrong_id,
            .strictness = pair->strictness,
            .input = pair->input ? stored(pair->input, pair->n_input) : NULL,
            .n_input = pair->n_input,
        };
        if (verify_add_control_pair(journal, &row, err) != 0)
            return ERR;
    }
    return 0;
}

int fix_trial_write(struct db *journal, const struct fix_trial *fix, struct err *err)
{
    if (fix->found.name &&
        write_test(journal, fix->problem->problem_id, &fix->found, "found", err) != 0)
        return ERR;
    return write_runs(journal, fix, &fix->fixed, err) == 0 &&
                   write_runs(journal, fix, &fix->buggy, err) == 0 &&
                   write_verdict(journal, fix, err) == 0 && write_control(journal, fix, err) == 0
               ? 0
               : ERR;
}
