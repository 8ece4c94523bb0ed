/* Each run has its own pid namespace (confine.h), so that its processes end with it, and cannot see
 * others. It has its own session, because a signal to a process group does not stop at a pid
 * namespace.
 *
 * The warden does not trust programs: all that it takes from one are the bytes of two pipes
 * and the status from wait4().
 *
 * The zygote is an interpreter that has loaded its modules. For each run it makes a process with
 * CLONE_PARENT, which is then a child of the warden. */
#include "base/sandbox/warden.h"

#include "base/clock.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STDIN, STDOUT, STDERR, FAILURES, N_RUN_FDS, OWN_SOCKET = 3, ZYGOTE_SECONDS = 60 };
enum { MAX_SIGNALS = 64 };
struct warden {
    const struct warden_plan *plan;
    int landlock[2]; /* rulesets of programs and of compilers; -1: the kernel has no Landlock */
    int zygote;      /* socket; -1: not started */
    int self;        /* pidfd */
    pid_t first;     /* first process in the pid namespace of the current run; 0: no run */
    struct started {
        pid_t first, program; /* 0: none */
    } started[MAX_STARTED];
    struct reply reply;     /* to the current request */
    struct request request; /* the current one */
};

static void fail(struct failure *failure, const char *call)
{
    failure->error = errno;
    for (size_t i = 0; i + 1 < sizeof failure->call && (failure->call[i] = call[i]); i++)
        failure->call[i + 1] = 0;
}

static pid_t fork_process(void)
{
    return (pid_t)syscall(SYS_clone, (unsigned long)SIGCHLD, NULL, NULL, NULL, NULL);
}

/* Kills all processes in the namespace of the run. */
static void end_run(struct warden *warden)
{
    if (!warden->first)
        return;
    kill(warden->first, SIGKILL);
    while (waitpid(warden->first, NULL, __WALL) < 0 && errno == EINTR)
        ;
    warden->first = 0;
}

/* Signals are as in a process that a shell starts. */
static void reset_signals(void)
{
    sigset_t none;
    sigemptyset(&none);
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* ---- In the process of a program ---- */

static _Noreturn void give_up(const char *call)
{
    struct failure failure = {{0}, 0};
    fail(&failure, call);
    (void)!write(FAILURES, &failure, sizeof failure);
    _exit(1);
}

/* Splits off the next words of the request, for execve(). Returns the rest. */
static char *split_words(char *words[MAX_ARGUMENTS + 1], uint32_t n_words, char *next,
                         const char *end)
{
    uint32_t n = 0;
    for (; n < n_words && n < MAX_ARGUMENTS && next < end; n++) {
        words[n] = next;
        next += strlen(next) + 1;
    }
    words[n] = NULL;
    return next;
}

/* Descriptors 0 to 3 become these. They are all above 3. */
static void place_descriptors(const int fds[N_RUN_FDS])
{
    for (int i = 0; i < N_RUN_FDS; i++)
        if (dup3(fds[i], i, i == FAILURES ? O_CLOEXEC : 0) < 0)
            give_up("dup3");
}

static _Noreturn void become_program(struct warden *warden, const int fds[N_RUN_FDS])
{
    struct request *request = &warden->request;
    char *words[MAX_ARGUMENTS + 1], *environment[MAX_ARGUMENTS + 1], folder[32] = "/tmp";
    char *end = request->words + sizeof request->words;
    end[-1] = 0;
    place_descriptors(fds);
    reset_signals();
    if (setsid() < 0)
        give_up("setsid");
    if (request->is_compiler)
        mounts_program_path(folder, request->program);
    char *next = split_words(words, request->n_arguments, request->words, end);
    split_words(environment, request->n_environment, next, end);
    if (!request->is_started && personality(ADDR_NO_RANDOMIZE) < 0)
        give_up("personality");
    if (chdir(folder) != 0)
        give_up("chdir");
    const char *failed = confine_limit(&request->limits);
    if (!failed)
        failed = confine(FAILURES + 1, warden->landlock[request->is_compiler],
                         request->is_compiler ? warden->plan->compilers : warden->plan->filter);
    if (failed)
        give_up(failed);
    execve(words[0], words, environment);
    give_up("execve");
}

/* Reads the failure of a process that could not become the program. Returns whether it has one. */
static bool read_failure(int fd, struct failure *failure)
{
    ssize_t n;
    do
        n = read(fd, failure, sizeof *failure);
    while (n < 0 && errno == EINTR);
    failure->call[sizeof failure->call - 1] = 0;
    if (n != sizeof *failure)
        *failure = (struct failure){{0}, 0};
    return n == sizeof *failure;
}

/* ---- The zygote ---- */

/* Lets execve() keep what the zygote needs to make namespaces and to confine their processes. */
static const char *keep_capabilities(void)
{
    static const int kept[] = {CAP_SYS_ADMIN, CAP_SETPCAP};
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2] = {{0, 0, 0}, {0, 0, 0}};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        data[0].inheritable |= 1U << kept[i];
    data[0].effective = data[0].permitted = data[0].inheritable;
    if (syscall(SYS_capset, &header, data) != 0)
        return "capset";
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, kept[i], 0, 0) != 0)
            return "prctl(PR_CAP_AMBIENT_RAISE)";
    return NULL;
}

