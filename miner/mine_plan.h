/* What a run is, and what it still has to do: which part of which dataset, with which options
 * and which tokfix, and which units of it are not mined yet. Two parts of work belong together
 * when all of this is the same. */
#ifndef MINER_MINE_PLAN_H
#define MINER_MINE_PLAN_H

#include "base/meter.h"
#include "db/store.h"
#include "miner/unit_miner.h"

enum { MAX_SHARDS = 4096 }; /* more than CodeNet has problems */

/* A part of the units, to be mined by itself. Of N shards, the one numbered I (from 1) has the
 * units for which the first eight hexadecimal digits of SHA-256(id), as a number, are I - 1
 * modulo N: that depends on nothing but the id. */
struct shard {
    int64_t number, n_shards; /* 1 of 1: everything */
};

/* The number of the shard of a unit, of `n_shards`; and whether the shard has the unit. */
int64_t shard_number_of(const char *unit_id, int64_t n_shards);
bool shard_has(const struct shard *shard, const char *unit_id);

/* The same for whoever takes a function: `shard` is a const struct shard. */
bool shard_wants(void *shard, const char *unit_id);

/* The row of an unfinished run with these options. Its texts are those of the options and of the
 * `source` (borrowed), which may be NULL as long as it is not known. */
struct run_row run_identity(const struct mine_options *options, const struct shard *shard,
                            const struct pair_source *source);

/* Appends how two runs differ in options and tokfix, ", " between several differences: what is
 * `there` (recorded), and what is `here`. Nothing, when they do not. */
void run_identity_add_differences(struct str *out, const struct run_row *there,
                                  const struct run_row *here);

/* The same for the list of the units, in the words of their source. */
void run_identity_add_listing_differences(struct str *out, const struct source_kind *kind,
                                          const struct run_row *there, const struct run_row *here);

/* Which units a run still has to mine: those of its shard that are not done. */
struct mine_plan {
    bool *is_in_shard, *is_done; /* for each unit of the source */
    size_t n_wanted, n_done;     /* together: the units of the shard */
    uint64_t n_bytes;            /* of those that are wanted */
};

/* Plans the units of the shard; of those that are in `done` (NULL: none are), sees that their
 * fingerprints are still what they were when they were mined, and fails for the first that is
 * not. The meter shows how many units were looked at. Release with mine_plan_release(), also
 * after a failure. */
int mine_plan_make(struct mine_plan *plan, const struct pair_source *source,
                   const struct shard *shard, struct db *done, const struct meter *meter,
                   struct err *err);

/* Whether the unit of that number is still to be mined. */
bool mine_plan_wants(const struct mine_plan *plan, size_t number);

void mine_plan_release(struct mine_plan *plan);

#endif
