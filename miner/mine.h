/* Mining a whole dataset into a store: problems in parallel, written in their order. */
#ifndef MINER_MINE_H
#define MINER_MINE_H

#include "miner/problem_miner.h"

/* What a run says while it goes on. */
struct mine_listener {
    void *context;
    void (*on_error)(void *context, const struct input_error *error);
    /* After each problem: metadata bytes of the problems that are done, submissions so far. */
    void (*on_progress)(void *context, uint64_t done_bytes, uint64_t n_submissions);
};

/* Totals for the command's last line. */
struct mine_summary {
    int64_t n_pairs, n_fixes;
    int64_t n_bugs; /* fixes in the six categories */
};

/* Fills `store`, which was just created; the caller finishes it. Finishes the data set. The result is the same for every
 * `n_jobs`. */
int mine_dataset(struct dataset *dataset, const struct mine_options *options, int n_jobs,
                 struct store *store, const struct mine_listener *listener,
                 struct mine_summary *summary, struct err *err);

#endif
