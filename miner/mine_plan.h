/* The identity of a run, and the units that it still has to mine.
 *
 * The identity of a run is its dataset, its shard, its options and the version of tokfix. Two
 * pieces of work belong to the same run when all of these are the same. */
#ifndef MINER_MINE_PLAN_H
#define MINER_MINE_PLAN_H

#include "base/meter.h"
#include "base/run.h"
#include "db/store.h"
#include "miner/unit_miner.h"

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

/* The units that a run still has to mine. */
struct mine_plan {
    struct run_plan units; /* of the source */
    uint64_t n_bytes;      /* of those that are wanted */
    uint64_t n_done_bytes; /* of those that are done */
};

/* Plans the units of the shard. Checks that the fingerprints of those that the database `done`
 * (NULL: none) has have not changed, and fails for the first that has; `meter` shows how many are
 * checked. Release its units with run_plan_release(), also after
 * a failure. */
int mine_plan_make(struct mine_plan *plan, const struct pair_source *source,
                   const struct shard *shard, struct db *done, const struct meter *meter,
                   struct err *err);

#endif