/* Writes the filter into a pipe, which has room for it. Returns the end to read from, or -1. */
static int filter_pipe(const struct sock_fprog *filter)
{
    int ends[2];
    size_t size = filter->len * sizeof *filter->filter;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    if (write(ends[1], filter->filter, size) != (ssize_t)size) {
        close(ends[0]);
        ends[0] = -1;
    }
    close(ends[1]);
    return ends[0];
}

static _Noreturn void become_zygote(const struct warden *warden, int socket, int failures)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    const int standard[N_RUN_FDS] = {null, null, null, failures};
    const int own[] = {socket, filter_pipe(warden->plan->filter), warden->landlock[0]};
    int high[N_ZYGOTE_FDS];
    for (int i = 0; i < N_ZYGOTE_FDS; i++)
        high[i] = fcntl(own[i] < 0 ? null : own[i], F_DUPFD_CLOEXEC, 64);
    place_descriptors(standard);
    for (int i = 0; i < N_ZYGOTE_FDS; i++)
        if (dup2(high[i], ZYGOTE_FIRST_FD + i) < 0)
            give_up("dup2");
    syscall(SYS_close_range, ZYGOTE_FIRST_FD + N_ZYGOTE_FDS, ~0U, 0);
    reset_signals();
    if (setsid() < 0)
        give_up("setsid");
    if (personality(ADDR_NO_RANDOMIZE) < 0)
        give_up("personality");
    const char *failed = keep_capabilities();
    if (!failed)
        failed = confine_limit(warden->plan->warming);
    if (failed)
        give_up(failed);
    execve(warden->plan->zygote[0], (char *const *)warden->plan->zygote,
           (char *const *)warden->plan->environment);
    give_up("execve");
}

/* Kills all processes but the warden: a zygote that has failed may have left processes of a run. */
static void stop_zygote(struct warden *warden)
{
    if (warden->zygote < 0)
        return;
    close(warden->zygote);
    warden->zygote = -1;
    kill(-1, SIGKILL);
    while (waitpid(-1, NULL, __WALL) > 0 || errno == EINTR)
        ;
}

static bool start_zygote(struct warden *warden, struct failure *failure)
{
    const struct timeval most = {ZYGOTE_SECONDS, 0};
    int sockets[2], failures[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0 ||
        pipe2(failures, O_CLOEXEC) != 0) {
        fail(failure, "socketpair");
        return false;
    }
    setsockopt(sockets[0], SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most);
    pid_t pid = fork_process();
    if (pid == 0)
        become_zygote(warden, sockets[1], failures[1]);
    close(sockets[1]);
    close(failures[1]);
    warden->zygote = sockets[0];
    if (pid < 0)
        fail(failure, "clone");
    else
        read_failure(failures[0], failure);
    close(failures[0]);
    if (failure->call[0])
        stop_zygote(warden);
    return !failure->call[0];
}

