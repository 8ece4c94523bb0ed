/* A list of the allowed system calls. All others fail with ENOSYS, as on a kernel that lacks them,
 * so that C libraries use an older call if they know one.
 *
 * RLIMIT_NPROC does not limit root, so the filter refuses processes: clone() needs CLONE_THREAD.
 * clone3() keeps its flags in memory that a filter cannot read, so it is not allowed. */
#include "base/sandbox/confine.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

static const char *const allowed[] = {
    /* files */
    "read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "preadv2",
    "pwritev2", "lseek", "close", "close_range", "dup", "dup2", "dup3", "open", "openat", "creat",
    "stat", "lstat", "fstat", "newfstatat", "statx", "statfs", "fstatfs", "access", "faccessat",
    "faccessat2", "readlink", "readlinkat", "getcwd", "chdir", "fchdir", "getdents", "getdents64",
    "mkdir", "mkdirat", "rmdir", "unlink", "unlinkat", "rename", "renameat", "renameat2", "link",
    "linkat", "symlink", "symlinkat", "truncate", "ftruncate", "fallocate", "fsync", "fdatasync",
    "fadvise64", "utime", "utimes", "utimensat", "umask", "chmod", "fchmod", "fchmodat", "pipe",
    "pipe2", "sendfile", "copy_file_range", "poll", "ppoll", "select", "pselect6", "epoll_create",
    "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "epoll_pwait2", "eventfd",
    "eventfd2",
    /* memory */
    "mmap", "munmap", "mprotect", "mremap", "madvise", "brk", "msync", "mincore", "membarrier",
    /* threads and signals */
    "futex", "set_robust_list", "get_robust_list", "set_tid_address", "rseq", "arch_prctl",
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigsuspend", "rt_sigtimedwait",
    "rt_sigpending", "sigaltstack", "kill", "tkill", "tgkill", "pause", "alarm", "setitimer",
    "getitimer", "timer_create", "timer_settime", "timer_gettime", "timer_delete",
    "timer_getoverrun", "restart_syscall", "sched_yield", "sched_getaffinity", "sched_getparam",
    "sched_getscheduler", "sched_get_priority_max", "sched_get_priority_min", "getcpu",
    /* the process */
    "execve", "execveat", "exit", "exit_group", "wait4", "waitid", "getpid", "getppid", "gettid",
    "getpgrp", "getpgid", "getsid", "getuid", "geteuid", "getgid", "getegid", "getgroups",
    "getresuid", "getresgid", "capget", "getrlimit", "setrlimit", "getrusage", "getpriority",
    "times", "uname", "sysinfo",
    /* time */
    "time", "gettimeofday", "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", NULL};

/* What a compiler does to start its parts. */
static const char *const forking[] = {"fork", "vfork", NULL};

/* A call, if one of its arguments, an int, has this value. */
struct condition {
    int number;
    unsigned argument;
    uint32_t value;
};

/* Requests of ioctl() that only read, or only change the descriptor, and such commands of fcntl().
 * Limits of the process itself, and signals that are queued for itself. A pair of sockets is a pipe
 * with two directions, which Java makes when it starts. */
static const struct condition conditions[] = {
    {SCMP_SYS(ioctl), 1, TCGETS},
    {SCMP_SYS(ioctl), 1, TIOCGWINSZ},
    {SCMP_SYS(ioctl), 1, TIOCGPGRP},
    {SCMP_SYS(ioctl), 1, FIONREAD},
    {SCMP_SYS(ioctl), 1, FIONBIO},
    {SCMP_SYS(ioctl), 1, FIOCLEX},
    {SCMP_SYS(ioctl), 1, FIONCLEX},
    {SCMP_SYS(fcntl), 1, F_DUPFD},
    {SCMP_SYS(fcntl), 1, F_DUPFD_CLOEXEC},
    {SCMP_SYS(fcntl), 1, F_GETFD},
    {SCMP_SYS(fcntl), 1, F_SETFD},
    {SCMP_SYS(fcntl), 1, F_GETFL},
    {SCMP_SYS(fcntl), 1, F_SETFL},
    {SCMP_SYS(prctl), 0, PR_SET_NAME},
    {SCMP_SYS(prctl), 0, PR_GET_NAME},
    {SCMP_SYS(prlimit64), 0, 0},
    {SCMP_SYS(rt_sigqueueinfo), 0, PIDS_PROGRAM},
    {SCMP_SYS(socketpair), 0, AF_UNIX},
};

