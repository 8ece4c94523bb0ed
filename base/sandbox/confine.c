/* The order matters: capabilities can only be dropped while the process has them, Landlock and the
 * filter need no_new_privs, and the filter comes last because it refuses what the others call. */
#include "base/sandbox/confine.h"

#include <errno.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A limit of 1 byte means no core at all. With 0, the kernel would still start the machine's
 * handler of cores, for every program that crashes (core(5)). */
enum { MAX_OPEN_FILES = 128, NO_CORE = 1, MAX_CAPABILITY = 63 };

const char *confine_limit(const struct process_limits *limits)
{
    const struct {
        int resource;
        rlim_t value;
    } rows[] = {
        {RLIMIT_DATA, limits->memory_bytes},
        {RLIMIT_AS, limits->address_bytes},
        {RLIMIT_STACK, limits->stack_bytes},
        {RLIMIT_FSIZE, limits->file_bytes},
        {RLIMIT_CPU, limits->cpu_seconds},
        {RLIMIT_NPROC, limits->n_processes},
        {RLIMIT_NOFILE, MAX_OPEN_FILES},
        {RLIMIT_CORE, NO_CORE},
        {RLIMIT_MEMLOCK, 0},
        {RLIMIT_MSGQUEUE, 0},
        {RLIMIT_SIGPENDING, limits->n_processes},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rlimit now;
        if (getrlimit(rows[i].resource, &now) != 0)
            return "getrlimit";
        if (now.rlim_max > rows[i].value)
            now.rlim_max = rows[i].value;
        now.rlim_cur = now.rlim_max;
        if (setrlimit(rows[i].resource, &now) != 0)
            return "setrlimit";
    }
    return NULL;
}

static const char *drop_capabilities(void)
{
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
    for (int capability = 0; capability <= MAX_CAPABILITY; capability++)
        if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0) {
            if (errno == EINVAL) /* the kernel has no more */
                break;
            return "prctl(PR_CAPBSET_DROP)";
        }
    if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0)
        return "prctl(PR_CAP_AMBIENT)";
    return syscall(SYS_capset, &header, none) == 0 ? NULL : "capset";
}

const char *confine(int first_fd, int landlock_ruleset, const struct sock_fprog *filter)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return "prctl(PR_SET_NO_NEW_PRIVS)";
    const char *failed = drop_capabilities();
    if (failed)
        return failed;
    if (landlock_ruleset >= 0 && syscall(SYS_landlock_restrict_self, landlock_ruleset, 0) != 0)
        return "landlock_restrict_self";
    if (syscall(SYS_close_range, first_fd, ~0U, 0) != 0)
        return "close_range";
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, filter) == 0 ? NULL : "seccomp";
}

/* ---- The pid namespace of a run ---- */

/* clone() by the name that sanitizers do not replace: theirs expects memory that is not shared. */
extern __typeof__(clone) __clone;

/* The first process shares the memory of the one that starts it, which costs a third of a
 * millisecond less than a copy. So it writes only to its stack, and calls no handler of a signal: a
 * handler that a program could call there would run in that memory. Signals are blocked until it
 * ignores them all. They must not stay blocked: the kernel keeps blocked signals for later, and
 * counts them for the user, who has a limit. */
__attribute__((no_sanitize("address", "thread", "undefined"))) static int wait_forever(void *none)
{
    const unsigned long nothing = 0, ignore[4] = {(unsigned long)SIG_IGN}; /* as the kernel's */
    (void)none;
    for (int number = 1; number < NSIG; number++)
        if (number != SIGKILL && number != SIGSTOP)
            syscall(SYS_rt_sigaction, number, ignore, NULL, sizeof nothing);
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &nothing, NULL, sizeof nothing);
    syscall(SYS_close_range, 0, ~0U, 0); /* among them are ends of the run's pipes */
    for (;;)
        syscall(SYS_ppoll, NULL, 0, NULL, NULL, 0);
    return 0;
}

/* Orphans become children of the first process. It ignores SIGCHLD, so they leave no zombies. */
pid_t pids_enter(int flags)
{
    static _Alignas(16) char stack[1 << 14];
    sigset_t all, mask;
    if (unshare(CLONE_NEWPID) != 0)
        return -1;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &mask);
    pid_t pid = __clone(wait_forever, stack + sizeof stack, flags | CLONE_VM | SIGCHLD, NULL);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    return pid;
}

int pids_leave(int self)
{
    return setns(self, CLONE_NEWPID);
}

/* ---- Messages ---- */

/* Room for the descriptors of a message. */
union control {
    char bytes[CMSG_SPACE(MAX_MESSAGE_FDS * sizeof(int))];
    struct cmsghdr alignment;
};

int message_send(int socket, const void *message, size_t size, const int *fds, size_t n_fds)
{
    union control control;
    struct iovec part = {(void *)message, size};
    struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1};
    if (n_fds) {
        memset(&control, 0, sizeof control);
        header.msg_control = control.bytes;
        header.msg_controllen = CMSG_SPACE(n_fds * sizeof(int));
        struct cmsghdr *entry = CMSG_FIRSTHDR(&header);
        entry->cmsg_level = SOL_SOCKET;
        entry->cmsg_type = SCM_RIGHTS;
        entry->cmsg_len = CMSG_LEN(n_fds * sizeof(int));
        memcpy(CMSG_DATA(entry), fds, n_fds * sizeof(int));
    }
    ssize_t sent;
    do
        sent = sendmsg(socket, &header, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)size ? 0 : -1;
}

int message_receive(int socket, void *message, size_t size, int *fds, size_t n_fds)
{
    union control control;
    struct iovec part = {message, size};
    struct msghdr header = {.msg_iov = &part,
                            .msg_iovlen = 1,
                            .msg_control = control.bytes,
                            .msg_controllen = sizeof control.bytes};
    ssize_t got;
    for (size_t i = 0; i < n_fds; i++)
        fds[i] = -1;
    do
        got = recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    if (got != (ssize_t)size) {
        errno = got == 0 ? 0 : got < 0 ? errno : EPROTO;
        return -1;
    }
    struct cmsghdr *entry = CMSG_FIRSTHDR(&header);
    if (entry && entry->cmsg_type == SCM_RIGHTS) {
        size_t n = (entry->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        memcpy(fds, CMSG_DATA(entry), (n < n_fds ? n : n_fds) * sizeof(int));
    }
    return 0;
}
