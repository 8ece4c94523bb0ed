/* A list of the allowed system calls. All others fail with ENOSYS, as on a kernel that lacks them,
 * so that C libraries use an older call if they know one. Those that programs often try fail with
 * EPERM, so that the programs report a refusal.
 *
 * RLIMIT_NPROC does not limit root, so the filter refuses processes: clone() needs CLONE_THREAD.
 * clone3() keeps its flags in memory that a filter cannot read, so it fails with ENOSYS. */
#include "sandbox/filter.h"

#include "base/mem.h"
#include "base/scoped.h"

#include <errno.h>
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
    "pwritev2", "lseek", "close", "close_range", "dup", "dup2", "dup3", "fcntl", "open", "openat",
    "creat", "stat", "lstat", "fstat", "newfstatat", "statx", "statfs", "fstatfs", "access",
    "faccessat", "faccessat2", "readlink", "readlinkat", "getcwd", "chdir", "fchdir", "getdents",
    "getdents64", "mkdir", "mkdirat", "rmdir", "unlink", "unlinkat", "rename", "renameat",
    "renameat2", "link", "linkat", "symlink", "symlinkat", "truncate", "ftruncate", "fallocate",
    "fsync", "fdatasync", "fadvise64", "flock", "utime", "utimes", "utimensat", "umask", "chmod",
    "fchmod", "fchmodat", "pipe", "pipe2", "sendfile", "copy_file_range", "poll", "ppoll", "select",
    "pselect6", "epoll_create", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait",
    "epoll_pwait2", "eventfd", "eventfd2",
    /* memory */
    "mmap", "munmap", "mprotect", "mremap", "madvise", "brk", "msync", "mincore", "membarrier",
    /* threads and signals */
    "futex", "set_robust_list", "get_robust_list", "set_tid_address", "rseq", "arch_prctl",
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigsuspend", "rt_sigtimedwait",
    "rt_sigpending", "rt_sigqueueinfo", "sigaltstack", "kill", "tkill", "tgkill", "pause", "alarm",
    "setitimer", "getitimer", "timer_create", "timer_settime", "timer_gettime", "timer_delete",
    "timer_getoverrun", "restart_syscall", "sched_yield", "sched_getaffinity", "sched_getparam",
    "sched_getscheduler", "sched_get_priority_max", "sched_get_priority_min", "getcpu",
    /* the process */
    "execve", "execveat", "exit", "exit_group", "wait4", "waitid", "getpid", "getppid", "gettid",
    "getpgrp", "getpgid", "getsid", "getuid", "geteuid", "getgid", "getegid", "getgroups",
    "getresuid", "getresgid", "capget", "getrlimit", "setrlimit", "prlimit64", "getrusage",
    "getpriority", "times", "uname", "sysinfo",
    /* time */
    "time", "gettimeofday", "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", NULL};

/* Calls that programs try, and that fail with EPERM. */
static const char *const refused[] = {"socket",
                                      "connect",
                                      "bind",
                                      "ptrace",
                                      "mount",
                                      "umount2",
                                      "unshare",
                                      "setns",
                                      "chroot",
                                      "pivot_root",
                                      "setuid",
                                      "setgid",
                                      "setresuid",
                                      "setresgid",
                                      "setgroups",
                                      "setsid",
                                      "setpgid",
                                      "mknod",
                                      "mknodat",
                                      "process_vm_readv",
                                      "process_vm_writev",
                                      "setpriority",
                                      "sched_setaffinity",
                                      "sched_setscheduler",
                                      "shmget",
                                      "msgget",
                                      "semget",
                                      NULL};

/* What a compiler does to start its parts. */
static const char *const forking[] = {"fork", "vfork", NULL};

/* Requests of ioctl() that only read, or only change the descriptor. */
static const unsigned long requests[] = {TCGETS,  TIOCGWINSZ, TIOCGPGRP, FIONREAD,
                                         FIONBIO, FIOCLEX,    FIONCLEX};

static int add_list(scmp_filter_ctx filter, uint32_t action, const char *const *names)
{
    int status = 0;
    for (; *names && status == 0; names++) {
        int number = seccomp_syscall_resolve_name(*names);
        if (number >= 0) /* another architecture may lack it */
            status = seccomp_rule_add(filter, action, number, 0);
    }
    return status;
}

/* Allows a call if argument `at`, masked, has this value. */
static int allow_if(scmp_filter_ctx filter, int number, unsigned at, uint64_t mask, uint64_t value)
{
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 1,
                            SCMP_CMP64(at, SCMP_CMP_MASKED_EQ, mask, value));
}

/* A compiler may start processes, but no namespaces; a program only threads. */
static int add_processes(scmp_filter_ctx filter, bool may_fork)
{
    const uint64_t namespaces = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                                CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWCGROUP;
    if (may_fork)
        return add_list(filter, SCMP_ACT_ALLOW, forking) == 0
                   ? allow_if(filter, SCMP_SYS(clone), 0, namespaces, 0)
                   : ERR;
    int status = add_list(filter, SCMP_ACT_ERRNO(EPERM), forking);
    if (status == 0)
        status = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                                  SCMP_CMP64(0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
    return status == 0 ? allow_if(filter, SCMP_SYS(clone), 0, CLONE_THREAD, CLONE_THREAD) : status;
}

static int add_rules(scmp_filter_ctx filter, bool may_fork)
{
    int status = add_list(filter, SCMP_ACT_ALLOW, allowed);
    if (status == 0)
        status = add_list(filter, SCMP_ACT_ERRNO(EPERM), refused);
    if (status == 0)
        status = add_processes(filter, may_fork);
    for (size_t i = 0; i < sizeof requests / sizeof *requests && status == 0; i++)
        status = allow_if(filter, SCMP_SYS(ioctl), 1, UINT32_MAX, requests[i]);
    if (status == 0)
        status = allow_if(filter, SCMP_SYS(prctl), 0, UINT64_MAX, PR_SET_NAME);
    if (status == 0)
        status = allow_if(filter, SCMP_SYS(prctl), 0, UINT64_MAX, PR_GET_NAME);
    /* a pipe with two directions, which Java makes when it starts */
    return status == 0 ? allow_if(filter, SCMP_SYS(socketpair), 0, UINT64_MAX, AF_UNIX) : status;
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
    int status = add_rules(filter, may_fork);
    if (status != 0) {
        errno = status < 0 ? -status : EINVAL;
        err_set_errno(err, "cannot make the filter of system calls");
    }
    if (status == 0)
        status = export(out, filter, err);
    seccomp_release(filter);
    return status == 0 ? 0 : ERR;
}

void filter_release(struct sock_fprog *filter)
{
    free(filter->filter);
    *filter = (struct sock_fprog){0};
}
