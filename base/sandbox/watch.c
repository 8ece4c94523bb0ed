/* One poll() waits for the end of the process, for its output, and for the next time that may be
 * up. */
#include "base/sandbox/warden.h"

#include "base/clock.h"

#include <poll.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

enum {
    IDLE_TIMES = 10,  /* the limit of processor time: how long a program may sleep */
    BUSY_SHARE = 200, /* of that time, that a process that waits for a processor gets */
    STALL_MS = 1000,  /* that the warden itself wakes up too late if the machine stood still */
};

void capture_read(struct capture *capture)
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

void watch(const struct request *request, struct reply *reply, int owner, int process, pid_t pid,
           struct capture captures[2])
{
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
                                  {is_killed ? -1 : owner, POLLIN, 0}};
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