/* Asks the zygote for a process. If the zygote has died, another one is started, once. */
static pid_t start_warm(struct warden *warden, const int fds[N_RUN_FDS], struct failure *failure)
{
    struct warm_run run = {.limits = warden->request.limits,
                           .has_landlock = warden->landlock[0] >= 0};
    struct warm_pids made;
    memcpy(run.path, warden->request.words, sizeof run.path - 1);
    for (int attempt = 0; attempt < 2; attempt++) {
        if (warden->zygote < 0 && !start_zygote(warden, failure))
            return -1;
        if (message_send(warden->zygote, &run, sizeof run, fds, N_RUN_FDS) == 0 &&
            message_receive(warden->zygote, &made, sizeof made, NULL, 0) == 0 && made.program > 0) {
            warden->first = made.first;
            return made.program;
        }
        stop_zygote(warden);
    }
    errno = ECHILD;
    fail(failure, "zygote");
    return -1;
}

/* ---- Watching a process ---- */

enum {
    IDLE_TIMES = 10,  /* the limit of processor time: how long a program may sleep */
    BUSY_SHARE = 200, /* of that time, that a process that waits for a processor gets */
    STALL_MS = 1000,  /* that the warden itself wakes up too late if the machine stood still */
};

/* A pipe of the program, and where its bytes go. */
struct capture {
    int fd; /* -1: none */
    char *bytes;
    uint32_t n, max;
    bool is_full; /* the program wrote more than that */
};

/* Reads what is available. Drops what does not fit. */
static void capture_read(struct capture *capture)
{
    char rest[4096];
    while (capture->fd >= 0) {
        uint32_t room = capture->max - capture->n;
        ssize_t n =
            read(capture->fd, room ? capture->bytes + capture->n : rest, room ? room : sizeof rest);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return;
        if (room)
            capture->n += (uint32_t)n;
        else {
            capture->is_full = true;
            return;
        }
    }
}

/* The times of a run. The processor time decides. The wall clock time is so long that no busy
 * machine ends a run, but a program that does not want a processor need not wait that long: it is
 * idle when it has used next to none in ten times the processor time that it may use. Compilers
 * wait for their parts, and started programs for their reader; the kernel limits their time. */
struct times {
    int64_t deadline;
    int64_t cpu_ms;        /* that the program may use; 0: the kernel limits it */
    int64_t idle_at, used; /* when it is idle, unless it has used much more than this by then */
    int64_t next;          /* when to look again */
};

/* Returns the processor time that all threads of a process have used. */
static int64_t used_ms(pid_t pid)
{
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0)
        return -1; /* it has ended */
    return (int64_t)used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

/* Returns whether a time is up, and sets when to look again. */
static bool is_time_up(struct times *times, pid_t pid, struct reply *reply)
{
    int64_t now = clock_ms(), used = times->cpu_ms ? used_ms(pid) : 0;
    int64_t stall = now - times->next;
    if (stall > STALL_MS) { /* the machine stood still */
        times->deadline += stall;
        times->idle_at += times->cpu_ms ? stall : 0;
    }
    if (now >= times->idle_at) {
        reply->is_idle =
            used >= 0 && (used - times->used) * BUSY_SHARE < times->cpu_ms * IDLE_TIMES;
        times->used = used;
        times->idle_at = now + times->cpu_ms * IDLE_TIMES;
    }
    reply->is_late = now >= times->deadline;
    times->next = times->deadline < times->idle_at ? times->deadline : times->idle_at;
    if (times->cpu_ms && times->next - now > times->cpu_ms - used)
        times->next = now + times->cpu_ms - used;
    reply->is_spent = times->cpu_ms && used >= times->cpu_ms;
    return reply->is_late || reply->is_idle || reply->is_spent;
}

