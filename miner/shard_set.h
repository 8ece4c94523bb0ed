/* The databases of all shards of one run. */
#ifndef MINER_SHARD_SET_H
#define MINER_SHARD_SET_H

#include "base/str.h"
#include "db/store.h"
#include "miner/pair_source.h"

#include <stdbool.h>
#include <stddef.h>

struct shard_set {
    struct db **stores; /* open for reading, by number of the shard */
    size_t n;
    /* The run that they are shards of, as if it had but one; its texts are in the first store's row
     * below. */
    struct run_row run;
    struct db_statement *run_row;
};

/* Opens the stores at `paths` (n > 0), in any order, and sees that they are all shards of one
 * run, each once: the same options, tokfix, list of metadata, dataset, and the same said of the
 * dataset as a whole; and that each holds its own problems and together they hold all. Fails for
 * what is otherwise, saying which shards are to be mined (as Slurm's --array= names them), in
 * the words of the `kind` of source that was mined. Release with shard_set_release(), also after
 * a failure. */
int shard_set_open(struct shard_set *set, const struct source_kind *kind, char *const *paths,
                   size_t n, struct err *err);

void shard_set_release(struct shard_set *set);
SCOPED_VALUE(shard_set, shard_set_release)

/* Appends the numbers below `n` + 1 that are not true in `is_there` (of number - 1), as ranges:
 * "2,5-7". Returns how many they are. */
size_t shard_set_add_missing(struct str *out, const bool *is_there, size_t n);

#endif
