/* The side of tokfix: makes the namespaces, and sends requests to the warden in them. */
#include "base/sandbox/sandbox.h"

#include "base/file.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/sandbox/warden.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static const char zygote_library[] = {
#include "out/zygote/zygote.so.inc"
};
static const char zygote_script[] = {
#include "base/sandbox/zygote/zygote.py.inc"
};
static const struct mounted_file zygote_files[] = {
    {"/zygote/zygote.so", zygote_library, sizeof zygote_library - 1},
    {SANDBOX_ZYGOTE_SCRIPT, zygote_script, sizeof zygote_script - 1},
    {0}};

static const struct mounted_file no_files[] = {{0}};

/* The zygote has no limits: it loads modules of this machine, and limits of its runs could not be
 * higher than its own. */
static const struct process_limits warming = {
    UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT32_MAX, UINT32_MAX,
};

struct sandbox {
    struct warden_plan plan;
    struct sock_fprog filters[2];
    int socket; /* to the warden; -1 if it is gone */
    pid_t warden;
    struct cgroup *cgroup; /* NULL: this machine allows none */
    size_t shared_bytes;
    struct mounted_path paths[MOUNTS_MAX_PATHS + 1];
    struct request request;
};

void sandbox_close(struct sandbox *sandbox)
{
    if (!sandbox)
        return;
    if (sandbox->socket >= 0)
        close(sandbox->socket);
    if (sandbox->warden > 0)
        kill(sandbox->warden, SIGKILL); /* and with it all processes of the namespace */
    if (sandbox->warden > 0)
        while (waitpid(sandbox->warden, NULL, __WALL) < 0 && errno == EINTR)
            ;
    cgroup_free(sandbox->cgroup);
    if (sandbox->plan.output)
        munmap(sandbox->plan.output, sandbox->shared_bytes);
    for (int i = 0; i < 2; i++)
        filter_release(&sandbox->filters[i]);
    free(sandbox);
}

/* What to do if a step of the isolation fails: the first row that fits. Steps are those of
 * start_warden() and of the warden. */
#define NO_NAMESPACES                                                                  \
    "this machine gives no user namespaces to this user. As root, allow them: sysctl " \
    "user.max_user_namespaces=10000 (or, if it exists, kernel.unprivileged_userns_clone=1"
#define IN_CONTAINER                                                    \
    "in a container, allow clone() and mount() in its seccomp profile " \
    "(--security-opt seccomp=unconfined)"
#define NO_RIGHTS                                                                                  \
    "this machine gives no rights in user namespaces to this user. On Ubuntu 23.10 and later, as " \
    "root: sysctl kernel.apparmor_restrict_unprivileged_userns=0; in a container, allow clone(), " \
    "mount(), umount2(), pivot_root() and sethostname() in its profiles of seccomp and AppArmor "  \
    "(--security-opt seccomp=unconfined)"

static const struct {
    const char *step; /* NULL: any */
    int error;        /* 0: any */
    const char *advice;
} refusals[] = {
    {"clone", ENOSPC, NO_NAMESPACES "); " IN_CONTAINER},
    {"clone", EINVAL, "the kernel has no namespaces; use one that is built with CONFIG_USER_NS"},
    {"clone", 0,
     NO_NAMESPACES "; on Ubuntu, kernel.apparmor_restrict_unprivileged_userns=0); " IN_CONTAINER},
    {"seccomp", 0,
     "the kernel cannot filter system calls; use one that is built with CONFIG_SECCOMP_FILTER; in "
     "a container, allow seccomp() in its seccomp profile"},
    {NULL, ENOSYS,
     "the kernel lacks a system call: Linux 5.12 or later is needed (uname -r prints the version); "
     "in a container, allow close_range(), pidfd_open(), open_tree(), move_mount() and "
     "mount_setattr() in its seccomp profile"},
    {NULL, EINVAL,
     "the kernel does not know a flag: Linux 5.12 or later is needed, and 5.14 for git "
     "repositories (uname -r prints the version)"},
    {NULL, EPERM, NO_RIGHTS},
    {NULL, EACCES, NO_RIGHTS},
    {NULL, 0, "a step of the sandbox failed"},
};

/* Sets the error of a step that failed with errno. */
static int refuse(const char *step, struct err *err)
{
    size_t i = 0;
    while ((refusals[i].step && strcmp(refusals[i].step, step) != 0) ||
           (refusals[i].error && refusals[i].error != errno))
        i++;
    return err_set_errno(err, "cannot isolate programs: %s. The kernel says%s%s",
                         refusals[i].advice, refusals[i].step ? "" : " to ",
                         refusals[i].step ? "" : step);
}

