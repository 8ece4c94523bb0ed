/* A run of `tokfix mutate`. */
#ifndef COMMANDS_MUTATING_H
#define COMMANDS_MUTATING_H

#include "augment/mutate.h"
#include "cli/command.h"

#include <stdbool.h>

struct mutating {
    const char *input, *output; /* a database; or a dataset and the database to make */
    const char *dataset,
        *metadata; /* of a database: whose Accepted programs are mutated; or NULL */
    struct mutate_options options;
    const char *categories, *splits; /* lists of names, as they were given; NULL: all */
    int64_t n_jobs;
    bool is_replacing, is_json, is_removing;
};

/* Mutates a database. Tells what there is to tell, and returns an exit status. */
int mutating_run_database(const struct command *command, const struct mutating *mutating);

/* Takes the mutants of a database away. */
int mutating_remove(const struct command *command, const struct mutating *mutating);

/* The same as the first for a dataset, which is mined first, as tokfix mine does when no option
 * says otherwise. */
int mutating_run_dataset(const struct command *command, struct mutating *mutating);

#endif
