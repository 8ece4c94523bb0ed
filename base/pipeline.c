/* A ring of slots, one per item in flight. A worker takes the next ticket and its slot under the
 * lock, works without it, and marks the slot done; the calling thread waits for the slots in
 * ticket order. The ring's size is the bound on memory: a worker that finds no free slot waits. */
#include "base/pipeline.h"

#include "base/mem.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

struct slot {
    void *item;
    bool done; /* worked on, ready to be consumed */
};

struct run {
    const struct pipeline *pipeline;
    pthread_mutex_t lock;
    pthread_cond_t slot_done;  /* the consumer waits for it */
    pthread_cond_t slot_freed; /* the workers wait for it */
    struct slot *slots;        /* ring: the slot of ticket t is t % n_slots */
    size_t n_slots;
    size_t n_produced; /* tickets given out */
    size_t n_consumed;
    bool ended; /* `produce` answered NULL, or the run stops early */
};

static void *worker_main(void *argument)
{
    struct run *run = argument;
    const struct pipeline *pipeline = run->pipeline;
    void *worker = pipeline->worker_new(pipeline->context);
    pthread_mutex_lock(&run->lock);
    for (;;) {
        while (!run->ended && run->n_produced - run->n_consumed == run->n_slots)
            pthread_cond_wait(&run->slot_freed, &run->lock);
        void *item = run->ended ? NULL : pipeline->produce(pipeline->context);
        if (!item)
            break;
        struct slot *slot = &run->slots[run->n_produced++ % run->n_slots];
        *slot = (struct slot){.item = item};
        pthread_mutex_unlock(&run->lock);
        pipeline->work(pipeline->context, worker, item);
        pthread_mutex_lock(&run->lock);
        slot->done = true;
        pthread_cond_signal(&run->slot_done);
    }
    run->ended = true;
    pthread_cond_broadcast(&run->slot_freed);
    pthread_cond_signal(&run->slot_done);
    pthread_mutex_unlock(&run->lock);
    pipeline->worker_free(worker);
    return NULL;
}

/* Waits for the next item in order; NULL when all were consumed and no more will come. */
static void *next_done(struct run *run)
{
    void *item = NULL;
    pthread_mutex_lock(&run->lock);
    struct slot *slot = &run->slots[run->n_consumed % run->n_slots];
    while (!(run->n_consumed < run->n_produced && slot->done) &&
           !(run->ended && run->n_consumed == run->n_produced))
        pthread_cond_wait(&run->slot_done, &run->lock);
    if (run->n_consumed < run->n_produced) {
        item = slot->item;
        slot->done = false;
    }
    pthread_mutex_unlock(&run->lock);
    return item;
}

static int consume_all(struct run *run, struct err *err)
{
    const struct pipeline *pipeline = run->pipeline;
    int status = 0;
    void *item;
    while ((item = next_done(run))) {
        if (status == 0)
            status = pipeline->consume(pipeline->context, item, err);
        else
            pipeline->discard(pipeline->context, item);
        pthread_mutex_lock(&run->lock);
        run->n_consumed++;
        if (status != 0)
            run->ended = true;
        pthread_cond_broadcast(&run->slot_freed);
        pthread_mutex_unlock(&run->lock);
    }
    return status;
}

int pipeline_run(const struct pipeline *pipeline, struct err *err)
{
    size_t n_threads = pipeline->n_threads < 1 ? 1 : (size_t)pipeline->n_threads;
    struct run run = {
        .pipeline = pipeline,
        .n_slots = pipeline->n_in_flight ? pipeline->n_in_flight : mem_multiply(n_threads, 4),
    };
    run.slots = mem_alloc(run.n_slots, sizeof *run.slots);
    pthread_mutex_init(&run.lock, NULL);
    pthread_cond_init(&run.slot_done, NULL);
    pthread_cond_init(&run.slot_freed, NULL);

    pthread_t *threads = mem_alloc(n_threads, sizeof *threads);
    size_t n_started = 0;
    int status = 0;
    while (n_started < n_threads && status == 0) {
        status = pthread_create(&threads[n_started], NULL, worker_main, &run);
        if (status == 0)
            n_started++;
    }
    if (n_started == 0) {
        errno = status;
        status = err_set_errno(err, "cannot start a thread");
    } else {
        status = consume_all(&run, err); /* fewer threads than asked for give the same result */
    }
    for (size_t i = 0; i < n_started; i++)
        pthread_join(threads[i], NULL);

    free(threads);
    pthread_cond_destroy(&run.slot_freed);
    pthread_cond_destroy(&run.slot_done);
    pthread_mutex_destroy(&run.lock);
    free(run.slots);
    return status;
}

int pipeline_cpu_count(void)
{
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count < 1 ? 1 : count;
}
