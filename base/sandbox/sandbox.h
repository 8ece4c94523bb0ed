/* Runs untrusted programs. It does not know what they are for.
 *
 * A sandbox is a set of namespaces (user, mount, pid, network, ipc, uts, cgroup) with a file system
 * of its own (mounts.h), and a process in it, the warden, which starts the programs. A program
 *
 * - sees /usr read-only, a small /tmp that is empty at its start, and of /proc only its standard
 *   streams; of the programs in /programs, it can only open the one that its arguments name;
 * - has no network, no capabilities, and cannot gain any (no_new_privs);
 * - makes only the system calls of a list (filter.c), and starts no processes, only threads;
 * - opens files only where Landlock allows it, if the kernel has Landlock;
 * - has its own pid namespace and session: it sees and signals only its own processes, and they end
 *   with it;
 * - has limits on processor time, wall clock time, memory, output, files and threads;
 * - has a fixed memory layout, and /dev/urandom has fixed bytes, so that runs can be repeated.
 *
 * The user inside is nobody. Outside, it is the user who runs tokfix, or nobody if that is root.
 * Folders of this machine can make it another one (struct sandbox_setup).
 *
 * If this machine lacks one of these, except Landlock, sandbox_open() fails and says which.
 *
 * A program is one process, and RLIMIT_DATA, RLIMIT_AS and the size of /tmp limit its memory. A
 * compiler is several processes, each with these limits. Where this machine allows a cgroup
 * (below), it limits all processes of the sandbox together.
 *
 * A sandbox is used by one thread at a time, and different sandboxes by different threads. */
#ifndef BASE_SANDBOX_SANDBOX_H
#define BASE_SANDBOX_SANDBOX_H

#include "base/err.h"
#include "base/mem.h"
#include "base/sandbox/confine.h"
#include "base/sandbox/mounts.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* ---- The cgroup of a sandbox ---- */

/* The cgroup of a sandbox: limits of all its processes together.
 *
 * A cgroup is made beneath the one in which tokfix runs, so what limits tokfix also limits its
 * sandboxes. Both versions of the interface are used:
 *
 * - version 2 (the kernel's Documentation/admin-guide/cgroup-v2.rst), if the cgroup of tokfix gives
 *   the controllers `memory` and `pids` to its children, or if tokfix can make it do so. A cgroup
 *   that does so has no processes of its own, so tokfix first moves itself into a child. It only
 *   does this if it is the only process there, as in a scope of systemd-run;
 * - version 1 (Documentation/admin-guide/cgroup-v1/memory.rst and pids.rst), if tokfix can write to
 *   its cgroups in both hierarchies.
 *
 * Elsewhere, a sandbox has no cgroup. A cgroup that cannot be completed is removed.
 *
 * The name of a cgroup is tokfix-PID-NUMBER, with the process that made it. If that process was
 * killed, the cgroup is removed when another one is made in the same place. So is the child into
 * which tokfix moved itself (NUMBER 0), after the process has ended. */

struct cgroup; /* opaque */

struct cgroup_limits {
    uint64_t memory_bytes; /* including page tables and files in memory. If the kernel can limit
                              swap, version 2 allows none, and version 1 counts it here */
    uint32_t n_processes;  /* processes and threads */
};

/* Makes a cgroup. Returns NULL where this is not possible. Call it before starting the process that
 * the cgroup is for: with version 2, no other process may be in the cgroup of tokfix. */
struct cgroup *cgroup_new(const struct cgroup_limits *limits);

/* Moves a process into the cgroup. The processes that it starts from now on are in the cgroup, too.
 * Returns whether that was possible; if not, the process stays where it was. */
bool cgroup_take(struct cgroup *cgroup, pid_t process);

/* Returns how many processes in it the kernel has killed because memory ran out. NULL has none. */
uint64_t cgroup_count_kills(const struct cgroup *cgroup);

/* Removes the cgroup. All its processes must have ended. NULL is ignored. */
void cgroup_free(struct cgroup *cgroup);
SCOPED_POINTER(cgroup, cgroup_free)

/* ---- Sandboxes ---- */

struct sandbox; /* opaque */

