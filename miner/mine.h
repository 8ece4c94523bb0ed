/* Mining the units of a plan into a store in steps: units in parallel, written in their order. */
#ifndef MINER_MINE_H
#define MINER_MINE_H

#include "base/meter.h"
#include "miner/mine_plan.h"
#include "miner/unit_miner.h"

/* How far a run is; all zero before it. */
struct mine_progress {
    uint64_t done_bytes; /* of the plan's units */
    uint64_t n_submissions;
    size_t n_problems, n_committed; /* of the plan */
    size_t n_done, n_wanted;        /* the plan's, once it is made */
    bool is_mining;                 /* from then on */
};

/* What a run says while it goes on. */
struct mine_listener {
    void *context;
    void (*on_error)(void *context, const struct input_error *error);
    struct meter
        meter; /* units that are done are looked at, others are mined, the database is written */
};

enum { MINE_INTERRUPTED = 1 };

/* Adds the units of the plan to `store` (store_create_in_steps), which has a run, then what is to
 * be said of the source as a whole, and finishes the run. Whole units are committed, so often that
 * it costs a twentieth of the time. Finishes the source. What the store holds in the end does not
 * depend on `n_jobs`, nor on when a run was interrupted.
 *
 * When the process is asked to stop (base/interrupt.h), the units at hand are still finished,
 * but for those that wait for the source; then all is committed, and MINE_INTERRUPTED is
 * returned. After a failure, what is not committed is to be abandoned. `progress`, all zero at
 * first, says at any time how far it has come. */
int mine_source(const struct pair_source *source, const struct mine_plan *plan,
                const struct mine_options *options, int n_jobs, struct store *store,
                const struct mine_listener *listener, struct mine_progress *progress,
                struct err *err);

#endif