/* Reads the pipes until the process has ended. `process` is its pidfd. Kills it when a time of the
 * request is up, when it prints too much, and when the socket of tokfix can be read: then tokfix
 * has ended. Sets in the reply why it was killed. One poll() waits for the end of the process, for
 * its output, and for the next time that may be up. */
static void watch(struct warden *warden, int process, pid_t pid, struct capture captures[2])
{
    const struct request *request = &warden->request;
    struct reply *reply = &warden->reply;
    int64_t now = clock_ms(), cpu_ms = request->kind == REQUEST_RUN ? request->cpu_ms : 0;
    struct times times = {.deadline = now + request->wall_ms,
                          .cpu_ms = cpu_ms,
                          .idle_at = cpu_ms ? now + cpu_ms * IDLE_TIMES : INT64_MAX,
                          .next = now};
    bool is_killed = false;
    for (;;) {
        struct pollfd polled[] = {{process, POLLIN, 0},
                                  {captures[0].fd, POLLIN, 0},
                                  {captures[1].fd, POLLIN, 0},
                                  {is_killed ? -1 : OWN_SOCKET, POLLIN, 0}};
        int64_t left = times.next - clock_ms();
        int n = poll(polled, 4, is_killed ? -1 : left > 0 ? (int)left : 0);
        capture_read(&captures[0]);
        capture_read(&captures[1]);
        if (polled[0].revents && n > 0)
            return;
        if (is_killed)
            continue;
        bool is_up = is_time_up(&times, pid, reply); /* also if there is always something to read */
        reply->is_flooding = captures[0].is_full;
        if (is_up || reply->is_flooding || (n > 0 && polled[3].revents)) {
            kill(pid, SIGKILL);
            is_killed = true;
        }
    }
}

/* ---- A run ---- */

static pid_t start_cold(struct warden *warden, const int fds[N_RUN_FDS], struct failure *failure)
{
    pid_t pid = -1, first = pids_enter(0);
    if (first > 0) {
        warden->first = first;
        pid = fork_process();
        if (pid == 0)
            become_program(warden, fds);
    }
    if (pid < 0)
        fail(failure, "clone");
    if (pids_leave(warden->self) != 0)
        _exit(1); /* later processes would be in the wrong namespace */
    return pid;
}

static void collect(struct warden *warden, pid_t pid)
{
    struct reply *reply = &warden->reply;
    struct rusage use;
    int status;
    while (wait4(pid, &status, __WALL, &use) < 0 && errno == EINTR)
        ;
    reply->is_exited = WIFEXITED(status);
    reply->code = reply->is_exited ? WEXITSTATUS(status) : WTERMSIG(status);
    reply->cpu_us = (uint64_t)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1000000 +
                    (uint64_t)(use.ru_utime.tv_usec + use.ru_stime.tv_usec);
}

/* Stops the programs that were started, or lets them go on. */
static void signal_started(const struct warden *warden, int signal)
{
    siginfo_t info;
    for (int i = 0; i < MAX_STARTED; i++)
        if (warden->started[i].program && kill(warden->started[i].program, signal) == 0 &&
            signal == SIGSTOP)
            waitid(P_PID, (id_t)warden->started[i].program, &info,
                   WSTOPPED | WEXITED | WNOWAIT | __WALL);
}

/* The pipes of a run, by the program's descriptors: the warden's end, and the program's. */
struct streams {
    int ends[N_RUN_FDS][2];
};

