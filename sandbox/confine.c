/* The order matters: capabilities can only be dropped while the process has them, Landlock and the
 * filter need no_new_privs, and the filter comes last because it refuses what the others call. */
#include "sandbox/confine.h"

#include <errno.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
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
