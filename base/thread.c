/* Except for starting a thread, the calls fail only when they are used wrongly. */
#include "base/thread.h"

#include "base/interrupt.h"

#include <errno.h>
#include <time.h>

enum { BRIEF_NS = 100000000, SECOND_NS = 1000000000 };

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
