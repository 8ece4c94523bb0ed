/* Mutants of many programs, stored as fixes beside the real ones. */
#ifndef AUGMENT_MUTATE_H
#define AUGMENT_MUTATE_H

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

/* What was made, as the tables mutate_run and mutate_rules keep it. All are int64_t: the counts of
 * the problems are added as arrays. */
struct mutate_counts {
    int64_t n_programs, n_accepted, n_unused, n_equal;
    int64_t n_refused[N_MUTATE_REFUSALS]; /* programs */
    int64_t n_programs_of[N_MUTATION_RULES], n_sites[N_MUTATION_RULES], n_mutants[N_MUTATION_RULES];
    int64_t n_long; /* programs that were left alone because of their length, in none of these */
    int64_t n_replaced; /* earlier mutants, which are gone */
};

/* What the draws of a program begin with. */
uint64_t mutate_seed(const char *seed, const struct submission_row *submission);

/* Takes the mutants of a store away, with the programs that only they need and all that was found
 * of them, in the caller's transaction: what stays is as if there had never been any. Returns their
 * number in `n_removed`. */
int mutate_remove(struct db *db, int64_t *n_removed, struct err *err);

/* Makes mutants of the programs of `source`, in the caller's transaction: of each program as
 * many as are wanted and there are, all different, token by token, and none equal to a correct
 * program of the problem. Those of an earlier run are taken away. Of a program that is refused, or
 * equal to one of its problem that is excluded, none are made. A program's mutants depend on the
 * seed, the problem and the submission, and in the real distribution on the store's real fixes; not
 * on `n_jobs`, and a larger `per_program` holds those of a smaller one. */
int mutate_store(struct db *db, const struct mutate_options *options,
                 const struct correct_source *source, struct mutate_counts *counts,
                 struct err *err);

#endif
