/* Mines the units of a plan into a database in steps. Units are mined in parallel and written in
 * their order. */
#ifndef MINER_MINE_H
#define MINER_MINE_H

#include "base/meter.h"
#include "miner/mine_plan.h"
#include "miner/unit_miner.h"

/* The progress of a run; all zero before it. */
struct mine_progress {
    uint64_t done_bytes; /* of the plan's units, mined in this run */
    uint64_t n_submissions;
    size_t n_problems, n_committed; /* of the plan, mined in this run */
    size_t n_done, n_wanted;        /* of the plan, set when it is made */
    bool is_mining;                 /* true once the plan is made */
};

/* Receives the messages of a run. */
struct mine_listener {
    void *context;
    void (*on_error)(void *context, const struct input_error *error);
    struct meter meter; /* checking finished units, mining the others, writing the database */
};

enum { MINE_INTERRUPTED = 1 };

/* Mines the units of the plan into `store` (store_create_in_steps), which has a run. Then stores
 * what the source says about the dataset as a whole, and finishes the run and the source. Commits
 * whole units. Commits are rare enough to take about a twentieth of the time. The final content of
 * `store` depends neither on `n_jobs` nor on interruptions of the run.
 *
 * When the process is asked to stop (base/interrupt.h), finishes the units that are being mined,
 * except those that wait for the source and those that take longer than interrupt_is_overdue()
 * allows, commits, and returns MINE_INTERRUPTED. It fails if even storing takes longer. After a
 * failure the caller abandons what is not committed. `progress`, all zero at first, is updated
 * during the run. */
int mine_source(const struct pair_source *source, const struct mine_plan *plan,
                const struct mine_options *options, int n_jobs, struct store *store,
                const struct mine_listener *listener, struct mine_progress *progress,
                struct err *err);

#endif
