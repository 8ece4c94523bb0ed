/* Databases that `tokfix merge` joins, of different runs. */
#ifndef COMMANDS_JOINING_H
#define COMMANDS_JOINING_H

#include "db/store_merge.h"
#include "sources/sources.h"

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

/* A named shard, while the set is built. */
struct named {
    const char *path;
    struct db *db;
    struct run_row row; /* the first run; its texts are in the arena of the set */
    struct run_row *runs;
    struct merged_run *merged; /* the same runs, in the arena of the set */
    size_t n_runs;
};

/* Joins the `n` databases of `list`: sets the parts of the set, and its runs, sorted by kind of
 * source, dataset and languages. Fails unless the grammars are the same, no two runs are over one
 * dataset in one language, and the problems that two databases have are the same; with
 * `are_same_problems`, the user says that they are. */
int joining_join(struct shard_set *set, const struct named *list, size_t n, bool are_same_problems,
                 struct err *err);

#endif
