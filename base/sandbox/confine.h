/* Takes limits and privileges away from a process, before it runs an untrusted program; and what
 * else the processes around that program share.
 *
 * These functions, except filter_make() and filter_release(), run in processes that were forked
 * from a process with threads or from an interpreter, so they use only system calls and allocate no
 * memory. The file is compiled into tokfix and into the library of the zygote (zygote/zygote.c). */
#ifndef BASE_SANDBOX_CONFINE_H
#define BASE_SANDBOX_CONFINE_H

#include "base/err.h"

#include <linux/filter.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The limits of one process, which cannot raise them. UINT64_MAX: no limit. */
struct process_limits {
    uint64_t memory_bytes;  /* private writable memory (RLIMIT_DATA) */
    uint64_t address_bytes; /* address space, including stacks (RLIMIT_AS) */
    uint64_t stack_bytes;   /* of the first thread */
    uint64_t file_bytes;    /* size of a file */
    uint32_t cpu_seconds;   /* processor time of all threads */
    uint32_t n_processes;   /* processes and threads in the sandbox */
};

/* Sets the limits. Where this process has a lower limit, that one stays. Returns NULL, or the name
 * of the system call that failed, with errno. */
const char *confine_limit(const struct process_limits *limits);

/* Drops all capabilities and the right to gain any. From then on, the process can only open files
 * that the Landlock ruleset allows (-1: the kernel has no Landlock), and make system calls that the
 * filter allows. Closes the descriptors from `first_fd` on. Returns as confine_limit() does. */
const char *confine(int first_fd, int landlock_ruleset, const struct sock_fprog *filter);

/* Makes the filter of system calls (filter.c). `may_fork`: the program may start processes, as
 * compilers do; otherwise it can only start threads. The filter's memory belongs to the caller:
 * filter_release(). */
int filter_make(struct sock_fprog *out, bool may_fork, struct err *err);
void filter_release(struct sock_fprog *filter);

/* ---- The pid namespace of a run ---- */

/* Makes a namespace for the children that this process starts from now on, and starts its first
 * process, which only waits. The kernel protects the first process of a namespace from the signals
 * that it sends to itself, as abort() does, so the program must be the second one. When the first
 * process ends, the kernel kills all others. `flags`: CLONE_PARENT, or 0. Returns the first
 * process, or -1 with errno. */
pid_t pids_enter(int flags);

/* From now on, children are in the namespace of this process again. `self` is its pidfd. Returns 0,
 * or -1 with errno. */
int pids_leave(int self);

/* The program's own number in the namespace. */
enum { PIDS_PROGRAM = 2 };

/* ---- Messages ----
 *
 * They have a fixed size and may carry descriptors. The sockets keep their boundaries
 * (SOCK_SEQPACKET). */

enum { MAX_MESSAGE_FDS = 4 };

/* Sends a message with descriptors. Returns 0, or -1 with errno. */
int message_send(int socket, const void *message, size_t size, const int *fds, size_t n_fds);

/* Receives a message of this size, and up to `n_fds` descriptors. Sets missing ones to -1. Returns
 * 0, or -1 with errno, which is 0 if the other side has closed the socket. */
int message_receive(int socket, void *message, size_t size, int *fds, size_t n_fds);

#endif
