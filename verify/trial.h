/* The trial of a fix: executes its programs on the tests of the problem, and searches for inputs
 * that show the bug.
 *
 * A fix is `reproduced` if the fixed program passes a test that the buggy one fails. If both pass
 * all tests, inputs are made from those of the tests, and one of them may prove the bug
 * (input_search.h). How many inputs are made does not depend on the speed of the machine, unless
 * programs take about the time from which on a run costs more (problem_runner.h). That a program is
 * too slow is concluded only of processor time, and only if the other one is much faster: what is
 * near a limit has an outcome of its own, both a run and a fix.
 *
 * The fixes of a problem are tried by several threads at once. What they share is prepared by the
 * first that needs it. The outcome of a fix depends only on the fix, its problem and the
 * options, and not on which other fixes were tried before. */
#ifndef VERIFY_TRIAL_H
#define VERIFY_TRIAL_H

#include "db/fix_names.h"
#include "verify/input_search.h"

#include <stdatomic.h>

/* ---- Problems ---- */

/* A program of a problem's fixes, and its runs on the tests. It may be in several fixes. The runs
 * are added in the order of the tests; one that is there does not change. */
struct subject {
    int64_t submission_key;
    struct executable program;
    bool is_accepted;       /* its judge accepted it: a fixed program */
    struct monitor monitor; /* guards what follows */
    struct execution *runs; /* room for all tests; NULL: not run yet. A fixed program also passes
                               if only white space differs */
    size_t n_runs;
    bool is_endless; /* it did not end on the last of these */
    struct arena arena;
};

/* A problem in one language: what its fixes share. The first part is filled in by whoever makes the
 * problem. */
struct problem {
    uint64_t number; /* differs between the problems of a run, and is not 0 */
    const char *problem_id;
    const struct language *language;
    struct problem_tests tests;       /* with a time limit */
    struct correct_programs accepted; /* the candidates for the jury, once it is prepared */
    struct correct_source source;     /* that completes them */
    ARRAY(struct subject) subjects;   /* of all its fixes */
    struct arena arena;               /* owns the texts of subjects */
    atomic_size_t n_users;
    bool is_shared;

    struct monitor monitor; /* guards the next two */
    bool is_prepared;       /* the Accepted programs are loaded */
    bool has_jury;          /* the jury is chosen, and the numbers of the programs are read */
    struct jury jury;
    struct input_models models;
};

/* A new problem has one user, who fills it in and then shares it with all threads. It is freed when
 * its last user has left. */
struct problem *problem_new(void);
void problem_share(struct problem *problem);
struct problem *problem_join(struct problem *problem); /* returns it, with one user more */
void problem_leave(struct problem *problem);           /* NULL is ignored */

/* The runs of a program that count in a fix. */
struct subject_runs {
    bool is_loaded; /* the program could be loaded */
    size_t n;       /* the first ones of the subject */
};

/* ---- Fixes ---- */

struct trial_options {
    const char *seed;                 /* any text */
    enum input_strictness strictness; /* the last level of the search */
    int64_t n_inputs;                 /* that are made for a fix at each level, at most */
    int64_t cpu_seconds;              /* of a run, if the tests do not give a limit */
    bool has_control;                 /* also try pairs of accepted programs */
    bool is_at_home;                  /* as executor_new() wants it */
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
    bool is_decided; /* the outcome, the detail and the test are set */
    enum fix_outcome outcome;
    const char *detail;     /* explains the outcome (doc/verify.md): an error, which program
                               differs and how; "": nothing */
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

/* The detail of a run that was not made. */
#define TEST_NOT_RUN "not run, because this or the fixed program did not end"

/* Returns the run of a program of a fix on a test of the problem. Where it was not run, says so. */
const struct execution *fix_trial_run_on(const struct fix_trial *fix, const struct fix_side *side,
                                         size_t test);

/* What a thread tries fixes with. */
struct trial_worker; /* opaque */
void *trial_worker_new(bool is_at_home);
void trial_worker_free(void *worker);

/* Tries a fix. Returns ERR if programs cannot be executed safely on this machine, or if the process
 * is asked to stop (base/interrupt.h). */
int trial_run(struct fix_trial *fix, struct trial_worker *worker,
              const struct trial_options *options, struct err *err);

#endif