static int write_text(pid_t process, const char *file, const char *text)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)process, file);
    scoped_fd int fd = open(path, O_WRONLY | O_CLOEXEC);
    size_t length = strlen(text);
    return fd >= 0 && write(fd, text, length) == (ssize_t)length ? 0 : -1;
}

/* Maps one user and one group of the namespace: if this is root, to those of the owner or to
 * nobody, unless it is the root of a container that lacks them; else to those of this process. */
static int map_ids(pid_t warden, const struct sandbox_owner *owner, const struct warden_plan *plan)
{
    const unsigned chosen[] = {owner ? owner->user : SANDBOX_USER,
                               owner ? owner->group : SANDBOX_USER};
    char text[64];
    bool is_root = geteuid() == 0;
    if (!is_root && write_text(warden, "setgroups", "deny") != 0)
        return -1;
    for (int i = 0; i < 2; i++) {
        const char *file = i ? "gid_map" : "uid_map";
        unsigned own = i ? getegid() : geteuid(), number = i ? plan->group : plan->user;
        snprintf(text, sizeof text, "%u %u 1\n", number, is_root ? chosen[i] : own);
        if (write_text(warden, file, text) == 0)
            continue;
        snprintf(text, sizeof text, "%u %u 1\n", number, own);
        if (!is_root || write_text(warden, file, text) != 0)
            return -1;
    }
    return 0;
}

/* Starts the warden. It closes the descriptors of this process, and waits for its ids. */
static int start_warden(struct sandbox *sandbox, struct err *err)
{
    enum {
        NAMESPACES = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC |
                     CLONE_NEWUTS | CLONE_NEWCGROUP
    };
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0)
        return err_set_errno(err, "cannot make a socket");
    sandbox->socket = sockets[0];
    sandbox->plan.socket = sockets[1];
    sandbox->warden =
        (pid_t)syscall(SYS_clone, (unsigned long)NAMESPACES | SIGCHLD, NULL, NULL, NULL, NULL);
    if (sandbox->warden == 0)
        warden_run(&sandbox->plan);
    int error = errno;
    close(sockets[1]);
    errno = error;
    return sandbox->warden < 0 ? refuse("clone", err) : 0;
}

/* Sends the request, with descriptors, and waits for the reply. `what` says what has failed if the
 * warden says so. */
static int ask(struct sandbox *sandbox, const int *fds, size_t n_fds, const char *what,
               struct reply *reply, struct err *err)
{
    bool is_sent =
        message_send(sandbox->socket, &sandbox->request, sizeof sandbox->request, fds, n_fds) == 0;
    /* A program may sleep for as long as its wall clock time lasts. */
    struct pollfd polled[] = {{sandbox->socket, POLLIN, 0}, {interrupt_descriptor(), POLLIN, 0}};
    while (is_sent && sandbox->request.kind == REQUEST_RUN && !polled[0].revents)
        if (poll(polled, 2, -1) > 0 && !polled[0].revents)
            return err_set(err, "stopped");
    if (!is_sent || message_receive(sandbox->socket, reply, sizeof *reply, NULL, 0) != 0)
        return err_set(err, "the sandbox has ended unexpectedly; perhaps the machine is out of "
                            "memory");
    errno = reply->failure.error;
    return reply->failure.call[0] ? err_set_errno(err, "%s: %s", what, reply->failure.call) : 0;
}

bool sandbox_has_cgroup(const struct sandbox *sandbox)
{
    return sandbox->cgroup;
}

