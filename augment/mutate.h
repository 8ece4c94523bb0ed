/* Mutants of many programs, stored as fixes beside the real ones. */
#ifndef AUGMENT_MUTATE_H
#define AUGMENT_MUTATE_H

#include "augment/correct_programs.h"
#include "augment/mutation_rules.h"

struct mutate_options {
    int64_t per_program; /* most mutants of a program, from 1 */
    int64_t max_tokens;  /* longer programs are left alone; 0: no limit */
    bool follows_real;   /* the distribution of the store's real fixes; else uniform */
    bool swaps_arguments;
    const char *seed;
    const char *programs; /* what they are: "fixes" or "dataset" */
    int n_jobs;
    void (*on_progress)(void *context, uint64_t n_programs, uint64_t n_all); /* n_all 0: unknown */
    void *context;
};

/* What was made, as the tables mutate_run and mutate_rules keep it. */
struct mutate_counts {
    int64_t n_programs, n_accepted, n_unused, n_equal;
    int64_t n_programs_of[N_MUTATION_RULES], n_sites[N_MUTATION_RULES], n_mutants[N_MUTATION_RULES];
    int64_t n_long;   /* programs that were left alone because of their length, in none of these */
    bool had_mutants; /* earlier ones, which are gone, with what dedup and split had found */
};

/* Makes mutants of the programs of `source`, in the caller's transaction: of each program as
 * many as are wanted and there are, all different, token by token, and none equal to a correct
 * program of the problem. Those of an earlier run are taken away. A program's mutants depend on
 * the seed, the problem and the submission, and in the real distribution on the store's real
 * fixes; not on `n_jobs`, and a larger `per_program` holds those of a smaller one. */
int mutate_store(struct db *db, const struct mutate_options *options,
                 const struct correct_source *source, struct mutate_counts *counts,
                 struct err *err);

#endif
