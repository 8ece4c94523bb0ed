/* Formats error messages in the caller's buffer. */
#include "base/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int err_set(struct err *err, const char *format, ...)
{
    va_list args;
    if (!err)
        return ERR;
    va_start(args, format);
    vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
    return ERR;
}

int err_set_errno(struct err *err, const char *format, ...)
{
    int saved = errno;
    char reason[128];
    va_list args;
    if (!err)
        return ERR;
    va_start(args, format);
    vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
    /* The GNU form may return a constant text instead of filling the buffer. */
    const char *text = strerror_r(saved, reason, sizeof reason);
    size_t used = strlen(err->message);
    snprintf(err->message + used, sizeof err->message - used, ": %s", text);
    return ERR;
}

int err_pass(struct err *err, const struct err *kept)
{
    if (err)
        *err = *kept;
    return ERR;
}
