/* Makes mutants of many programs, and stores them as fixes next to the real ones. */
#ifndef AUGMENT_MUTATE_H
#define AUGMENT_MUTATE_H

#include "augment/mutant.h"
#include "base/meter.h"
#include "db/fixes/choice.h"
#include "db/fixes/correct_programs.h"

/* Why a program gets no mutants. */
enum mutate_refusal {
    MUTATE_NOT_REFUSED,
    MUTATE_EXCLUDED,      /* its fixes are marked as excluded */
    MUTATE_IN_NO_SPLIT,   /* the database has splits, and nothing decides which one is the program's
                           */
    MUTATE_IN_TWO_SPLITS, /* it would tie two splits */
    MUTATE_OTHER_SPLIT,   /* it is not in a wanted split */
    MUTATE_OTHER_FIX,     /* the filters take none of its fixes */
    N_MUTATE_REFUSALS
};

struct mutate_options {
    const struct language *language; /* of the programs; it has mutation rules */
    int64_t per_program;             /* maximum number of mutants of a program, from 1 */
    bool follows_real; /* follow the distribution of the database's real fixes (if it has splits, of
                        * those in train); otherwise uniform */
    bool is_wanted[N_MUTATION_RULES];   /* by rule */
    const char *categories, *splits;    /* as given by the user, for the record; "" for all */
    const struct filter_value *regions; /* where a bug may be; NULL: anywhere */
    /* Whether a submission is refused, and why. Called by several threads at once. NULL: none is.
     */
    enum mutate_refusal (*refuse)(void *context, const struct submission_row *submission);
    void *refuse_context;
    const char *seed;
    const char *programs; /* where they come from: "fixes" or "dataset" */
    int n_jobs;
    struct meter meter; /* counts programs */
};

/* The counts that the tables mutate_run and mutate_rules store. All members are int64_t, because
 * the counts of the problems are added as arrays. */
struct mutate_counts {
    int64_t n_programs, n_accepted, n_unused, n_equal;
    int64_t n_refused[N_MUTATE_REFUSALS]; /* programs, by refusal */
    int64_t n_programs_of[N_MUTATION_RULES], n_sites[N_MUTATION_RULES], n_mutants[N_MUTATION_RULES];
    int64_t n_of_region[N_REGIONS]; /* mutants dropped because their token is in another region */
    int64_t n_replaced;             /* earlier mutants, which were removed */
};

/* Makes mutants of the programs of `source`, in the caller's transaction. Mutants of an earlier run
 * are removed first, with the programs that only they use and everything that was found about them.
 * Each program gets as many mutants as are wanted and possible. They all differ, token by token,
 * from each other and from every correct program of the problem, and their bugs are in the regions
 * that are wanted: a changed docstring is not a bug. A program gets none if it is refused, or if an
 * equal program of its problem is excluded.
 *
 * A program's mutants depend only on the seed, the problem and the submission. With the real
 * distribution, they also depend on the database's real fixes. They do not depend on `n_jobs`. The
 * mutants of a larger `per_program` include those of a smaller one. */
int mutate_store(struct db *db, const struct mutate_options *options,
                 const struct correct_source *source, struct mutate_counts *counts,
                 struct err *err);

#endif
