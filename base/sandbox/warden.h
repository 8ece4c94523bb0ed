/* The first process of a sandbox. It builds the sandbox around itself, starts programs in it when
 * tokfix asks, and is the only one that sees how they end.
 *
 * It is forked from a process with threads, so it uses only system calls. */
#ifndef BASE_SANDBOX_WARDEN_H
#define BASE_SANDBOX_WARDEN_H

#include "base/sandbox/confine.h"
#include "base/sandbox/mounts.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

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

/* ---- The messages between tokfix, the warden and the zygote (message_send()) ---- */

enum { MAX_WORD_BYTES = 8192, MAX_ARGUMENTS = 64 };

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
    uint32_t n_arguments, n_environment, n_links;
    char words[MAX_WORD_BYTES]; /* zero-terminated, one after the other: the arguments, then the
                                   environment, then the links; for REQUEST_PLACE, the name of the
                                   file */
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

#endif
