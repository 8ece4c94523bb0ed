/* The first process shares the memory of the one that starts it, so that it costs little. All
 * signals are blocked in it: a handler that a program could call there would run in that memory. */
#include "sandbox/pids.h"

#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A sanitizer's notes on memory are shared, too, and this function never returns. */
__attribute__((no_sanitize("address", "thread", "undefined"))) static int wait_forever(void *none)
{
    (void)none;
    syscall(SYS_close_range, 0, ~0U, 0); /* among them are ends of the run's pipes */
    signal(SIGCHLD, SIG_IGN);            /* leaves no zombies */
    for (;;)
        pause();
    return 0;
}

pid_t pids_enter(int flags)
{
    static _Alignas(16) char stack[1 << 14];
    sigset_t all, before;
    if (unshare(CLONE_NEWPID) != 0)
        return -1;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t pid = clone(wait_forever, stack + sizeof stack, flags | CLONE_VM | SIGCHLD, NULL);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return pid;
}

int pids_leave(int self)
{
    return setns(self, CLONE_NEWPID);
}
