/* How mutants stand in a store. Internal to mutate.c. */
#ifndef AUGMENT_MUTATE_STORE_H
#define AUGMENT_MUTATE_STORE_H

#include "augment/mutant.h"
#include "augment/mutate.h"

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
void mutated_problem_free(struct mutated_problem *problem);

/* What the draws of a program begin with. */
uint64_t mutate_seed(const char *seed, const struct submission_row *submission);

struct mutate_writer {
    struct store *store;
    struct db_statement *find; /* a submission */
    struct str code;
};
int mutate_writer_open(struct mutate_writer *writer, struct db *db, struct err *err);
void mutate_writer_close(struct mutate_writer *writer); /* also after a failure */

/* Adds the mutants of a problem, and the submissions that they are made of where the store lacks
 * them. */
int mutate_writer_add(struct mutate_writer *writer, const struct mutated_problem *problem,
                      struct err *err);

/* Writes what was made into mutate_run and mutate_rules. */
int mutate_write_counts(struct db *db, const struct mutate_options *options,
                        const struct mutate_counts *counts, struct err *err);

#endif
