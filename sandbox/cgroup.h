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
#ifndef SANDBOX_CGROUP_H
#define SANDBOX_CGROUP_H

#include "base/mem.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

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

#endif
