/* The library that the zygote, an interpreter, loads: waits for runs, and makes a confined process
 * for each. It returns only in these processes. */
#include "base/sandbox/confine.h"
#include "base/sandbox/warden.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SOCKET = ZYGOTE_FIRST_FD, FILTER, LANDLOCK, FAILURES = 3, MAX_FILTER = 4096 };

static _Noreturn void give_up(int fd, const char *call)
{
    struct failure failure = {{0}, errno};
    strncpy(failure.call, call, sizeof failure.call - 1);
    (void)!write(fd, &failure, sizeof failure);
    _exit(1);
}

/* In the new process: its descriptors, its limits, and the end of all privileges. */
static void become_run(const struct warm_run *run, const int fds[4], struct sock_fprog *filter)
{
    int failures = fds[3];
    for (int i = 0; i < 3; i++)
        if (dup2(fds[i], i) < 0)
            give_up(failures, "dup2");
    if (failures != FAILURES && dup2(failures, FAILURES) < 0)
        give_up(failures, "dup2");
    if (setsid() < 0)
        give_up(FAILURES, "setsid");
    if (chdir("/tmp") != 0)
        give_up(FAILURES, "chdir");
    const char *failed = confine_limit(&run->limits);
    if (!failed)
        failed = confine(FAILURES + 1, run->has_landlock ? LANDLOCK : -1, filter);
    if (failed)
        give_up(FAILURES, failed);
    close(FAILURES);
}

/* Forks a child of the parent. The C library keeps the number of the thread in the word that the
 * kernel clears when the thread ends, and takes it for the owner of locks, so the kernel has to
 * write the new one there, as for fork(). */
static pid_t fork_sibling(void)
{
    pid_t *number = NULL;
    unsigned long flags = CLONE_PARENT | SIGCHLD;
    if (prctl(PR_GET_TID_ADDRESS, &number) == 0 && number)
        flags |= CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID;
#ifdef __x86_64__
    return (pid_t)syscall(SYS_clone, flags, NULL, NULL, number, NULL);
#else
    return (pid_t)syscall(SYS_clone, flags, NULL, NULL, NULL, number);
#endif
}

int zygote_wait(char path[sizeof((struct warm_run *)NULL)->path]);

/* Puts the path of the program to run into `path`, and returns 0, in a new process. Returns -1 in
 * the zygote when the warden is gone. */
int zygote_wait(char path[sizeof((struct warm_run *)NULL)->path])
{
    static struct sock_filter instructions[MAX_FILTER];
    struct sock_fprog filter = {0, instructions};
    struct warm_run run;
    int fds[4];
    ssize_t n, size = 0;
    int self = (int)syscall(SYS_pidfd_open, getpid(), 0);
    while ((n = read(FILTER, (char *)instructions + size, sizeof instructions - (size_t)size)) > 0)
        size += n;
    filter.len = (unsigned short)((size_t)size / sizeof *instructions);
    while (message_receive(SOCKET, &run, sizeof run, fds, 4) == 0) {
        struct warm_pids made = {pids_enter(CLONE_PARENT), -1};
        if (made.first > 0)
            made.program = fork_sibling();
        if (made.program == 0) {
            become_run(&run, fds, &filter);
            memcpy(path, run.path, sizeof run.path);
            return 0;
        }
        for (int i = 0; i < 4; i++)
            close(fds[i]);
        if (pids_leave(self) != 0 || message_send(SOCKET, &made, sizeof made, NULL, 0) != 0)
            break;
    }
    return -1;
}