int sandbox_open(struct sandbox **out, const struct sandbox_setup *setup, struct err *err)
{
    scoped(sandbox) *sandbox = mem_alloc(1, sizeof *sandbox);
    struct reply reply;
    sandbox->socket = -1;
    if (filter_make(&sandbox->filters[0], false, err) != 0 ||
        filter_make(&sandbox->filters[1], true, err) != 0)
        return ERR;
    sandbox->shared_bytes = mem_add(setup->output_bytes, MAX_ERROR_BYTES);
    char *shared = mmap(NULL, sandbox->shared_bytes, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return err_set_errno(err, "cannot share memory with the sandbox");
    size_t n = 0;
    for (; setup->paths && setup->paths[n] && n < MOUNTS_MAX_PATHS; n++)
        sandbox->paths[n] = (struct mounted_path){.from = setup->paths[n], .to = setup->paths[n]};
    for (size_t i = 0; setup->folders && setup->folders[i].from && n < MOUNTS_MAX_PATHS; i++)
        sandbox->paths[n++] = setup->folders[i];
    sandbox->plan = (struct warden_plan){
        .output = shared,
        .output_bytes = (uint32_t)setup->output_bytes,
        .paths = sandbox->paths,
        .files = setup->zygote  ? zygote_files
                 : setup->files ? setup->files
                                : no_files,
        .zygote = setup->zygote,
        .environment = setup->environment,
        .filter = &sandbox->filters[0],
        .compilers = &sandbox->filters[1],
        .warming = &warming,
        .user = setup->keeps_owner ? setup->owner->user : SANDBOX_USER,
        .group = setup->keeps_owner ? setup->owner->group : SANDBOX_USER,
    };
    sandbox->cgroup = cgroup_new(&setup->together);
    if (start_warden(sandbox, err) != 0)
        return ERR;
    if (map_ids(sandbox->warden, setup->owner, &sandbox->plan) != 0)
        return refuse("clone", err);
    write_text(sandbox->warden, "oom_score_adj", "500"); /* the kernel kills it before tokfix */
    if (sandbox->cgroup && !cgroup_take(sandbox->cgroup, sandbox->warden)) {
        cgroup_free(sandbox->cgroup);
        sandbox->cgroup = NULL;
    }
    if (message_send(sandbox->socket, "", 1, NULL, 0) != 0 ||
        message_receive(sandbox->socket, &reply, sizeof reply, NULL, 0) != 0)
        return err_set(err, "cannot isolate programs: the sandbox could not be started");
    if (reply.failure.call[0]) {
        errno = reply.failure.error;
        return refuse(reply.failure.call, err);
    }
    *out = hand_over(sandbox);
    return 0;
}

/* Appends words to the request. Returns their number, or -1 if there is no room. */
static int add_words(struct request *request, size_t *used, const char *const *words)
{
    int n = 0;
    for (; words && words[n]; n++) {
        size_t size = strlen(words[n]) + 1;
        if (n == MAX_ARGUMENTS || size > sizeof request->words - *used)
            return -1;
        memcpy(request->words + *used, words[n], size);
        *used += size;
    }
    return n;
}

int sandbox_hold(const char *bytes, size_t n)
{
    int fd = memfd_create("input", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    const int seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
    if (fd >= 0 && file_write_all(fd, bytes, n) == 0 && lseek(fd, 0, SEEK_SET) == 0 &&
        fcntl(fd, F_ADD_SEALS, seals) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* The kernel's limit of processor time, which ends compilers and started programs, counts in ticks
 * of the clock, so what was really used may be much less on a busy machine. A program cannot send
 * itself SIGKILL; the kernel also does if memory runs out. A compiler exits with an error if one of
 * its processes was killed. */
static enum sandbox_end end_of(const struct reply *reply, const struct process_limits *limits,
                               bool has_kills)
{
    if (reply->is_flooding)
        return SANDBOX_FLOODING;
    if (reply->is_spent)
        return SANDBOX_CPU_TIME;
    if (reply->is_idle)
        return SANDBOX_IDLE;
    if (reply->is_late)
        return SANDBOX_LATE;
    if (has_kills && !(reply->is_exited && reply->code == 0))
        return SANDBOX_MEMORY;
    if (reply->is_exited)
        return SANDBOX_EXITED;
    return reply->code == SIGKILL && reply->cpu_us >= limits->cpu_seconds * UINT64_C(500000)
               ? SANDBOX_CPU_TIME
               : SANDBOX_SIGNALED;
}

/* Returns the number of the program that the arguments name, beside shared ones. */
static uint32_t program_of(const char *const *arguments)
{
    static const char folder[] = "/programs/";
    for (; *arguments; arguments++) {
        const char *name = strstr(*arguments, folder);
        uint32_t number = name ? (uint32_t)strtoul(name + strlen(folder), NULL, 10) : UINT32_MAX;
        if (number < MOUNTS_FIRST_SHARED)
            return number;
    }
    return MOUNTS_NO_PROGRAM;
}

/* Sends a request that starts a program, with these descriptors. */
static int ask_to_run(struct sandbox *sandbox, enum request_kind kind,
                      const struct sandbox_execute *run, const int *fds, size_t n_fds,
                      struct reply *reply, struct err *err)
{
    struct request *request = &sandbox->request;
    size_t used = 0;
    scoped_memory char *what = mem_print("cannot run '%s' in the sandbox", run->arguments[0]);
    request->kind = kind;
    request->limits = run->limits;
    request->cpu_ms = 0;
    if (kind == REQUEST_RUN && !request->is_compiler) {
        request->cpu_ms = run->limits.cpu_seconds * 1000;
        request->limits.cpu_seconds = run->limits.cpu_seconds * 2 + 1;
    }
    request->wall_ms = (uint32_t)(run->wall_seconds * 1000);
    request->output_bytes = (uint32_t)run->max_output;
    request->is_warm = run->is_warm;
    request->has_other_seed = run->has_other_seed;
    request->is_started = kind == REQUEST_START;
    if (!request->is_compiler)
        request->program = program_of(run->arguments);
    int n_arguments = add_words(request, &used, run->arguments);
    int n_environment = add_words(request, &used, run->environment);
    int n_links = add_words(request, &used, run->links);
    if (n_arguments < 1 || n_environment < 0 || n_links < 0)
        return err_set(err, "the command line of a program is too long");
    request->n_arguments = (uint32_t)n_arguments;
    request->n_environment = (uint32_t)n_environment;
    request->n_links = (uint32_t)n_links;
    return ask(sandbox, fds, n_fds, what, reply, err);
}

static int run_request(struct sandbox *sandbox, const struct sandbox_execute *run,
                       struct sandbox_result *result, struct err *err)
{
    struct reply reply;
    scoped_fd int input = sandbox_hold(run->input, run->n_input);
    if (input < 0)
        return err_set_errno(err, "cannot hold the input of a program");
    uint64_t n_kills = cgroup_count_kills(sandbox->cgroup);
    if (ask_to_run(sandbox, REQUEST_RUN, run, &input, 1, &reply, err) != 0)
        return ERR;
    *result = (struct sandbox_result){
        .end = end_of(&reply, &run->limits, cgroup_count_kills(sandbox->cgroup) != n_kills),
        .code = reply.code,
        .output = sandbox->plan.output,
        .errors = sandbox->plan.output + sandbox->plan.output_bytes,
        .n_output = reply.n_output,
        .n_errors = reply.n_errors,
        .cpu_seconds = (double)reply.cpu_us / 1e6,
    };
    return 0;
}

int sandbox_execute(struct sandbox *sandbox, const struct sandbox_execute *run,
                    struct sandbox_result *result, struct err *err)
{
    sandbox->request.is_compiler = false;
    return run_request(sandbox, run, result, err);
}

int sandbox_start(struct sandbox *sandbox, const struct sandbox_execute *run, const int fds[3],
                  uint32_t *number, struct err *err)
{
    struct reply reply;
    sandbox->request.is_compiler = false;
    if (ask_to_run(sandbox, REQUEST_START, run, fds, 3, &reply, err) != 0)
        return ERR;
    *number = (uint32_t)reply.code;
    return 0;
}

int sandbox_wait(struct sandbox *sandbox, uint32_t number, const struct sandbox_execute *run,
                 struct sandbox_result *result, struct err *err)
{
    struct reply reply;
    sandbox->request.kind = REQUEST_END;
    sandbox->request.program = number;
    sandbox->request.wall_ms = (uint32_t)(run->wall_seconds * 1000);
    if (ask(sandbox, NULL, 0, "a program in the sandbox is lost", &reply, err) != 0)
        return ERR;
    *result =
        (struct sandbox_result){.end = end_of(&reply, &run->limits, false), .code = reply.code};
    return 0;
}

/* Sends a request that runs nothing. */
static int change(struct sandbox *sandbox, enum request_kind kind, uint32_t program, int fd,
                  struct err *err)
{
    struct reply reply;
    sandbox->request.kind = kind;
    sandbox->request.program = program;
    return ask(sandbox, &fd, fd >= 0, "cannot place a program in the sandbox", &reply, err);
}

int sandbox_place(struct sandbox *sandbox, uint32_t number, const char *name, const char *text,
                  size_t length, const struct sandbox_execute *compile,
                  struct sandbox_result *result, struct err *err)
{
    size_t used = 0;
    const char *const words[] = {name, NULL};
    scoped_fd int file = sandbox_hold(text, length);
    if (file < 0)
        return err_set_errno(err, "cannot hold a program");
    if (number >= SANDBOX_MAX_PROGRAMS || strchr(name, '/') ||
        add_words(&sandbox->request, &used, words) != 1)
        return err_set(err, "'%s' cannot be the file of program %" PRIu32, name, number);
    if (change(sandbox, REQUEST_PLACE, number, file, err) != 0)
        return ERR;
    sandbox->request.is_compiler = true;
    if (compile && run_request(sandbox, compile, result, err) != 0)
        return ERR;
    return change(sandbox, REQUEST_SEAL, number, -1, err);
}
