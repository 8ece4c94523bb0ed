/* The trial of a fix: executes its programs on the tests of the problem, and searches for inputs
 * that show the bug.
 *
 * A fix is `reproduced` if the fixed program passes a test that the buggy one fails. If both pass
 * all tests, inputs are made from those of the tests, and one of them may prove the bug
 * (input_search.h). How many inputs are made does not depend on the speed of the machine, unless
 * programs take about the time from which on a run costs more (problem_runner.h). That a program is
 * too slow is concluded only of processor time, and only if the other one is much faster: what is
 * near a limit has an outcome and a verdict of its own.
 *
 * The fixes of a problem are tried by several threads at once. What they share is prepared by the
 * first that needs it. A verdict depends only on the fix, its problem and the options, and not on
 * which other fixes were tried before. */
#ifndef VERIFY_TRIAL_H
#define VERIFY_TRIAL_H

#include "db/fix_names.h"
#include "verify/problem.h"

struct trial_options {
    const char *seed;                 /* any text */
    enum input_strictness strictness; /* the last level of the search */
    int64_t n_inputs;                 /* that are made for a fix at each level, at most */
    int64_t min_jurors, max_jurors;
    int64_t cpu_seconds; /* of a run, if the tests do not give a limit */
    bool has_control;    /* also try pairs of accepted programs */
};

/* A program in a fix. */
struct fix_side {
    size_t subject; /* index in the problem */
    struct subject_runs runs;
    struct execution found;     /* on the found test, */
    bool has_found;             /* if it ran there */
    struct executable original; /* of a rewrite: the program that it was made from */
};

/* A pair of Accepted programs. The search treated one of them as buggy. */
struct control_pair {
    const char *right_id, *wrong_id; /* of the submissions */
    const char *strictness;          /* of the input that was found; NULL: none was found */
    const char *input;
    size_t n_input;
};

/* A fix: its first part is filled in by the caller, the rest by trial_run(). */
struct fix_trial {
    struct problem *problem;
    int64_t fix_key;
    const char *fix_id;
    struct fix_side buggy, fixed;
    bool is_mutant, has_originals;
    bool has_control; /* the pairs of Accepted programs are tried with this fix */

    bool is_near;    /* as below, with NEAR_LIMIT, unless the search finds something */
    bool is_decided; /* the verdict, the detail and the test are set */
    enum fix_verdict verdict;
    const char *detail;     /* explains the verdict (doc/verify.md): an error, what is missing,
                               which program differs and how; "": nothing */
    int64_t test;           /* index of the test that decided; the number of tests: `found`; -1:
                               none */
    const char *strictness; /* of the found test; NULL: none was found */
    int64_t n_jurors;       /* that could be asked about made inputs */
    int64_t n_inputs;       /* that were tried */
    struct test_case found; /* the test that was found; its name is NULL if there is none */
    ARRAY(struct control_pair) control;
    struct arena arena; /* owns all texts but those of the problem */
};
void fix_trial_release(struct fix_trial *fix);

/* Returns the run of a program of a fix on a test of the problem. Where it was not run, says so. */
const struct execution *fix_trial_run_on(const struct fix_trial *fix, const struct fix_side *side,
                                         size_t test);

/* What a thread tries fixes with. */
struct trial_worker; /* opaque */
struct trial_worker *trial_worker_new(void);
void trial_worker_free(struct trial_worker *worker);

/* Tries a fix. Returns ERR if programs cannot be executed safely on this machine, or if the process
 * is asked to stop (base/interrupt.h). */
int trial_run(struct fix_trial *fix, struct trial_worker *worker,
              const struct trial_options *options, struct err *err);

/* Write a problem with its tests, and a fix that was tried, to a journal (db/verdict_rows.h). */
int problem_write(struct db *journal, const struct problem *problem, struct err *err);
int fix_trial_write(struct db *journal, const struct fix_trial *fix, struct err *err);

#endif
