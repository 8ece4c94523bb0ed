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
#include "verify/inputs/input_model.h"
#include "verify/jury.h"

enum { N_INPUT_LEVELS = INPUTS_LOOSE + 1 };

/* The whole numbers that programs name. Bugs are often where a value reaches one of them. */
struct number_list {
    int64_t *items;
    size_t n, capacity;
};

/* The models of a problem's inputs. Threads share them: each is made when it is first needed. */
struct input_models {
    struct monitor monitor;
    struct number_list numbers;               /* that the programs of the problem name */
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
    int64_t min_jurors;               /* at the first level; two more at the others */
};

/* Adds the numbers that a program names to the models. All programs must be read, by one thread,
 * before the first input is made. */
void input_search_read_numbers(const struct input_search *search, const struct executable *program);

/* Makes input `number` of a level and a seed. Returns false if there is none (input_model_make). */
bool input_search_make(const struct input_search *search, enum input_strictness level,
                       uint64_t seed, uint32_t number, struct str *out);

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

/* Sets `actual` and `wrong`. */
void shown_difference_set_wrong(struct shown_difference *shown, const struct execution *run);

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

#endif
