/* Threads, monitors, and reading ahead, with pthreads. */
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include "base/err.h"
#include "base/mem.h"

#include <pthread.h>
#include <stddef.h>

/* A lock, with a way to wait for a change of what it guards. */
struct monitor {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
};

void monitor_init(struct monitor *monitor);
void monitor_release(struct monitor *monitor);
SCOPED_VALUE(monitor, monitor_release)
void monitor_enter(struct monitor *monitor);
void monitor_leave(struct monitor *monitor);

/* Enters a monitor until the end of the block: scoped(monitor_stay) stay =
 * monitor_stay(monitor); */
struct __attribute__((unused)) monitor_stay { /* the variable exists only to be released */
    struct monitor *monitor;
};
static inline struct monitor_stay monitor_stay(struct monitor *monitor)
{
    monitor_enter(monitor);
    return (struct monitor_stay){monitor};
}
static inline void monitor_end_stay(const struct monitor_stay *stay)
{
    monitor_leave(stay->monitor);
}
SCOPED_VALUE(monitor_stay, monitor_end_stay)

/* Leaves the monitor, waits for a monitor_call(), and enters again. It may return without a call,
 * so check the condition again. */
void monitor_wait(struct monitor *monitor);

/* The same, but waits at most a tenth of a second. */
void monitor_wait_briefly(struct monitor *monitor);

/* Wakes all threads that wait. */
void monitor_call(struct monitor *monitor);

struct thread {
    pthread_t id;
};

/* Starts `run(argument)` in a new thread. Wait for it with thread_join(). The thread gets none of
 * the signals of base/interrupt.h. */
int thread_start(struct thread *thread, void *(*run)(void *argument), void *argument,
                 struct err *err);
void thread_join(struct thread *thread);

/* Bytes that a thread of its own produces, ahead of their reader. */
struct read_ahead; /* opaque: a ring of blocks that limits the memory (4 MiB) */

/* Starts a thread that calls `fill` again and again. `fill` writes up to `capacity` bytes to
 * `block` and returns their number, 0 at the end, or ERR with its error. */
int read_ahead_start(struct read_ahead **out,
                     ptrdiff_t (*fill)(void *context, char *block, size_t capacity,
                                       struct err *err),
                     void *context, struct err *err);

/* Sets `bytes` to the next bytes, valid until the next call. Returns their number, 0 at the end, or
 * ERR. */
ptrdiff_t read_ahead_next(struct read_ahead *ahead, const char **bytes, struct err *err);

/* Ends the thread as soon as `fill` returns, and releases everything. `ahead` may be NULL. */
void read_ahead_stop(struct read_ahead *ahead);
SCOPED_POINTER(read_ahead, read_ahead_stop)

#endif
