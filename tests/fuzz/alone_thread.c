/* Threads that run in the thread that starts them, to their end: for a fuzzer, to which starting
 * threads is most of the time. For code that waits for no other thread (alone_read_ahead.c). */
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
