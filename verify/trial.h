/* The trial of a problem's fixes: executes them on the tests of the problem, and searches for
 * inputs that show the bugs.
 *
 * A fix is `reproduced` if the fixed program passes a test that the buggy one fails. If both pass
 * all tests, inputs are made from those of the tests, and one of them may prove the bug
 * (input_search.h). How many inputs are made does not depend on the speed of the machine, unless
 * programs take about the time from which on a run costs more (problem_runner.h). That a program is
 * too slow is concluded only of processor time, and only if the other one is much faster: what is
 * near a limit has an outcome and a verdict of its own. */
#ifndef VERIFY_TRIAL_H
#define VERIFY_TRIAL_H

#include "fixes/correct_programs.h"
#include "base/arena.h"
#include "base/array.h"
#include "db/fix_names.h"
#include "verify/input_search.h"
#include "verify/problem_runner.h"

#include <stdint.h>

struct trial_options {
    const char *seed;                 /* any text */
    enum input_strictness strictness; /* the last level of the search */
    int64_t n_inputs;                 /* that are made for a fix at each level, at most */
    int64_t min_jurors, max_jurors;
    int64_t cpu_seconds; /* of a run, if the tests do not give a limit */
    bool has_control;    /* also try pairs of accepted programs */
};

/* A run of a program on a test. */
struct test_run {
    size_t test;              /* index: the problem's tests, then those that were found */
    enum run_outcome outcome; /* of a fixed program PASS also if only white space differs */
    enum sameness sameness;   /* with the output of the test */
    bool is_near;             /* its processor time is near the limit, or above */
    bool is_slow;             /* problem_runner_is_slow() */
    double cpu_seconds;
    const char *detail;
    const char *output; /* NULL if the program passes */
    size_t n_output;
};

/* A program of a fix. */
struct subject {
    int64_t submission_key;
    struct executable program;
    ARRAY(struct test_run) runs; /* of all tests of the problem, then others */
    size_t n_tried;              /* tests that it ran on, in their order */
    bool is_endless;             /* it did not end on the last of these */
    bool is_loaded;
};

struct fix_trial {
    int64_t fix_key;
    const char *fix_id;
    size_t buggy, fixed; /* subjects */
    bool is_mutant, has_originals;
    struct executable originals[2]; /* of a rewrite: of the buggy program, and of the fixed one */
    bool is_near;    /* as below, with NEAR_LIMIT, unless the search finds something */
    bool is_decided; /* the verdict, the detail and the test are set */
    enum fix_verdict verdict;
    const char *detail;     /* explains the verdict (doc/verify.md): an error, what is missing,
                               which program differs and how; "": nothing */
    int64_t test;           /* index of the test that decided; -1: none */
    const char *strictness; /* of the found test; NULL: none was found */
    int64_t n_jurors;       /* that could be asked about made inputs */
    int64_t n_inputs;       /* that were tried */
};

/* A pair of Accepted programs. The search treated one of them as buggy. */
struct control_pair {
    const char *right_id, *wrong_id; /* of the submissions */
    const char *strictness;          /* of the input that was found; NULL: none was found */
    const char *input;
    size_t n_input;
};

/* A problem with its fixes: the tests, subjects and fixes are filled in by the caller, the rest by
 * trial_run(). */
struct problem_trial {
    const char *problem_id;
    const struct language *language;
    struct problem_tests tests;
    struct correct_programs accepted; /* the candidates for the jury */
    ARRAY(struct subject) subjects;
    ARRAY(struct fix_trial) fixes;
    ARRAY(struct test_case) found; /* tests that were found */
    ARRAY(struct control_pair) control;
    struct arena arena;
};
void problem_trial_release(struct problem_trial *trial);

/* Tries all fixes. Returns ERR if programs cannot be executed safely on this machine. */
int trial_run(struct problem_trial *trial, struct executor *executor,
              const struct trial_options *options, struct err *err);

#endif
