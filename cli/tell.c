/* See tell.h. */
#include "cli/tell.h"

#include "base/str.h"
#include "base/terminal.h"

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
    struct str note = {0}, safe = {0}; /* names of files may stand in it */
    str_print_list(&note, format, args);
    terminal_add_safe_lines(&safe, str_text(&note));
    fprintf(stderr, "tokfix %s: %s\n", command->name, str_text(&safe));
    str_release(&note);
    str_release(&safe);
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
