/* Executes the repairs that systems predict.
 *
 * A repair is plausible if its program passes all tests (Qi, Long, Achour and Rinard, "An analysis
 * of patch plausibility and correctness for generate-and-validate patch generation systems", ISSTA
 * 2015). A plausible repair may still be wrong, because tests are few.
 *
 * The tests of a bug are those that `tokfix verify` stored for its problem, given and found, and
 * that the fixed program passes here. Only bugs that `verify` has shown, with the verdict
 * `reproduced` or `proven`, are executed: only there can tests tell a repair from the bug. If the
 * buggy program passes all these tests here, or cannot run on this machine, the bug is not executed
 * after all. */
#ifndef SCORE_PLAUSIBLE_H
#define SCORE_PLAUSIBLE_H

#include "base/meter.h"
#include "score/judge.h"

/* The predictions of a system that were judged. */
struct judged_system {
    const struct predictions *predictions;
    const struct export_task *task; /* of answers in words */
    struct verdicts *verdicts;
};

/* Fails if `tokfix verify` was not run on the database; the message says what to do. */
int plausible_check(const char *path, struct err *err);

/* Executes the judged predictions of `n` systems for the gold, which comes from the database at
 * `path`, with `n_threads` threads, and sets the members is_shown, is_executed and plausible of
 * their verdicts. They do not depend on the number of threads. An exact match is plausible. A
 * program that this machine cannot run passes no test. Fails if programs cannot be executed safely
 * on this machine. */
int plausible_find(const struct judged_system *systems, size_t n, const struct gold *gold,
                   const char *path, int n_threads, const struct meter *meter, struct err *err);

#endif
