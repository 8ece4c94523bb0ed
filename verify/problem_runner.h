/* Runs programs on the tests of a problem, or on any other input, and compares their outputs as the
 * problem's tests say. */
#ifndef VERIFY_PROBLEM_RUNNER_H
#define VERIFY_PROBLEM_RUNNER_H

#include "base/hash.h"
#include "tokenize/program.h"
#include "verify/executor.h"
#include "verify/problem_tests.h"

/* The state of one thread. */
struct problem_runner {
    struct executor *executor;
    const struct problem_tests *tests;
    const struct language *language;
    int64_t n_units;         /* that the runs on other inputs have cost, so far */
    uint64_t loaded;         /* jurors: a bit for each number of a program */
    struct lexical *lexical; /* of the language */
    struct program tokens;   /* of the program that was read last */
    struct str scratch;
};

/* All arguments are borrowed. The tests have a time limit. */
void problem_runner_init(struct problem_runner *out, struct executor *executor,
                         const struct problem_tests *tests, const struct language *language);
void problem_runner_release(struct problem_runner *runner);
SCOPED_VALUE(problem_runner, problem_runner_release)

/* Runs a loaded program on a test. The outcome is WRONG if it ends well with another output, and
 * NEAR_LIMIT if it ends with this output in the band around the problem's time limit: between half
 * of it and twice as much. */
int problem_runner_test(struct problem_runner *runner, unsigned number,
                        const struct test_case *test, struct execution_mode mode,
                        struct execution *out, struct err *err);

/* Does the same in a warm process, if the runtime has one, because that is faster. What fails
 * there, other than by not ending, runs again in a fresh process, and only that counts. */
int problem_runner_test_fast(struct problem_runner *runner, unsigned number,
                             const struct test_case *test, struct execution *out, struct err *err);

/* Runs a loaded program on any input, with limits that are the same on all machines; PASS says
 * only that it ended well. A run in a fresh process may take twice as long. A run costs a unit, or
 * 2 if it takes more than 0.04 seconds of processor time, or 16 if it is slow. */
int problem_runner_input(struct problem_runner *runner, unsigned number, const struct str *input,
                         struct execution_mode mode, struct execution *out, struct err *err);

/* Whether a run is slow: it took more than 0.35 seconds, so that on another input the program may
 * not end in time. */
bool problem_runner_is_slow(const struct execution *execution);

/* Whether a program ended well, with an output that is at least as much the same as this. */
bool problem_runner_agrees(const struct problem_runner *runner, const struct str *expected,
                           enum sameness least, const struct execution *execution);

/* Cuts a program into tokens, and returns the digest of all of them: that of two programs is the
 * same if they differ only in layout without meaning. Programs without tokens have one digest. */
struct digest problem_runner_read(struct problem_runner *runner, const struct executable *program);

#endif
