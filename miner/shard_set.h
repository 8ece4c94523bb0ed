/* The databases of all shards of one run. */
#ifndef MINER_SHARD_SET_H
#define MINER_SHARD_SET_H

#include "base/str.h"
#include "db/store_merge.h"
#include "miner/pair_source.h"

#include <stdbool.h>
#include <stddef.h>

struct shard_set {
    const struct source_kind *kind; /* of the first mined source */
    struct merged_part *parts;      /* open for reading, by the number of the shard */
    size_t n;
    struct run_row *runs; /* of all shards, as if it had only one shard; or of the joined databases,
                             in the order of their new keys */
    size_t n_runs;
    struct arena arena; /* owns the runs and their texts */
};

/* Opens the `n` > 0 databases at `paths`, in any order. Checks that they are the shards of one run,
 * each once: their options, version of tokfix, list of metadata and dataset are the same, and they
 * say the same about the dataset as a whole. Checks that each contains only the problems of its
 * shard, and that together they contain all problems.
 *
 * If none of them is a shard, they are databases of different datasets, which are joined, and only
 * the version of tokfix and the grammars must be the same. Their runs are then sorted by kind of
 * source and dataset, also those of databases that were joined before.
 *
 * Otherwise fails, and says which shards are to be mined, in the form of Slurm's --array.
 * `find_kind` returns the kind of source with a name, or NULL. Release with shard_set_release(),
 * also after a failure. */
int shard_set_open(struct shard_set *set, const struct source_kind *(*find_kind)(const char *name),
                   char *const *paths, size_t n, struct err *err);

void shard_set_release(struct shard_set *set);
SCOPED_VALUE(shard_set, shard_set_release)

#endif
