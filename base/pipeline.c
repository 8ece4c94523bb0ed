/* A ring of slots, one for each item in flight. A worker takes the next ticket and its slot under
 * the lock, works without the lock, and marks the slot as done. The calling thread waits for the
 * slots in ticket order. The size of the ring limits the memory: a worker that finds no free slot
 * waits. */
#include "base/pipeline.h"

#include "base/mem.h"
#include "base/thread.h"

#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>

enum { MAX_CPUS = 4096 };

struct slot {
    void *item;
    bool done; /* processed, ready to be consumed */
};

struct run {
    const struct pipeline *pipeline;
    struct monitor monitor; /* the consumer waits for a slot that is done, workers wait for a
                               free one */
    struct slot *slots;     /* ring: the slot of ticket t is t % n_slots */
    size_t n_slots;
    size_t n_produced; /* tickets given out */
    size_t n_consumed;
    bool ended; /* `produce` has no more items, or the run stops early */
    int status; /* result of `produce` at the end */
    struct err err;
};

static void free_item(const struct pipeline *pipeline, void *item)
{
    if (pipeline->release)
        pipeline->release(item);
    free(item);
}

/* Returns the next item; NULL at the end, or after an error, which is in `run`. */
static void *produce(struct run *run)
{
    const struct pipeline *pipeline = run->pipeline;
    void *item = mem_alloc(1, pipeline->item_size);
    int status = pipeline->produce(pipeline->context, item, &run->err);
    if (status == 1)
        return item;
    free_item(pipeline, item);
    run->status = status;
    return NULL;
}

static void *worker_main(void *argument)
{
    struct run *run = argument;
    const struct pipeline *pipeline = run->pipeline;
    void *worker = pipeline->worker_new(pipeline->context);
    monitor_enter(&run->monitor);
    for (;;) {
        while (!run->ended && run->n_produced - run->n_consumed == run->n_slots)
            monitor_wait(&run->monitor);
        void *item = run->ended ? NULL : produce(run);
        if (!item)
            break;
        struct slot *slot = &run->slots[run->n_produced++ % run->n_slots];
        *slot = (struct slot){.item = item};
        monitor_leave(&run->monitor);
        pipeline->work(pipeline->context, worker, item);
        monitor_enter(&run->monitor);
        slot->done = true;
        monitor_call(&run->monitor);
    }
    run->ended = true;
    monitor_call(&run->monitor);
    monitor_leave(&run->monitor);
    pipeline->worker_free(worker);
    return NULL;
}

/* Waits for a change. If there is an `idle` function, waits briefly and calls it. */
static void wait_idly(struct run *run)
{
    if (!run->pipeline->idle) {
        monitor_wait(&run->monitor);
        return;
    }
    monitor_wait_briefly(&run->monitor);
    monitor_leave(&run->monitor);
    run->pipeline->idle(run->pipeline->context);
    monitor_enter(&run->monitor);
}

/* Waits for the next item in order. Returns NULL when all items are consumed and no more will
 * come. */
static void *next_done(struct run *run)
{
    void *item = NULL;
    monitor_enter(&run->monitor);
    struct slot *slot = &run->slots[run->n_consumed % run->n_slots];
    while (!(run->n_consumed < run->n_produced && slot->done) &&
           !(run->ended && run->n_consumed == run->n_produced))
        wait_idly(run);
    if (run->n_consumed < run->n_produced) {
        item = slot->item;
        slot->done = false;
    }
    monitor_leave(&run->monitor);
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
        free_item(pipeline, item);
        monitor_enter(&run->monitor);
        run->n_consumed++;
        if (status != 0)
            run->ended = true;
        monitor_call(&run->monitor);
        monitor_leave(&run->monitor);
    }
    if (status == 0 && run->status != 0)
        err_pass(err, &run->err);
    return status == 0 ? run->status : status;
}

int pipeline_run(const struct pipeline *pipeline, struct err *err)
{
    size_t n_threads = pipeline->n_threads < 1 ? 1 : (size_t)pipeline->n_threads;
    struct run run = {
        .pipeline = pipeline,
        .n_slots = pipeline->n_in_flight ? pipeline->n_in_flight : mem_multiply(n_threads, 4),
    };
    run.slots = mem_alloc(run.n_slots, sizeof *run.slots);
    monitor_init(&run.monitor);

    scoped_memory struct thread *threads = mem_alloc(n_threads, sizeof *threads);
    size_t n_started = 0;
    while (n_started < n_threads && thread_start(&threads[n_started], worker_main, &run, err) == 0)
        n_started++;
    /* With fewer threads than requested the result is the same. */
    int status = n_started ? consume_all(&run, err) : ERR;
    for (size_t i = 0; i < n_started; i++)
        thread_join(&threads[i]);

    monitor_release(&run.monitor);
    free(run.slots);
    return status;
}

/* Of an item: threads seldom wait for the next, and each gets several. */
enum { MAX_TURNS = 64, ITEMS_OF_A_THREAD = 8 };

struct loop {
    const struct parallel_loop *parallel;
    size_t n, n_begun;
};

struct turns {
    size_t first, end;
};

static int next_turns(void *context, void *item, struct err *err)
{
    struct loop *loop = context;
    size_t left = loop->n - loop->n_begun;
    size_t n = loop->n / (ITEMS_OF_A_THREAD * (size_t)loop->parallel->n_threads) + 1;
    n = n < MAX_TURNS ? n : MAX_TURNS;
    n = n < left ? n : left;
    (void)err;
    *(struct turns *)item = (struct turns){loop->n_begun, loop->n_begun + n};
    loop->n_begun += n;
    return n > 0;
}

static void *loop_worker_new(void *context)
{
    const struct parallel_loop *parallel = ((const struct loop *)context)->parallel;
    return parallel->worker_new ? parallel->worker_new(parallel->context) : NULL;
}

static void make_turns(void *context, void *worker, void *item)
{
    const struct parallel_loop *parallel = ((const struct loop *)context)->parallel;
    const struct turns *turns = item;
    for (size_t i = turns->first; i < turns->end; i++)
        parallel->work(parallel->context, worker, i);
}

static int drop(void *context, void *item, struct err *err)
{
    (void)context, (void)item, (void)err;
    return 0;
}

int parallel_for(const struct parallel_loop *parallel, size_t n, struct err *err)
{
    struct loop loop = {.parallel = parallel, .n = n};
    bool is_short = n < (size_t)parallel->n_threads;
    struct pipeline pipeline = {.n_threads = is_short ? (int)n : parallel->n_threads,
                                .context = &loop,
                                .item_size = sizeof(struct turns),
                                .produce = next_turns,
                                .worker_new = loop_worker_new,
                                .worker_free = parallel->worker_free ? parallel->worker_free : free,
                                .work = make_turns,
                                .consume = drop};
    return pipeline_run(&pipeline, err);
}

/* Returns the number of CPUs that Slurm gives to each task; 0 if it is not set or not a number. */
static int slurm_cpu_count(void)
{
    const char *text = getenv("SLURM_CPUS_PER_TASK");
    char *end = NULL;
    long n = text ? strtol(text, &end, 10) : 0;
    return end && !*end && n > 0 && n <= MAX_CPUS ? (int)n : 0;
}

int pipeline_cpu_count(void)
{
    cpu_set_t set;
    if (slurm_cpu_count())
        return slurm_cpu_count();
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count < 1 ? 1 : count;
}