/* What all programs of a sandbox share. Borrowed: it must live as long as the sandbox. */
struct sandbox_setup {
    const char *const *paths; /* that are visible beside /usr, up to NULL; NULL: none. A path that
                                 is missing on this machine is skipped */
    const struct mounted_path *folders; /* the same at other places in the sandbox, up to one
                                           without `from`; NULL: none */
    const struct mounted_file *files;   /* to make in the sandbox, up to one without a path; NULL:
                                           none. Not used with `zygote`, which has its own */
    const struct sandbox_owner *owner;  /* of `folders`, if the programs must read them as their
                                           owner; NULL: the user is the usual one */
    bool keeps_owner;                   /* the owner has the same numbers in the sandbox, so that
                                           what stat() says there is true outside */
    const char *const *zygote;          /* words that start a warmed interpreter, which runs
                                           SANDBOX_ZYGOTE_SCRIPT with the modules to load; NULL:
                                           none */
    const char *const *environment;     /* of the zygote and its runs: "NAME=value", up to NULL */
    size_t output_bytes;                /* the most that are kept of standard output */
    struct cgroup_limits together;      /* of all its processes, where a cgroup can be made;
                                           higher than those of a run */
};
/* Outside, the user of the sandbox is this one if tokfix runs as root. */
struct sandbox_owner {
    uid_t user;
    gid_t group;
};
#define SANDBOX_ZYGOTE_SCRIPT "/zygote/zygote.py"

/* Opens a sandbox. Returns ERR if it cannot isolate programs; the message says what to do. */
int sandbox_open(struct sandbox **out, const struct sandbox_setup *setup, struct err *err);

/* Whether all processes of the sandbox have limits together. */
bool sandbox_has_cgroup(const struct sandbox *sandbox);

/* Kills all programs, and closes the sandbox. NULL is ignored. */
void sandbox_close(struct sandbox *sandbox);
SCOPED_POINTER(sandbox, sandbox_close)

/* How a run of a program ended. */
enum sandbox_end {
    SANDBOX_EXITED,   /* `code` is the exit status */
    SANDBOX_SIGNALED, /* `code` is the signal */
    SANDBOX_CPU_TIME, /* it used up its processor time */
    SANDBOX_IDLE,     /* it slept for ten times its processor time */
    SANDBOX_LATE,     /* it used up its wall clock time, not its processor time */
    SANDBOX_FLOODING, /* it wrote too much to standard output */
    SANDBOX_MEMORY,   /* it failed, and the kernel had killed one of its processes because the
                         memory of the sandbox or of the machine ran out. Without a cgroup, this is
                         EXITED or SIGNALED */
};
struct sandbox_result {
    enum sandbox_end end;
    int code;
    const char *output, *errors; /* any bytes; valid until the next run of the sandbox */
    size_t n_output, n_errors;   /* of standard error, the first 64 KiB are kept */
    double cpu_seconds;          /* that it used */
};

/* Returns a file in memory with this content, at its start, which cannot be changed; -1 with errno.
 */
int sandbox_hold(const char *bytes, size_t n);

/* A run. Its words and texts are borrowed. */
struct sandbox_execute {
    const char *const *arguments;   /* up to NULL; the first is an absolute path in the sandbox */
    const char *const *environment; /* up to NULL */
    const char *const *links;       /* in /tmp, where a run begins: names, each followed by the path
                                       that it links to, up to NULL; NULL: none */
    const char *input;              /* standard input */
    size_t n_input;
    struct process_limits limits;
    double wall_seconds;
    size_t max_output;   /* bytes; more is SANDBOX_FLOODING */
    bool is_warm;        /* in the zygote, for speed: `arguments` is the path of the program's file,
                            and the environment is that of the setup */
    bool has_other_seed; /* /dev/urandom has other bytes than usual */
};

/* Runs a program to its end. Returns ERR if it could not be started, or if the sandbox failed or a
 * signal asked to stop (base/interrupt.h) before that end: then open another. What the program does
 * is a result, never an error. */
int sandbox_execute(struct sandbox *sandbox, const struct sandbox_execute *run,
                    struct sandbox_result *result, struct err *err);

/* Starts a program whose standard input, output and error are these descriptors, which remain the
 * caller's. The caller writes and reads them while the program runs; `input`, `max_output`,
 * `is_warm` and `has_other_seed` are not used. Several programs may run at a time; the wall clock
 * time is that which sandbox_wait() waits. Sets `number`. */
int sandbox_start(struct sandbox *sandbox, const struct sandbox_execute *run, const int fds[3],
                  uint32_t *number, struct err *err);

/* Waits for the end of a started program, and kills it after the wall clock time of `run`. The
 * result has no output and no errors. */
int sandbox_wait(struct sandbox *sandbox, uint32_t number, const struct sandbox_execute *run,
                 struct sandbox_result *result, struct err *err);

/* Replaces the folder /programs/NUMBER with one that has a single file of this name and content. If
 * `compile` is not NULL, runs it in that folder, where it may start processes and write files. Then
 * makes the folder read-only. */
int sandbox_place(struct sandbox *sandbox, uint32_t number, const char *name, const char *text,
                  size_t length, const struct sandbox_execute *compile,
                  struct sandbox_result *result, struct err *err);
enum {
    SANDBOX_MAX_PROGRAMS = 64,                 /* the numbers are below this */
    SANDBOX_FIRST_SHARED = MOUNTS_FIRST_SHARED /* all programs and compilers can read those from
                                                  this one on */
};

#endif
