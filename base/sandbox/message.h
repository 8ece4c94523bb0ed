/* The messages between tokfix, the warden and the zygote. They have a fixed size and may carry
 * descriptors. The sockets keep their boundaries (SOCK_SEQPACKET). As in confine.h, these functions
 * use only system calls. */
#ifndef BASE_SANDBOX_MESSAGE_H
#define BASE_SANDBOX_MESSAGE_H

#include "base/sandbox/confine.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>

enum { MAX_WORD_BYTES = 8192, MAX_ARGUMENTS = 64, MAX_MESSAGE_FDS = 4 };

/* The descriptors of the zygote: its socket, the filter of system calls (a pipe), the Landlock
 * ruleset (or /dev/null). */
enum { ZYGOTE_FIRST_FD = 4, N_ZYGOTE_FDS = 3 };

/* From tokfix to the warden. */
enum request_kind {
    REQUEST_PLACE, /* make the folder /programs/NUMBER, with one file: what the descriptor reads */
    REQUEST_SEAL,  /* make that folder read-only */
    REQUEST_RUN,   /* run a program, with the descriptor as its standard input */
    REQUEST_START, /* start a program, with the descriptors as its standard input, output and
                      error, and reply when it runs */
    REQUEST_END,   /* wait for the end of that program */
};
struct request {
    enum request_kind kind;
    uint32_t program; /* number of its folder; for REQUEST_RUN, of the only one that is visible;
                         for REQUEST_END, number of the started program */
    struct process_limits limits;
    uint32_t cpu_ms; /* that a run may use, by the precise clock; 0: `limits` are enough */
    uint32_t wall_ms;
    uint32_t output_bytes; /* of standard output; a program that writes more is killed */
    bool is_warm;          /* run the file that `words` names in the zygote */
    bool is_started;       /* by REQUEST_START */
    bool is_compiler;      /* may start processes, and writes to the folder of its program */
    bool has_other_seed;   /* /dev/urandom has other bytes than usual */
    uint32_t n_arguments, n_environment;
    char words[MAX_WORD_BYTES]; /* zero-terminated, one after the other: the arguments, then the
                                   environment; for REQUEST_PLACE, the name of the file */
};

/* Why there is no result: the system call that failed. A process that cannot become the program
 * writes this to a pipe. */
struct failure {
    char call[40]; /* empty: no failure */
    int error;     /* errno */
};

/* From the warden to tokfix. */
struct reply {
    struct failure failure;
    bool is_exited;   /* else a signal killed it */
    int code;         /* exit status, or signal; for REQUEST_START, number of the program */
    bool is_spent;    /* it used up its processor time */
    bool is_idle;     /* the warden killed it: it slept for too long */
    bool is_late;     /* the warden killed it: it ran out of wall clock time */
    bool is_flooding; /* the warden killed it: it wrote too much output */
    uint64_t cpu_us;
    uint32_t n_output, n_errors; /* bytes in the shared memory */
};

/* From the warden to the zygote, with the descriptors of standard input, output and error, and of
 * the pipe for failures. */
struct warm_run {
    struct process_limits limits;
    bool has_landlock;
    char path[256]; /* of the program */
};

/* The answer: the first process of the new pid namespace, and the program; -1: not started. */
struct warm_pids {
    pid_t first, program;
};

/* Sends a message with descriptors. Returns 0, or -1 with errno. */
static inline int message_send(int socket, const void *message, size_t size, const int *fds,
                               size_t n_fds)
{
    union {
        char bytes[CMSG_SPACE(MAX_MESSAGE_FDS * sizeof(int))];
        struct cmsghdr alignment;
    } control;
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

/* Receives a message of this size, and up to `n_fds` descriptors. Sets missing ones to -1. Returns
 * 0, or -1 with errno, which is 0 if the other side has closed the socket. */
static inline int message_receive(int socket, void *message, size_t size, int *fds, size_t n_fds)
{
    union {
        char bytes[CMSG_SPACE(MAX_MESSAGE_FDS * sizeof(int))];
        struct cmsghdr alignment;
    } control;
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

#endif
