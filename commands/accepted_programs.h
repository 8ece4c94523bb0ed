/* Reads the Accepted submissions of a dataset, problem by problem. Mutants are made from these
 * programs, and no mutant may be equal to one of them; nor should a buggy program. */
#ifndef COMMANDS_ACCEPTED_PROGRAMS_H
#define COMMANDS_ACCEPTED_PROGRAMS_H

#include "fixes/correct_programs.h"
#include "sources/codenet/dataset.h"
#include "miner/mine_plan.h"

struct accepted_programs {
    struct dataset dataset;    /* a tree or an archive; closed if the source is another one */
    struct pair_source source; /* the problems of the dataset */
    struct shard shard;
    size_t next; /* index of the next problem */
    struct arena arena;
    struct text_list accepted; /* of the run's options; texts in the arena */
};

/* Opens the dataset at the path `dataset`, a tree, an archive or rows, for the programs in one
 * language. It must be a dataset that the store `db` was mined from; fails for any other.
 * `metadata` is the path of its metadata, or NULL if the dataset contains them. An archive is
 * spooled in `temporary_folder`. Returns 0, or ERR with a message. Release with
 * accepted_programs_close(), also after a failure. */
int accepted_programs_open(struct accepted_programs *out, struct db *db,
                           const struct language *language, const char *dataset,
                           const char *metadata, const char *temporary_folder, struct err *err);

/* Does the same; an archive is spooled in the folder of `path`, the path of the store. */
int accepted_programs_open_beside(struct accepted_programs *out, struct db *db,
                                  const struct language *language, const char *dataset,
                                  const char *metadata, const char *path, struct err *err);

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
