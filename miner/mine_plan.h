/* The identity of a run, and the units that it still has to mine.
 *
 * The identity of a run is its dataset, its shard, its options and the version of tokfix. Two
 * pieces of work belong to the same run when all of these are the same. */
#ifndef MINER_MINE_PLAN_H
#define MINER_MINE_PLAN_H

#include "base/meter.h"
#include "db/store.h"
#include "miner/unit_miner.h"

enum { MAX_SHARDS = 4096 }; /* more than the number of problems in CodeNet */

/* A part of the units, mined separately. With N shards, the first eight hexadecimal digits of
 * SHA-256(id) are read as a number, and shard I (from 1) has the units for which the number modulo
 * N is I - 1. Which shard has a unit therefore depends only on the unit's id. */
struct shard {
    int64_t number, n_shards; /* 1 of 1 is everything */
};

/* shard_number_of() returns the number of the unit's shard, from 1 to `n_shards`. shard_has()
 * returns whether the shard has the unit. */
int64_t shard_number_of(const char *unit_id, int64_t n_shards);
bool shard_has(const struct shard *shard, const char *unit_id);

/* The same as shard_has(), for callers that take a function and a context. `shard` is a const
 * struct shard. */
bool shard_wants(void *shard, const char *unit_id);

/* Returns the row of an unfinished run with these options. The texts of the row belong to the
 * options and the `source`. `source` may be NULL while it is not known. */
struct run_row run_identity(const struct mine_options *options, const struct shard *shard,
                            const struct pair_source *source);

/* Appends the differences between two runs in options and version of tokfix, separated by ", ".
 * `there` is the recorded run, `here` the current one. Appends nothing if there are no
 * differences. */
void run_identity_add_differences(struct str *out, const struct run_row *there,
                                  const struct run_row *here);

/* The same for the list of the units. `kind` names the files. */
void run_identity_add_listing_differences(struct str *out, const struct source_kind *kind,
                                          const struct run_row *there, const struct run_row *here);

/* The units that a run still has to mine: those of its shard that are not done. */
struct mine_plan {
    bool *is_in_shard, *is_done; /* for each unit of the source */
    size_t n_wanted, n_done;     /* the sum is the number of units of the shard */
    uint64_t n_bytes;            /* of the wanted units */
};

/* Plans the units of the shard. `done` is a database with units that are already mined; NULL: none
 * are. Checks that the fingerprints of those units have not changed, and fails for the first that
 * has. The meter shows the number of units checked. Release with mine_plan_release(), also after a
 * failure. */
int mine_plan_make(struct mine_plan *plan, const struct pair_source *source,
                   const struct shard *shard, struct db *done, const struct meter *meter,
                   struct err *err);

/* Whether the unit with this number is still to be mined. */
bool mine_plan_wants(const struct mine_plan *plan, size_t number);

void mine_plan_release(struct mine_plan *plan);

#endif
