/* Threads that run in the thread that starts them, to their end: for a fuzzer, to which starting
 * threads is most of the time. For code that waits for no other thread. Nothing is read ahead: the
 * block is filled when it is asked for. */
#include "base/thread.h"

#include <stdlib.h>

void monitor_init(struct monitor *monitor)
{
    (void)monitor;
}

void monitor_release(struct monitor *monitor)
{
    (void)monitor;
}

void monitor_enter(struct monitor *monitor)
{
    (void)monitor;
}

void monitor_leave(struct monitor *monitor)
{
    (void)monitor;
}

void monitor_wait(struct monitor *monitor)
{
    (void)monitor;
    abort(); /* no other thread can end the wait */
}

void monitor_wait_briefly(struct monitor *monitor)
{
    monitor_wait(monitor);
}

void monitor_call(struct monitor *monitor)
{
    (void)monitor;
}

int thread_start(struct thread *thread, void *(*run)(void *argument), void *argument,
                 struct err *err)
{
    (void)thread;
    (void)err;
    run(argument);
    return 0;
}

void thread_join(struct thread *thread)
{
    (void)thread;
}

static char block[1 << 18];

struct read_ahead {
    ptrdiff_t (*fill)(void *context, char *block, size_t capacity, struct err *err);
    void *context;
    ptrdiff_t length; /* of the last block */
    struct err err;   /* when that is an error */
};

int read_ahead_start(struct read_ahead **out,
                     ptrdiff_t (*fill)(void *context, char *block, size_t capacity,
                                       struct err *err),
                     void *context, struct err *err)
{
    (void)err;
    struct read_ahead *ahead = mem_alloc(1, sizeof *ahead);
    ahead->fill = fill;
    ahead->context = context;
    ahead->length = 1;
    *out = ahead;
    return 0;
}

ptrdiff_t read_ahead_next(struct read_ahead *ahead, const char **bytes, struct err *err)
{
    if (ahead->length > 0)
        ahead->length = ahead->fill(ahead->context, block, sizeof block, &ahead->err);
    if (ahead->length < 0)
        *err = ahead->err;
    *bytes = block;
    return ahead->length;
}

void read_ahead_stop(struct read_ahead *ahead)
{
    free(ahead);
}
