/* Executes the repairs that systems predict.
 *
 * A repair is plausible if its program passes all tests (Qi, Long, Achour and Rinard, "An analysis
 * of patch plausibility and correctness for generate-and-validate patch generation systems", ISSTA
 * 2015). A plausible repair may still be wrong, because tests are few.
 *
 * The tests of a bug are those that `tokfix verify` stored for its problem, given and found, and
 * that the fixed program passes here. Only bugs that `verify` has shown, with the outcome
 * `reproduced` or `proven`, are executed: only there can tests tell a repair from the bug. If the
 * buggy program passes all these tests here, or cannot run on this machine, the bug is not executed
 * after all. */
#ifndef SCORE_PLAUSIBLE_H
#define SCORE_PLAUSIBLE_H

#include "base/meter.h"
#include "score/judge.h"

/* What executing the predictions for a bug shows; zero for a correct program. */
struct plausibility {
    bool is_shown;    /* `tokfix verify` found a test that shows the bug */
    bool is_executed; /* the programs of the predictions were executed, too */
    uint32_t rank;    /* of the first judged prediction whose program passes all tests; 0: none */
    uint32_t n;       /* of samples: those whose programs pass */
};

/* The predictions of a system for a gold, judged and maybe executed. The first two are borrowed. */
struct judged_system {
    const char *name; /* for people: the path of its predictions */
    const struct gold *gold;
    struct predictions predictions;
    const struct question *question; /* of answers in words; NULL: there are none */
    struct outcomes outcomes;
    struct plausibility *plausibility; /* by item of the gold; NULL: nothing is executed */
};
void judged_system_release(struct judged_system *system);
SCOPED_VALUE(judged_system, judged_system_release)

/* What is executed for, and how. */
struct execution_request {
    bool are_samples; /* all predictions are executed; else those up to the first that passes */
    const char *path; /* of the database that it comes from */
    int n_threads;
    const struct meter *meter;
};

/* Executes the judged predictions of `n` systems, and sets their plausibility, which is NULL before
 * the call. All are for one gold. It does not depend on the number of threads. An exact match is
 * plausible. A program that this machine cannot run passes no test. Fails if `tokfix verify` was
 * not run on the database, if the code of a row is not in its program there, and if programs cannot
 * be executed safely on this machine. */
int plausible_find(struct judged_system *systems, size_t n, const struct execution_request *request,
                   struct err *err);

#endif
