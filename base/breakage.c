#include "base/breakage.h"

#include <errno.h>
#include <stddef.h>

void breakage_init(struct breakage *breakage)
{
    breakage->is_ready = true;
    breakage->is_broken = false;
    monitor_init(&breakage->monitor);
}

void breakage_release(struct breakage *breakage)
{
    if (breakage->is_ready)
        monitor_release(&breakage->monitor);
    breakage->is_ready = false;
}

void breakage_note(struct breakage *breakage, const char *folder, const char *name,
                   const char *reason)
{
    scoped(monitor_stay) stay = monitor_stay(&breakage->monitor);
    if (!breakage->is_broken)
        err_set(&breakage->err, "cannot read '%s/%s': %s", folder, name, reason);
    breakage->is_broken = true;
}

int breakage_check(struct breakage *breakage, struct err *err)
{
    scoped(monitor_stay) stay = monitor_stay(&breakage->monitor);
    return breakage->is_broken ? err_pass(err, &breakage->err) : 0;
}

bool breakage_is(int code)
{
    static const int codes[] = {EIO,     EMFILE,  ENFILE,    ESTALE,      ETIMEDOUT, ENODEV,
                                ENOBUFS, EUCLEAN, ENOMEDIUM, ENOTCONN,    EHOSTDOWN, EREMOTEIO,
                                EBADMSG, EAGAIN,  ENOLCK,    ECONNABORTED};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i] == code)
            return true;
    return false;
}
