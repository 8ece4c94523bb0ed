/* Watches a process that nobody trusts: reads what it prints, up to a limit, and kills it when it
 * prints more or takes too long. As in confine.h, these functions use only system calls. */
#ifndef SANDBOX_WATCH_H
#define SANDBOX_WATCH_H

#include "sandbox/message.h"

/* A pipe of the program, and where its bytes go. */
struct capture {
    int fd; /* -1: none */
    char *bytes;
    uint32_t n, max;
    bool is_full; /* the program wrote more than that */
};

/* Reads what is available. Drops what does not fit. */
void capture_read(struct capture *capture);

/* Reads the pipes until the process has ended. `process` is its pidfd. Kills it when a time of the
 * request is up, when it prints too much, and when `owner`, the socket of tokfix, can be read: then
 * tokfix has ended. Sets in the reply why it was killed. */
void watch(const struct request *request, struct reply *reply, int owner, int process, pid_t pid,
           struct capture captures[2]);

#endif
