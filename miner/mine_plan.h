/* Which problems a run still has to mine: those of its shard that are not done. */
#ifndef MINER_MINE_PLAN_H
#define MINER_MINE_PLAN_H

#include "codenet/dataset.h"
#include "miner/shard.h"

struct db;

struct mine_plan {
    bool *is_in_shard, *is_done; /* for each problem of the dataset's list */
    size_t n_wanted, n_done;     /* together: the problems of the shard */
    uint64_t n_bytes;            /* of the metadata of those that are wanted */
};

/* Plans the problems of the shard; of those that stand in `done` (NULL: none do), sees that their metadata
 * are still what they were when they were mined, and fails for the first that is not. `on_progress` (may
 * be NULL) is told how many problems were looked at. Release with mine_plan_release(), also after a
 * failure. */
int mine_plan_make(struct mine_plan *plan, const struct dataset *dataset, const struct shard *shard,
                   struct db *done,
                   void (*on_progress)(void *context, uint64_t n_done, uint64_t n_all),
                   void *context, struct err *err);
/* Whether the problem of that number in the dataset's list is still to be mined. */
bool mine_plan_wants(const struct mine_plan *plan, size_t number);

void mine_plan_release(struct mine_plan *plan);

#endif
