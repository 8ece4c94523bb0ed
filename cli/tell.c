/* See tell.h. */
#include "cli/tell.h"

#include <stdarg.h>
#include <stdio.h>

static enum loudness loudness_now = LOUDNESS_NORMAL;

void tell_set_loudness(enum loudness loudness)
{
    loudness_now = loudness;
}

enum loudness tell_loudness(void)
{
    return loudness_now;
}

static void print(const struct command *command, const char *format, va_list args)
{
    fprintf(stderr, "tokfix %s: ", command->name);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

void tell(const struct command *command, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (loudness_now > LOUDNESS_QUIET)
        print(command, format, args);
    va_end(args);
}

void tell_more(const struct command *command, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (loudness_now == LOUDNESS_VERBOSE)
        print(command, format, args);
    va_end(args);
}
