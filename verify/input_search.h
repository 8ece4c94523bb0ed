/* Searches for an input that shows the bug of a fix.
 *
 * The search has levels: inputs of a model that is strict, then medium, then loose (input_model.h).
 * Each level makes the same number of inputs. An input proves the bug if the fixed program and all
 * jurors agree on its output, the buggy program does something else, and both do the same again in
 * fresh processes with either seed. The less strict a level is, the more of its inputs are ones
 * that the problem does not allow, on which Accepted programs may differ. So each level demands a
 * number of jurors, and that they and the fixed program agree on most of the level's inputs. */
#ifndef VERIFY_INPUT_SEARCH_H
#define VERIFY_INPUT_SEARCH_H

#include "base/thread.h"
#include "db/fixes/correct_programs.h"
#include "verify/problem_runner.h"
#include "verify/inputs/input_model.h"

/* ---- The jury ---- */

/* The jury of a problem: Accepted programs that pass all its tests, perhaps with other white space,
 * and that are fast. No two have the same tokens.
 *
 * Most searches find no input on which two programs differ, and ask nobody. So the candidates are
 * chosen first, and run only when somebody is to be asked. */
enum {
    JURY_FIRST_NUMBER = 2, /* of the jurors as loaded programs; those before it are for others */
    JURY_MIN = 1,          /* jurors of a fix, at the first level */
    JURY_MAX = 10,
    JURY_SPARE = 4, /* in place of those that are the programs of a fix, or their originals */
};

struct juror {
    const char *submission_id;
    struct executable program;
    struct digest digest;
    unsigned number;        /* of the loaded program */
    enum sameness sameness; /* the least of its outputs with those of the tests; SAME_LINES for a
                               candidate */
};

struct jury {
    ARRAY(struct juror) candidates; /* in the order in which they are tried */
    struct monitor monitor;         /* guards what follows */
    bool is_seated;
    ARRAY(struct juror) jurors; /* the candidates that passed */
};
void jury_init(struct jury *jury);
void jury_release(struct jury *jury);

/* Chooses the candidates among the Accepted programs, which must outlive the jury. `seed` decides
 * the order. */
void jury_choose(struct jury *jury, struct problem_runner *runner,
                 const struct correct_programs *accepted, const char *seed);

/* Loads candidates and runs them on the tests, until enough have passed, or as many were slow. Does
 * nothing if that is done; waits if another thread does it. */
int jury_seat(struct jury *jury, struct problem_runner *runner, struct err *err);

/* Loads a juror, unless the runner has loaded it. */
int juror_load(const struct juror *juror, struct problem_runner *runner, struct err *err);

/* The jurors of a pair of programs: all of a jury but these programs, and those whose outputs are
 * less the same as those of the tests. */
struct panel {
    struct jury *jury; /* borrowed */
    enum sameness sameness;
    struct digest programs[4];
    size_t n_programs;
    bool is_seated; /* it has jurors; before, candidates, also if the jury was seated for others, so
                       that a search does not depend on others */
};

/* ---- The search ---- */

enum { N_INPUT_LEVELS = INPUTS_LOOSE + 1 };

/* The models of a problem's inputs. Threads share them: each is made when it is first needed. */
struct input_models {
    struct monitor monitor;
    /* Whole ones that the programs of the problem name. Bugs are often where a value reaches one */
    ARRAY(int64_t) numbers;
    struct input_model *list[N_INPUT_LEVELS]; /* NULL: not made yet */
};
void input_models_init(struct input_models *models);
void input_models_release(struct input_models *models);

/* A search, by one thread. */
struct input_search {
    struct problem_runner *runner;    /* borrowed */
    struct input_models *models;      /* borrowed */
    enum input_strictness strictness; /* the last level */
    int64_t n_inputs;                 /* that are made at each level, at most */
};

/* Adds the numbers that a program names to the models. All programs must be read, by one thread,
 * before the first input is made. */
void input_search_read_numbers(const struct input_search *search, const struct executable *program);

/* Two loaded programs, by their numbers, and those who decide between them. */
struct program_pair {
    unsigned fixed, buggy;
    struct panel panel; /* sameness: in which the outputs of the fixed program are those of the
                           tests */
    uint64_t seed;
    bool is_mutant; /* whether the two differ at all is of interest without a jury, too */
};

/* An input on which one program is right and the other one is not. */
struct shown_difference {
    struct str input, expected, actual; /* what the right one printed, and the wrong one */
    struct execution wrong;             /* its run; the outcome is WRONG if it ended well */
};
void shown_difference_release(struct shown_difference *shown);
SCOPED_VALUE(shown_difference, shown_difference_release)

/* What a search has found. */
struct input_finding {
    bool is_proof;
    enum input_strictness level; /* of the proof */
    int64_t n_jurors;            /* that could be asked; 0: there was nothing to ask them */
    bool lacks_jurors;           /* there were fewer than the first level needs */
    int64_t n_inputs;            /* that were made, of all levels */
    int64_t n_differing;         /* of these, those before a proof on which the two programs did not
                                    do the same */
    struct shown_difference *shown; /* set by the caller, and filled in with a proof: the buggy
                                       program is wrong */
};

/* Searches. Fails if the process is asked to stop (base/interrupt.h). */
int input_search_run(const struct input_search *search, const struct program_pair *pair,
                     struct input_finding *out, struct err *err);

/* ---- Rewrites ---- */

/* What a rewritten program does differently from its original: on the tests of the problem, or on
 * inputs that are made from them. */
struct rewrite_difference {
    bool is_found, is_endless;      /* `is_endless`: a program did not end on the last input */
    int64_t test;                   /* index; -1: on a made input */
    struct shown_difference *shown; /* set by the caller, and filled in with a difference on a made
                                       input: the original is right */
};

/* Compares two programs by how they end and what they print. The texts of errors may differ, and a
 * run without end is not compared; after three of them no more inputs are tried. Sets `out` to the
 * first difference that can be repeated in fresh processes. As many inputs are made as the first
 * level of `search` makes. */
int rewrite_check(const struct input_search *search, const struct executable *original,
                  const struct executable *rewritten, uint64_t seed, struct rewrite_difference *out,
                  struct err *err);

#endif