/* Makes the links of a run. Its words are those of tokfix. */
static const char *make_links(const struct request *request)
{
    const char *name = request->words;
    for (uint32_t i = 0; i < request->n_arguments + request->n_environment; i++)
        name += strlen(name) + 1;
    for (uint32_t i = 0; i + 1 < request->n_links; i += 2) {
        char path[NAME_MAX + 6];
        const char *to = name + strlen(name) + 1;
        snprintf(path, sizeof path, "/tmp/%s", name);
        if (symlink(to, path) != 0 && errno != EEXIST)
            return "symlink";
        name = to + strlen(to) + 1;
    }
    return NULL;
}

/* Makes the file system and the streams of a run. Returns NULL, or the step that failed. */
static const char *prepare(struct streams *streams, const struct request *request, int input)
{
    const char *failed = mounts_renew_tmp();
    if (!failed)
        failed = make_links(request);
    if (!failed)
        failed = mounts_show_program(request->program);
    if (!failed)
        failed = mounts_choose_seed(request->has_other_seed);
    if (!failed)
        failed = mounts_open_input(&streams->ends[STDIN][1], input);
    if (!failed)
        failed = mounts_open_output(streams->ends[STDOUT], false);
    if (!failed)
        failed = mounts_open_output(streams->ends[STDERR], true);
    return !failed && pipe2(streams->ends[FAILURES], O_CLOEXEC) != 0 ? "pipe2" : failed;
}

/* Starts the program of a run. Returns its process, or -1. */
static pid_t start_run(struct warden *warden, const struct streams *streams)
{
    int fds[N_RUN_FDS];
    for (int i = 0; i < N_RUN_FDS; i++)
        fds[i] = streams->ends[i][1];
    return (warden->request.is_warm ? start_warm : start_cold)(warden, fds, &warden->reply.failure);
}

/* Follows the program of a run to its end, and reads what it prints. */
static void follow(struct warden *warden, pid_t pid, const struct streams *streams)
{
    const struct warden_plan *plan = warden->plan;
    const struct request *request = &warden->request;
    struct reply *reply = &warden->reply;
    uint32_t max =
        request->output_bytes < plan->output_bytes ? request->output_bytes : plan->output_bytes;
    struct capture captures[2] = {
        {streams->ends[STDOUT][0], plan->output, 0, max, false},
        {streams->ends[STDERR][0], plan->output + plan->output_bytes, 0, MAX_ERROR_BYTES, false}};
    int process = (int)syscall(SYS_pidfd_open, pid, 0);
    if (process < 0) {
        fail(&reply->failure, "pidfd_open");
        kill(pid, SIGKILL);
    } else if (!read_failure(streams->ends[FAILURES][0], &reply->failure)) {
        watch(warden, process, pid, captures);
    }
    collect(warden, pid);
    reply->is_spent |= request->cpu_ms && reply->cpu_us >= UINT64_C(1000) * request->cpu_ms;
    end_run(warden);
    capture_read(&captures[0]);
    capture_read(&captures[1]);
    reply->is_flooding |= captures[0].is_full;
    reply->n_output = captures[0].n;
    reply->n_errors = captures[1].n;
    fd_close(&process);
}

/* Runs the program with this standard input. Other programs, which may see its streams and /tmp,
 * wait. The warden keeps the program's ends of the output open, so that a program that closes them
 * does not wake it. */
static void run(struct warden *warden, int input)
{
    struct streams streams = {{{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}}};
    const char *failed = prepare(&streams, &warden->request, input);
    if (failed)
        fail(&warden->reply.failure, failed);
    pid_t pid = failed ? -1 : start_run(warden, &streams);
    fd_close(&streams.ends[STDIN][1]);
    fd_close(&streams.ends[FAILURES][1]);
    if (pid > 0)
        follow(warden, pid, &streams);
    end_run(warden);
    for (int i = 0; i < N_RUN_FDS; i++) {
        fd_close(&streams.ends[i][0]);
        fd_close(&streams.ends[i][1]);
    }
}

/* ---- Started programs ---- */

