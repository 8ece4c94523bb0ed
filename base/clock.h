/* The time that has passed since some moment: it never goes back, and counts no time of sleep. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* In whole milliseconds. Signal handlers may call it. */
static inline int64_t clock_ms(void)
{
    return (int64_t)(clock_seconds() * 1000);
}

#endif