/* Locks of files. */
static const struct condition locks[] = {
    {SCMP_SYS(fcntl), 1, F_SETLK},
    {SCMP_SYS(fcntl), 1, F_SETLKW},
    {SCMP_SYS(fcntl), 1, F_OFD_SETLK},
    {SCMP_SYS(fcntl), 1, F_OFD_SETLKW},
};

static bool add_list(scmp_filter_ctx filter, const char *const *names)
{
    for (; *names; names++) {
        int number = seccomp_syscall_resolve_name(*names);
        /* Another architecture may lack it. */
        if (number >= 0 && seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 0) != 0)
            return false;
    }
    return true;
}

static bool add_conditions(scmp_filter_ctx filter, uint32_t action, const struct condition *rows,
                           size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (seccomp_rule_add(
                filter, action, rows[i].number, 1,
                SCMP_CMP64(rows[i].argument, SCMP_CMP_MASKED_EQ, UINT32_MAX, rows[i].value)) != 0)
            return false;
    return true;
}

/* A compiler may start processes, but no namespaces; a program only threads.
 *
 * All sandboxes have the files of /usr, and so their locks, in common. A program is one process and
 * the only one with its files, so it gets each lock at once, and none is taken: errno 0 is success.
 * The processes of a compiler may lock files against each other. */
static bool add_rules(scmp_filter_ctx filter, bool may_fork)
{
    const uint64_t namespaces = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                                CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWCGROUP;
    uint64_t mask = may_fork ? namespaces : CLONE_THREAD, value = may_fork ? 0 : CLONE_THREAD;
    uint32_t locking = may_fork ? SCMP_ACT_ALLOW : SCMP_ACT_ERRNO(0);
    return add_list(filter, allowed) && (!may_fork || add_list(filter, forking)) &&
           seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
                            SCMP_CMP64(0, SCMP_CMP_MASKED_EQ, mask, value)) == 0 &&
           seccomp_rule_add(filter, locking, SCMP_SYS(flock), 0) == 0 &&
           add_conditions(filter, locking, locks, sizeof locks / sizeof *locks) &&
           add_conditions(filter, SCMP_ACT_ALLOW, conditions,
                          sizeof conditions / sizeof *conditions);
}

/* libseccomp writes the filter to a descriptor. */
static int export(struct sock_fprog *out, scmp_filter_ctx filter, struct err *err)
{
    scoped_fd int fd = memfd_create("filter", MFD_CLOEXEC);
    struct stat info;
    if (fd < 0 || seccomp_export_bpf(filter, fd) != 0 || fstat(fd, &info) != 0)
        return err_set_errno(err, "cannot make the filter of system calls");
    size_t size = (size_t)info.st_size;
    out->filter = mem_alloc(size, 1);
    out->len = (unsigned short)(size / sizeof *out->filter);
    if (pread(fd, out->filter, size, 0) != (ssize_t)size)
        return err_set_errno(err, "cannot read the filter of system calls");
    return 0;
}

int filter_make(struct sock_fprog *out, bool may_fork, struct err *err)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
    *out = (struct sock_fprog){0};
    if (!filter)
        return err_set(err, "cannot make the filter of system calls: libseccomp does not support "
                            "this machine");
    int status = add_rules(filter, may_fork)
                     ? export(out, filter, err)
                     : err_set(err, "cannot make the filter of system calls: libseccomp refuses a "
                                    "rule");
    seccomp_release(filter);
    return status;
}

void filter_release(struct sock_fprog *filter)
{
    free(filter->filter);
    *filter = (struct sock_fprog){0};
}
