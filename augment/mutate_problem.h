/* The mutants of the correct programs of one problem. */
#ifndef AUGMENT_MUTATE_PROBLEM_H
#define AUGMENT_MUTATE_PROBLEM_H

#include "augment/correct_programs.h"
#include "augment/mutant.h"
#include "base/meter.h"

/* Why a program has no mutants. */
enum mutate_refusal {
    MUTATE_NOT_REFUSED,
    MUTATE_EXCLUDED,      /* its fixes are marked as excluded */
    MUTATE_IN_NO_SPLIT,   /* the store has splits, and nothing says in which one it belongs */
    MUTATE_IN_TWO_SPLITS, /* it would tie two */
    MUTATE_OTHER_SPLIT,   /* it is not of a split that is wanted */
    N_MUTATE_REFUSALS
};

struct mutate_options {
    int64_t per_program; /* most mutants of a program, from 1 */
    int64_t max_tokens;  /* longer programs are left alone; 0: no limit */
    bool follows_real; /* the distribution of the store's real fixes (those in training, when it has
                            splits); else uniform */
    bool is_wanted[N_MUTATION_RULES]; /* the rules */
    const char *categories, *splits;  /* as they were wanted, for the record; "" for all */
    /* Whether a submission is wanted; called by several threads at once. NULL: all are. */
    enum mutate_refusal (*refuse)(void *context, const struct submission_row *submission);
    void *refuse_context;
    const char *seed;
    const char *programs; /* what they are: "fixes" or "dataset" */
    int n_jobs;
    struct meter meter; /* of programs */
};

/* What was made, as the tables mutate_run and mutate_rules keep it. */
struct mutate_counts {
    int64_t n_programs, n_accepted, n_unused, n_equal;
    int64_t n_refused[N_MUTATE_REFUSALS]; /* programs */
    int64_t n_programs_of[N_MUTATION_RULES], n_sites[N_MUTATION_RULES], n_mutants[N_MUTATION_RULES];
    int64_t n_long; /* programs that were left alone because of their length, in none of these */
    int64_t n_replaced; /* earlier mutants, which are gone */
};

struct mutated {
    uint32_t program; /* of the problem, that it is made of */
    uint32_t number;  /* among that program's mutants, from 1 */
    struct mutant mutant;
};

struct mutated_problem {
    struct correct_programs programs;
    ARRAY(struct mutated) mutants; /* by program and number */
    struct mutate_counts counts;   /* of this problem */
};
void mutated_problem_release(struct mutated_problem *problem);

/* What the draws of a program begin with. */
uint64_t mutate_seed(const char *seed, const struct submission_row *submission);

/* A thread's own memory. `dialects` and the options are borrowed. */
struct mutate_worker; /* opaque */
struct mutate_worker *mutate_worker_new(const struct mutate_options *options,
                                        const struct mutation_options *mutations,
                                        const struct language *language,
                                        const struct dialect_finder *dialects);
void mutate_worker_free(struct mutate_worker *worker); /* NULL is ignored */

/* Makes the mutants of a problem, whose programs are given; the rest is zeroed. */
void mutate_problem(struct mutated_problem *problem, struct mutate_worker *worker);

#endif
