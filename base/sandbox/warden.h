/* The first process of a sandbox. It builds the sandbox around itself, starts programs in it when
 * tokfix asks, and is the only one that sees how they end.
 *
 * It is forked from a process with threads, so it uses only system calls. */
#ifndef BASE_SANDBOX_WARDEN_H
#define BASE_SANDBOX_WARDEN_H

#include "base/sandbox/message.h"
#include "base/sandbox/mounts.h"

enum {
    MAX_ERROR_BYTES = 1 << 16, /* of standard error, that are kept */
    MAX_STARTED = 32,          /* programs that were started and not ended */
};

/* What the warden needs. The process that forks it owns this, and does not change it. */
struct warden_plan {
    int socket; /* to tokfix */
    uid_t user; /* of the programs, inside */
    gid_t group;
    char *output;                         /* memory that tokfix shares: output_bytes of standard */
    uint32_t output_bytes;                /* output, then MAX_ERROR_BYTES of standard error */
    const struct mounted_path *paths;     /* as for mounts_build() */
    const struct mounted_file *files;     /* as for mounts_build() */
    const char *const *zygote;            /* words that start it, up to NULL; NULL: no zygote */
    const char *const *environment;       /* of the zygote, up to NULL */
    const struct sock_fprog *filter;      /* system calls of programs */
    const struct sock_fprog *compilers;   /* system calls of compilers */
    const struct process_limits *warming; /* of the zygote itself */
};

/* The user and group that programs usually have inside: nobody. */
enum { SANDBOX_USER = 65534 };

/* Runs in the new process, which has new namespaces. Waits until tokfix has mapped its user and
 * moved it into its cgroup. Ends when tokfix closes the socket. */
_Noreturn void warden_run(const struct warden_plan *plan);

/* ---- Watching a process ---- */

/* Watches a process that nobody trusts: reads what it prints, up to a limit, and kills it when it
 * prints more or takes too long. As in confine.h, these functions use only system calls. */

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
