/* The Accepted submissions of a dataset, problem by problem: what mutants can be made of, and
 * what none may be equal to. */
#ifndef COMMANDS_ACCEPTED_PROGRAMS_H
#define COMMANDS_ACCEPTED_PROGRAMS_H

#include "augment/correct_programs.h"
#include "codenet/dataset.h"
#include "miner/mine_plan.h"

struct accepted_programs {
    struct dataset dataset;
    struct pair_source source; /* of it */
    struct shard shard;
    const struct language *language;
    size_t max_bytes; /* of a source */
    size_t next;      /* problem */
};

/* Opens the dataset that the store `db` was mined from, of which the metadata stand in
 * `metadata` unless it is NULL; an archive is spooled in `temporary_folder`. Fails for another
 * one. Release with accepted_programs_close(), also after a failure. */
int accepted_programs_open(struct accepted_programs *out, struct db *db, const char *dataset,
                           const char *metadata, const char *temporary_folder, struct err *err);
struct correct_source accepted_programs_source(struct accepted_programs *programs);

/* To be called behind the last problem: fails when the machine failed to read a file, or an
 * archive turned out to be damaged. */
int accepted_programs_finish(struct accepted_programs *programs, struct err *err);
void accepted_programs_close(struct accepted_programs *programs);
SCOPED_VALUE(accepted_programs, accepted_programs_close)

#endif
