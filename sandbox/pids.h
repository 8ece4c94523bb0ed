/* The pid namespace of a run. As in confine.h, these functions use only system calls, and the file
 * is compiled into the library of the zygote, too. */
#ifndef SANDBOX_PIDS_H
#define SANDBOX_PIDS_H

#include <sys/types.h>

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

#endif
