/* Requests and answers are numbers of 32 bits, highest byte first, and bytes. A socket is the
 * server's standard input and output. */
#include "verify/run_server.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/str.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

/* How a run ended, as the server says it. */
enum { PASSED, FAILED, TIMEOUT, FLOODING, N_ENDS };

static const enum sandbox_end ends[N_ENDS] = {SANDBOX_EXITED, SANDBOX_EXITED, SANDBOX_CPU_TIME,
                                              SANDBOX_FLOODING};

struct run_server {
    struct sandbox *sandbox; /* borrowed */
    struct sandbox_run start;
    uint32_t number;
    int socket;
    bool is_over;
    struct str answer;
};

int run_server_open(struct run_server **out, struct sandbox *sandbox,
                    const struct sandbox_run *start, struct err *err)
{
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
        return err_set_errno(err, "cannot make a socket");
    scoped_fd int theirs = sockets[1];
    scoped_fd int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    const int fds[] = {theirs, theirs, null};
    struct run_server *server = mem_alloc(1, sizeof *server);
    *server = (struct run_server){.sandbox = sandbox, .start = *start, .socket = sockets[0]};
    server->start.wall_seconds = 0;
    if (null < 0 || sandbox_start(sandbox, start, fds, &server->number, err) != 0) {
        close(server->socket);
        free(server);
        return null < 0 ? err_set_errno(err, "cannot open '/dev/null'") : ERR;
    }
    *out = server;
    return 0;
}

void run_server_close(struct run_server *server, bool is_lost)
{
    struct sandbox_result result;
    if (!server)
        return;
    close(server->socket);
    if (!is_lost)
        sandbox_wait(server->sandbox, server->number, &server->start, &result, NULL);
    str_release(&server->answer);
    free(server);
}

/* Waits until the socket is ready. Returns false at the deadline, or if a signal asks to stop. */
static bool is_ready(const struct run_server *server, short events, int64_t deadline)
{
    struct pollfd polled[] = {{server->socket, events, 0}, {interrupt_descriptor(), POLLIN, 0}};
    int64_t left = deadline - clock_ms();
    return left > 0 && poll(polled, 2, (int)left) > 0 && polled[0].revents && !polled[1].revents;
}

static bool send_bytes(const struct run_server *server, const void *bytes, size_t n,
                       int64_t deadline)
{
    const char *rest = bytes;
    while (n) {
        if (!is_ready(server, POLLOUT, deadline))
            return false;
        ssize_t sent = send(server->socket, rest, n, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno != EAGAIN && errno != EINTR)
            return false;
        rest += sent > 0 ? sent : 0;
        n -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

static bool receive_bytes(const struct run_server *server, void *bytes, size_t n, int64_t deadline)
{
    char *rest = bytes;
    while (n) {
        if (!is_ready(server, POLLIN, deadline))
            return false;
        ssize_t got = recv(server->socket, rest, n, MSG_DONTWAIT);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
            return false;
        rest += got > 0 ? got : 0;
        n -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

bool run_server_run(struct run_server *server, const struct sandbox_run *run,
                    struct sandbox_result *result)
{
    enum { END, TIME, OUTPUT, ERRORS, N_NUMBERS, MAX_ERRORS = 1 << 16 };
    int64_t deadline = clock_ms() + (int64_t)(run->wall_seconds * 1000);
    const uint32_t request[] = {htonl((uint32_t)run->limits.cpu_seconds),
                                htonl((uint32_t)run->max_output), htonl((uint32_t)run->n_input)};
    uint32_t numbers[N_NUMBERS];
    server->is_over = true;
    if (run->n_input > INT32_MAX || !send_bytes(server, request, sizeof request, deadline) ||
        !send_bytes(server, run->input, run->n_input, deadline) ||
        !receive_bytes(server, numbers, sizeof numbers, deadline))
        return false;
    for (int i = 0; i < N_NUMBERS; i++)
        numbers[i] = ntohl(numbers[i]);
    if (numbers[END] >= N_ENDS || numbers[OUTPUT] > run->max_output + 1 ||
        numbers[ERRORS] > MAX_ERRORS)
        return false;
    size_t n = (size_t)numbers[OUTPUT] + numbers[ERRORS];
    str_clear(&server->answer);
    if (!receive_bytes(server, str_reserve(&server->answer, n), n, deadline))
        return false;
    str_extend(&server->answer, n);
    *result = (struct sandbox_result){
        .end = ends[numbers[END]],
        .code = numbers[END] == FAILED,
        .output = str_text(&server->answer),
        .errors = str_text(&server->answer) + numbers[OUTPUT],
        .n_output = numbers[OUTPUT],
        .n_errors = numbers[ERRORS],
        .cpu_seconds = numbers[TIME] / 1000.0,
    };
    server->is_over = result->end != SANDBOX_EXITED;
    return true;
}

bool run_server_is_over(const struct run_server *server)
{
    return server->is_over;
}
