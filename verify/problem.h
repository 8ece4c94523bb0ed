/* A problem in one language, and what its fixes share. Several threads try its fixes at once: what
 * they share is prepared by the first that needs it, and another one waits meanwhile. */
#ifndef VERIFY_PROBLEM_H
#define VERIFY_PROBLEM_H

#include "base/mem.h"
#include "base/thread.h"
#include "fixes/correct_programs.h"
#include "verify/input_search.h"

#include <stdatomic.h>
#include <stdint.h>

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
    size_t n_fixes;
    struct arena arena; /* owns the texts of subjects */
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

/* Loads the Accepted programs of the problem, if they are needed: it has tests. */
void problem_prepare(struct problem *problem);

/* The runs of a program that count in a fix. */
struct subject_runs {
    bool is_loaded; /* the program could be loaded */
    size_t n;       /* the first ones of the subject */
};

/* Loads a program in the runner with this number. Then makes its runs on the first `n_wanted` tests
 * of the problem, up to one on which it does not end, that nobody has made. A program that cannot
 * be loaded has that outcome on all tests. */
int subject_run(struct subject *subject, struct problem_runner *runner, unsigned number,
                size_t n_wanted, struct subject_runs *out, struct err *err);

/* Says that an accepted program passes if only white space differs. */
void subject_accept(const struct subject *subject, struct execution *execution);

#endif
