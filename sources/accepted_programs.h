/* Reads the Accepted submissions of a dataset, problem by problem. Mutants are made from these
 * programs, and no mutant may be equal to one of them; nor should a buggy program. */
#ifndef SOURCES_ACCEPTED_PROGRAMS_H
#define SOURCES_ACCEPTED_PROGRAMS_H

#include "fixes/correct_programs.h"
#include "miner/mine_plan.h"
#include "sources/sources.h"

/* A dataset that a store was mined from, as a user names it. */
struct mined_dataset {
    const char *path, *metadata; /* `metadata` is NULL if the dataset contains them */
    struct db *db;               /* the store */
    const char *db_path;         /* temporary files go to its folder */
};

/* All zero before it is opened. */
struct accepted_programs {
    struct pair_source source; /* the problems of the dataset */
    struct shard shard;
    struct source_options options; /* of the run; texts in the arena */
    size_t next;                   /* index of the next problem */
    struct arena arena;
};

/* Opens the dataset, a tree, an archive or rows, for the programs in one language. It must be a
 * dataset that the store was mined from; fails for any other. Returns 0, or ERR with a message.
 * Release with accepted_programs_close(), also after a failure. */
int accepted_programs_open(struct accepted_programs *out, const struct mined_dataset *dataset,
                           const struct language *language, struct err *err);

/* Appends the option --dataset as another user must give it: the dataset has the name that the run
 * stored. */
int accepted_programs_add_option(struct str *options, struct db *db, const char *dataset,
                                 struct err *err);

struct correct_source accepted_programs_source(struct accepted_programs *programs);

/* Must be called after the last problem. Returns ERR with a message if a file could not be read
 * or an archive is damaged. */
int accepted_programs_finish(struct accepted_programs *programs, struct err *err);
void accepted_programs_close(struct accepted_programs *programs);
SCOPED_VALUE(accepted_programs, accepted_programs_close)

#endif
