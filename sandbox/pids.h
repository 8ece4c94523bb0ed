/* The pid namespace of a run. As in confine.h, only system calls; this file, too, is in the library
 * of the zygote. */
#ifndef SANDBOX_PIDS_H
#define SANDBOX_PIDS_H

#include <sys/types.h>

/* Makes a namespace: children that this process starts from now on are in it. Starts its first
 * process, which only waits. The kernel does not let the first process of a namespace be ended by
 * its own signals, and abort() is one, so a program is the second. The end of the first process is
 * the end of all. `flags`: CLONE_PARENT, or 0. Returns the first process, or -1 with errno. */
pid_t pids_enter(int flags);

/* Children from now on are in the namespace of this process again; `self` is its pidfd. Returns 0,
 * or -1 with errno. */
int pids_leave(int self);

#endif