static void start_program(struct warden *warden, const int given[3])
{
    struct reply *reply = &warden->reply;
    int failures[2];
    uint32_t number = 0;
    while (number < MAX_STARTED && warden->started[number].program)
        number++;
    if (number == MAX_STARTED || pipe2(failures, O_CLOEXEC) != 0) {
        errno = number == MAX_STARTED ? EAGAIN : errno;
        fail(&reply->failure, "pipe2");
        return;
    }
    const int fds[N_RUN_FDS] = {given[0], given[1], given[2], failures[1]};
    const char *failed = mounts_show_program(warden->request.program);
    pid_t pid = failed ? -1 : start_cold(warden, fds, &reply->failure);
    if (failed)
        fail(&reply->failure, failed);
    close(failures[1]);
    if (pid > 0 && read_failure(failures[0], &reply->failure))
        collect(warden, pid);
    close(failures[0]);
    reply->code = (int)number;
    if (reply->failure.call[0]) {
        end_run(warden);
        return;
    }
    warden->started[number] = (struct started){warden->first, pid};
    warden->first = 0;
}

static void end_started(struct warden *warden, uint32_t number)
{
    struct capture none[2] = {{.fd = -1}, {.fd = -1}};
    struct started *started = &warden->started[number % MAX_STARTED];
    int process = started->program ? (int)syscall(SYS_pidfd_open, started->program, 0) : -1;
    if (process < 0) {
        fail(&warden->reply.failure, "pidfd_open");
        return;
    }
    watch(warden, process, started->program, none);
    collect(warden, started->program);
    warden->first = started->first;
    end_run(warden);
    close(process);
    *started = (struct started){0};
}

/* ---- Programs ---- */

/* Copies the file into the new folder of the program. */
static const char *place_program(const struct request *request, int from)
{
    char path[NAME_MAX + 33], bytes[1 << 14];
    const char *failed = mounts_add_program(request->program);
    if (failed)
        return failed;
    mounts_program_path(path, request->program);
    size_t length = strlen(path);
    path[length++] = '/';
    for (size_t i = 0; length + 1 < sizeof path && request->words[i]; i++)
        path[length++] = request->words[i];
    path[length] = 0;
    int to = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (to < 0)
        return "open";
    ssize_t n;
    while ((n = read(from, bytes, sizeof bytes)) > 0)
        if (write(to, bytes, (size_t)n) != n)
            n = -2;
    close(to);
    return n == 0 ? NULL : "write";
}

static void serve(struct warden *warden, const int fds[3])
{
    const char *failed = NULL;
    switch (warden->request.kind) {
    case REQUEST_PLACE:
        failed = place_program(&warden->request, fds[0]);
        break;
    case REQUEST_SEAL:
        failed = mounts_seal_program(warden->request.program);
        break;
    case REQUEST_RUN:
        signal_started(warden, SIGSTOP);
        run(warden, fds[0]);
        signal_started(warden, SIGCONT);
        break;
    case REQUEST_START:
        start_program(warden, fds);
        break;
    case REQUEST_END:
        end_started(warden, warden->request.program);
        break;
    }
    if (failed)
        fail(&warden->reply.failure, failed);
}

/* Makes the socket descriptor 3, and /dev/null 0 to 2. The others are inherited. */
static int keep_socket(int socket)
{
    int high = fcntl(socket, F_DUPFD, OWN_SOCKET + 1);
    int null = open("/dev/null", O_RDWR);
    if (high < 0 || null < 0)
        return -1;
    for (int i = 0; i < OWN_SOCKET; i++)
        if (null != i && dup2(null, i) < 0)
            return -1;
    return dup3(high, OWN_SOCKET, O_CLOEXEC) < 0 ? -1 : 0;
}

/* A kernel without filters would otherwise refuse each program, and only then. */
static const char *try_filter(const struct sock_fprog *filter)
{
    int status = 0;
    pid_t pid = fork_process();
    if (pid < 0)
        return "fork";
    if (pid == 0)
        _exit(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                      syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, filter) == 0
                  ? 0
                  : errno);
    while (waitpid(pid, &status, __WALL) < 0 && errno == EINTR)
        ;
    errno = WEXITSTATUS(status);
    return status == 0 ? NULL : "seccomp";
}

