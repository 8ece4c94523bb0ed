/* The ordered pipeline: parallel work with its results in order.
 *
 * Items are produced one after the other, worked on by several threads at once, and consumed
 * one after the other in the order in which they were produced: what `consume` sees does not
 * depend on the number of threads. At most `n_in_flight` items exist at any moment. */
#ifndef BASE_PIPELINE_H
#define BASE_PIPELINE_H

#include "base/err.h"

#include <stddef.h>

struct pipeline {
    int n_threads;      /* worker threads, at least 1; the calling thread consumes */
    size_t n_in_flight; /* bound on items alive at once; 0 = four for each thread */
    void *context;      /* passed to every callback */

    size_t item_size; /* bytes; the pipeline allocates the items, zeroed, and frees them */

    /* Fills in the next item: 1, 0 at the end, or ERR, which ends the run once the items before it
     * are consumed. Never called by two threads at once. */
    int (*produce)(void *context, void *item, struct err *err);

    /* A worker's own state (parsers, arenas); each is used by one thread only. */
    void *(*worker_new)(void *context);
    void (*worker_free)(void *worker);

    /* Works on an item; called by many threads at once. */
    void (*work)(void *context, void *worker, void *item);

    /* Takes the item, in order, in the calling thread. ERR ends the run. NULL: they are only worked
     * on. */
    int (*consume)(void *context, void *item, struct err *err);

    /* Releases what an item holds, whether or not it was consumed or even filled in; may be NULL.
     * Called in the calling thread, or in a worker's if `produce` gave no item. */
    void (*release)(void *item);

    /* Called at least ten times a second while the calling thread has nothing to consume; may be
     * NULL. */
    void (*idle)(void *context);
};

/* Runs until `produce` ends. Returns 0, or ERR with the first error of `consume` or `produce`, in
 * the order of the items, or when no thread could be started. */
int pipeline_run(const struct pipeline *pipeline, struct err *err);

/* The number of CPUs that this process may use, at least 1: SLURM_CPUS_PER_TASK, which Slurm sets,
 * or else those of its affinity mask. */
int pipeline_cpu_count(void);

#endif
