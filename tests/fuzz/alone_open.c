/* Files without a name that are one file in memory, written anew by each who opens one: what was in
 * it stays, and is not read. */
#include <fcntl.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <unistd.h>

int __wrap_open(const char *path, int flags, ...);
int __real_open(const char *path, int flags, ...);

int __wrap_open(const char *path, int flags, ...)
{
    static int temporary = -1;
    va_list arguments;
    va_start(arguments, flags);
    unsigned mode = flags & O_CREAT ? va_arg(arguments, unsigned) : 0;
    va_end(arguments);
    if ((flags & O_TMPFILE) != O_TMPFILE)
        return __real_open(path, flags, mode);
    if (temporary < 0)
        temporary = memfd_create("temporary", MFD_CLOEXEC);
    if (lseek(temporary, 0, SEEK_SET) != 0)
        return -1;
    return dup(temporary);
}
