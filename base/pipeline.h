/* The ordered pipeline: parallel work with its results in order; and the parallel loop.
 *
 * Items are produced one after the other, processed by several threads at once, and consumed one
 * after the other, in the order in which they were produced. What `consume` sees does not depend on
 * the number of threads. At most `n_in_flight` items exist at any moment. */
#ifndef BASE_PIPELINE_H
#define BASE_PIPELINE_H

#include "base/err.h"

#include <stddef.h>

struct pipeline {
    int n_threads;      /* worker threads, at least 1; the calling thread consumes */
    size_t n_in_flight; /* maximum number of items at a time; 0: four for each thread */
    void *context;      /* passed to every callback */

    size_t item_size; /* bytes; the pipeline allocates the items, zeroed, and frees them */

    /* Fills in the next item. Returns 1, 0 at the end, or ERR. ERR ends the run once the items
     * before it are consumed. Never called by two threads at once. */
    int (*produce)(void *context, void *item, struct err *err);

    /* The state of a worker (parsers, arenas). Each is used by only one thread. */
    void *(*worker_new)(void *context);
    void (*worker_free)(void *worker);

    /* Processes an item. Many threads call it at once. */
    void (*work)(void *context, void *worker, void *item);

    /* Takes the items, in order, in the calling thread. ERR ends the run. */
    int (*consume)(void *context, void *item, struct err *err);

    /* Releases the contents of an item, whether or not it was consumed or even filled in. May be
     * NULL. Called in the calling thread, or in a worker's if `produce` gave no item. */
    void (*release)(void *item);

    /* Called at least ten times a second while the calling thread has nothing to consume; may be
     * NULL. */
    void (*idle)(void *context);
};

/* Runs until `produce` ends. Returns 0, or ERR when no thread could be started or `produce` or
 * `consume` failed. `err` is then the first error in the order of the items. */
int pipeline_run(const struct pipeline *pipeline, struct err *err);

/* A loop whose turns are independent of each other, and write their results to different places. */
struct parallel_loop {
    int n_threads; /* at least 1 */
    void *context; /* passed to every callback */

    /* As for a pipeline; both NULL: `work` gets no worker. */
    void *(*worker_new)(void *context);
    void (*worker_free)(void *worker);

    /* Makes a turn. Many threads call it at once. */
    void (*work)(void *context, void *worker, size_t turn);
};

/* Makes `n` turns, numbered from 0, in any order, with at most `n` threads. Returns 0, or ERR when
 * no thread could be started. */
int parallel_for(const struct parallel_loop *parallel, size_t n, struct err *err);

/* Returns the number of CPUs that this process may use, at least 1: SLURM_CPUS_PER_TASK, which
 * Slurm sets, or else the number in its affinity mask. */
int pipeline_cpu_count(void);

#endif
