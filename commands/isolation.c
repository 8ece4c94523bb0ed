/* A sandbox without paths is cheap, and meets all that can be missing. */
#include "commands/isolation.h"

#include "base/sandbox/sandbox.h"

int isolation_check(const struct command *command, struct err *err)
{
    static const struct sandbox_setup setup = {.together = {UINT64_C(1) << 30, 64}};
    scoped(sandbox) *sandbox = NULL;
    if (sandbox_open(&sandbox, &setup, err) != 0)
        return ERR;
    if (!sandbox_has_cgroup(sandbox))
        tell(command, "no cgroup can be made here, so the limits are those of each process, not of "
                      "all together, and a compiler may take 64 GiB; to allow one, start tokfix "
                      "with: systemd-run --user --scope -p Delegate=yes");
    return 0;
}
