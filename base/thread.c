/* Except for starting a thread, the calls of pthreads fail only when they are used wrongly.
 *
 * What is read ahead is in a ring with one writer and one reader. The reader keeps its block until
 * it asks for the next one. */
#include "base/thread.h"

#include "base/interrupt.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

enum {
    BRIEF_NS = 100000000,
    SECOND_NS = 1000000000,
    N_BLOCKS = 16,
    BLOCK_BYTES = 1 << 18,
};

void monitor_init(struct monitor *monitor)
{
    pthread_mutex_init(&monitor->mutex, NULL);
    pthread_cond_init(&monitor->changed, NULL);
}

void monitor_release(struct monitor *monitor)
{
    pthread_cond_destroy(&monitor->changed);
    pthread_mutex_destroy(&monitor->mutex);
}

void monitor_enter(struct monitor *monitor)
{
    pthread_mutex_lock(&monitor->mutex);
}

void monitor_leave(struct monitor *monitor)
{
    pthread_mutex_unlock(&monitor->mutex);
}

void monitor_wait(struct monitor *monitor)
{
    pthread_cond_wait(&monitor->changed, &monitor->mutex);
}

void monitor_wait_briefly(struct monitor *monitor)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += BRIEF_NS;
    until.tv_sec += until.tv_nsec / SECOND_NS;
    until.tv_nsec %= SECOND_NS;
    pthread_cond_timedwait(&monitor->changed, &monitor->mutex, &until);
}

void monitor_call(struct monitor *monitor)
{
    pthread_cond_broadcast(&monitor->changed);
}

int thread_start(struct thread *thread, void *(*run)(void *argument), void *argument,
                 struct err *err)
{
    /* A thread inherits the blocked signals of the thread that starts it. */
    scoped(interrupt_hold) hold = interrupt_hold();
    errno = pthread_create(&thread->id, NULL, run, argument);
    return errno ? err_set_errno(err, "cannot start a thread") : 0;
}

void thread_join(struct thread *thread)
{
    pthread_join(thread->id, NULL);
}

struct block {
    char *bytes;
    ptrdiff_t length; /* what `fill` returned */
};

struct read_ahead {
    ptrdiff_t (*fill)(void *context, char *block, size_t capacity, struct err *err);
    void *context;
    struct thread thread;
    struct monitor monitor;
    struct block blocks[N_BLOCKS];
    size_t n_filled, n_used; /* blocks so far; block i is at i % N_BLOCKS */
    bool is_reading;         /* the reader is using block n_used */
    bool is_stopped;
    struct err err; /* of the last `fill`, if it failed */
};

static void *fill_blocks(void *argument)
{
    struct read_ahead *ahead = argument;
    ptrdiff_t length = 1;
    monitor_enter(&ahead->monitor);
    while (length > 0 && !ahead->is_stopped) {
        if (ahead->n_filled - ahead->n_used == N_BLOCKS) {
            monitor_wait(&ahead->monitor);
            continue;
        }
        struct block *block = &ahead->blocks[ahead->n_filled % N_BLOCKS];
        monitor_leave(&ahead->monitor);
        length = ahead->fill(ahead->context, block->bytes, BLOCK_BYTES, &ahead->err);
        monitor_enter(&ahead->monitor);
        block->length = length;
        ahead->n_filled++;
        monitor_call(&ahead->monitor);
    }
    monitor_leave(&ahead->monitor);
    return NULL;
}

static void release(struct read_ahead *ahead)
{
    for (size_t i = 0; i < N_BLOCKS; i++)
        free(ahead->blocks[i].bytes);
    monitor_release(&ahead->monitor);
    free(ahead);
}

int read_ahead_start(struct read_ahead **out,
                     ptrdiff_t (*fill)(void *context, char *block, size_t capacity,
                                       struct err *err),
                     void *context, struct err *err)
{
    struct read_ahead *ahead = mem_alloc(1, sizeof *ahead);
    ahead->fill = fill;
    ahead->context = context;
    monitor_init(&ahead->monitor);
    for (size_t i = 0; i < N_BLOCKS; i++)
        ahead->blocks[i].bytes = mem_alloc(BLOCK_BYTES, 1);
    if (thread_start(&ahead->thread, fill_blocks, ahead, err) != 0) {
        release(ahead);
        return ERR;
    }
    *out = ahead;
    return 0;
}

ptrdiff_t read_ahead_next(struct read_ahead *ahead, const char **bytes, struct err *err)
{
    monitor_enter(&ahead->monitor);
    if (ahead->is_reading && ahead->blocks[ahead->n_used % N_BLOCKS].length > 0) {
        ahead->n_used++;
        monitor_call(&ahead->monitor);
    }
    while (ahead->n_filled == ahead->n_used)
        monitor_wait(&ahead->monitor);
    const struct block *block = &ahead->blocks[ahead->n_used % N_BLOCKS];
    ahead->is_reading = true;
    monitor_leave(&ahead->monitor);
    *bytes = block->bytes;
    if (block->length < 0)
        err_pass(err, &ahead->err);
    return block->length;
}

void read_ahead_stop(struct read_ahead *ahead)
{
    if (!ahead)
        return;
    monitor_enter(&ahead->monitor);
    ahead->is_stopped = true;
    monitor_call(&ahead->monitor);
    monitor_leave(&ahead->monitor);
    thread_join(&ahead->thread);
    release(ahead);
}
