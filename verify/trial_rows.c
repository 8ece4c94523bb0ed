#include "verify/trial_rows.h"

#include "base/utf8.h"
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

static const char *test_name(const struct problem_trial *trial, size_t test)
{
    size_t n_given = trial->tests.cases.n;
    return test < n_given ? trial->tests.cases.items[test].name
                          : trial->found.items[test - n_given].name;
}

static int write_tests(struct db *journal, const struct problem_trial *trial, struct err *err)
{
    for (size_t i = 0; i < trial->tests.cases.n; i++)
        if (write_test(journal, trial->problem_id, &trial->tests.cases.items[i], "given", err) != 0)
            return ERR;
    for (size_t i = 0; i < trial->found.n; i++)
        if (write_test(journal, trial->problem_id, &trial->found.items[i], "found", err) != 0)
            return ERR;
    return 0;
}

static int write_runs(struct db *journal, const struct problem_trial *trial, struct err *err)
{
    for (size_t i = 0; i < trial->subjects.n; i++) {
        const struct subject *subject = &trial->subjects.items[i];
        for (size_t j = 0; j < subject->runs.n; j++) {
            const struct test_run *run = &subject->runs.items[j];
            const struct test_run_row row = {subject->submission_key,
                                             test_name(trial, run->test),
                                             run_outcome_names[run->outcome],
                                             run->detail,
                                             run->output,
                                             run->n_output};
            if (verify_add_test_run(journal, &row, err) != 0)
                return ERR;
        }
    }
    return 0;
}

static int write_verdicts(struct db *journal, const struct problem_trial *trial, struct err *err)
{
    for (size_t i = 0; i < trial->fixes.n; i++) {
        const struct fix_trial *fix = &trial->fixes.items[i];
        const struct verdict_row row = {
            .fix_key = fix->fix_key,
            .verdict = fix_verdict_names[fix->verdict],
            .test_name = fix->test < 0 ? NULL : test_name(trial, (size_t)fix->test),
            .detail = fix->detail,
            .strictness = fix->strictness,
            .n_jurors = fix->n_jurors,
            .n_inputs = fix->n_inputs,
        };
        if (verify_add_verdict(journal, &row, err) != 0)
            return ERR;
    }
    return 0;
}

static int write_control(struct db *journal, const struct problem_trial *trial, struct err *err)
{
    for (size_t i = 0; i < trial->control.n; i++) {
        const struct control_pair *pair = &trial->control.items[i];
        const struct control_pair_row row = {
            .problem_id = trial->problem_id,
            .language = trial->language->name,
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

static int write_problem(struct db *journal, const struct problem_trial *trial, struct err *err)
{
    char tests_sha256[SHA256_HEX_SIZE];
    scoped(str) match = {0};
    problem_tests_hash(&trial->tests, tests_sha256);
    tolerance_write(&match, &trial->tests.tolerance);
    const struct verify_problem_row row = {
        .problem_id = trial->problem_id,
        .language = trial->language->name,
        .n_tests = (int64_t)trial->tests.cases.n,
        .tests_sha256 = tests_sha256,
        .time_limit_ms = (int64_t)(trial->tests.seconds * 1000 + 0.5),
        .match = str_text(&match),
        .n_accepted = (int64_t)trial->accepted.list.n,
        .n_fixes = (int64_t)trial->fixes.n,
    };
    return verify_add_problem(journal, &row, err);
}

int trial_write(struct db *journal, const struct problem_trial *trial, struct err *err)
{
    return write_problem(journal, trial, err) == 0 && write_tests(journal, trial, err) == 0 &&
                   write_runs(journal, trial, err) == 0 &&
                   write_verdicts(journal, trial, err) == 0 &&
                   write_control(journal, trial, err) == 0
               ? 0
               : ERR;
}
