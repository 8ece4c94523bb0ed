/* See usage.h. */
#include "commands/usage.h"

#include "cli/tell.h"

#include <sys/resource.h>

void usage_start(struct timespec *start)
{
    clock_gettime(CLOCK_MONOTONIC, start);
}

static double seconds(const struct timeval *time)
{
    return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

void usage_tell(const struct command *command, const struct timespec *start)
{
    struct timespec now;
    struct rusage usage;
    clock_gettime(CLOCK_MONOTONIC, &now);
    getrusage(RUSAGE_SELF, &usage);
    tell_more(command, "%.2f s, processors %.2f s, at most %.0f MB of memory",
              (double)(now.tv_sec - start->tv_sec) + (double)(now.tv_nsec - start->tv_nsec) / 1e9,
              seconds(&usage.ru_utime) + seconds(&usage.ru_stime),
              (double)usage.ru_maxrss * 1024 / 1e6);
}