/* Takes the process into its user, limits and file system. Returns NULL, or the step that failed:
 * any isolation that is missing, except for Landlock where the kernel has none. A process that gets
 * a signal has its own limit of signals, but the kernel counts them for the user of the namespace,
 * so all processes here need one. */
static const char *isolate(struct warden *warden)
{
    const struct rlimit signals = {MAX_SIGNALS, MAX_SIGNALS};
    const struct warden_plan *plan = warden->plan;
    const uid_t user = plan->user;
    const gid_t group = plan->group;
    syscall(SYS_setgroups, 0, NULL); /* only root has groups that it may leave */
    if (syscall(SYS_setresgid, group, group, group) != 0 ||
        syscall(SYS_setresuid, user, user, user) != 0)
        return "setresuid";
    prctl(PR_SET_DUMPABLE, 0);
    if (setsid() < 0)
        return "setsid";
    if (setrlimit(RLIMIT_SIGPENDING, &signals) != 0)
        return "setrlimit";
    if (sethostname("sandbox", 7) != 0 || setdomainname("", 0) != 0)
        return "sethostname";
    warden->self = (int)syscall(SYS_pidfd_open, getpid(), 0);
    if (warden->self < 0)
        return "pidfd_open";
    const char *failed = mounts_build(plan->paths, plan->files);
    for (int i = 0; i < 2 && !failed; i++) {
        warden->landlock[i] = mounts_landlock(i != 0);
        if (warden->landlock[i] < 0 && errno != ENOSYS && errno != EOPNOTSUPP)
            failed = "landlock";
    }
    return failed ? failed : try_filter(plan->filter);
}

/* Returns whether the sandbox is complete. */
static bool build(struct warden *warden)
{
    struct reply *reply = &warden->reply;
    char go;
    /* First, because it holds the other end of the socket, which must end with tokfix. */
    const char *failed =
        syscall(SYS_close_range, OWN_SOCKET + 1, ~0U, 0) != 0 ? "close_range" : NULL;
    if (failed)
        fail(&reply->failure, failed);
    if (message_receive(OWN_SOCKET, &go, sizeof go, NULL, 0) != 0)
        _exit(0);
    if (!failed && (failed = isolate(warden)))
        fail(&reply->failure, failed);
    return message_send(OWN_SOCKET, reply, sizeof *reply, NULL, 0) == 0 && !failed;
}

/* ThreadSanitizer does not know that this is another process: it takes the descriptors here for
 * those that other threads of tokfix have opened. */
#ifdef __SANITIZE_THREAD__
void AnnotateIgnoreReadsBegin(const char *file, int line);
void AnnotateIgnoreWritesBegin(const char *file, int line);
#else
#define AnnotateIgnoreReadsBegin(file, line)  (void)0
#define AnnotateIgnoreWritesBegin(file, line) (void)0
#endif

_Noreturn void warden_run(const struct warden_plan *plan)
{
    static struct warden warden;
    int fds[3];
    AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
    AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
    warden = (struct warden){.plan = plan, .landlock = {-1, -1}, .zygote = -1};
    if (keep_socket(plan->socket) != 0 || !build(&warden))
        _exit(1);
    while (message_receive(OWN_SOCKET, &warden.request, sizeof warden.request, fds, 3) == 0) {
        memset(&warden.reply, 0, sizeof warden.reply);
        serve(&warden, fds);
        for (int i = 0; i < 3; i++)
            if (fds[i] >= 0)
                close(fds[i]);
        if (message_send(OWN_SOCKET, &warden.reply, sizeof warden.reply, NULL, 0) != 0)
            break;
    }
    _exit(0); /* the kernel kills all others in the namespace */
}
