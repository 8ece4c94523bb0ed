/* What a process gives up before it becomes a program that nobody trusts.
 *
 * These functions are called in processes that were forked from others with threads or from an
 * interpreter, so they use only system calls and no memory of their own. The file is compiled into
 * the program and into the library of the zygote (zygote/zygote.c). */
#ifndef SANDBOX_CONFINE_H
#define SANDBOX_CONFINE_H

#include <linux/filter.h>
#include <stdint.h>

/* The limits of one process, which cannot raise them. UINT64_MAX is no limit. */
struct process_limits {
    uint64_t memory_bytes;  /* private writable memory (RLIMIT_DATA) */
    uint64_t address_bytes; /* address space, in which stacks count, too (RLIMIT_AS) */
    uint64_t stack_bytes;   /* of the first thread                            */
    uint64_t file_bytes;    /* size of a file */
    uint32_t cpu_seconds;   /* processor time of all threads */
    uint32_t n_processes;   /* processes and threads in the sandbox */
};

/* Sets the limits, or those of this process where they are lower already. Returns NULL, or the name
 * of the system call that failed, with errno. */
const char *confine_limit(const struct process_limits *limits);

/* Gives up all capabilities, the right to gain any, files beyond the Landlock ruleset (-1: the
 * kernel has no Landlock), and the system calls that the filter refuses. Descriptors from
 * `first_fd` on are closed. Returns as confine_limit() does. */
const char *confine(int first_fd, int landlock_ruleset, const struct sock_fprog *filter);

#endif
