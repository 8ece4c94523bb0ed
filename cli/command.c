/* See command.h. */
#include "cli/command.h"

#include "base/str.h"
#include "base/terminal.h"
#include "cli/tell.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct command_option common[] = {
    {COMMAND_OPTION_COLOR, "color", "WHEN",
     "when output is coloured; auto: on a terminal that is not "
     "dumb, unless NO_COLOR is set",
     "auto", color_choice_name},
    {'q', "quiet", NULL, "no progress and no notes on standard error: errors only", NULL, NULL},
    {'v', "verbose", NULL,
     "more notes on standard error: every phase with its time, memory, all unusable rows and files",
     NULL, NULL},
    {'h', "help", NULL, "this text", NULL, NULL},
    {0},
};

const struct command_group command_common = {"Common options", common};

const struct command_group *command_group_at(const struct command *command, size_t number)
{
    size_t n = 0;
    while (command->groups && command->groups[n].heading)
        n++;
    return number < n ? &command->groups[number] : number == n ? &command_common : NULL;
}

/* `tokfix NAME: `, which is all that is coloured of a message. */
static void print_name(const struct command *command)
{
    bool has_color = terminal_is_colored(stderr);
    fprintf(stderr, "%stokfix %s:%s ", has_color ? "\033[1;31m" : "", command->name,
            has_color ? "\033[0m" : "");
}

void command_add_exit_status(struct str *out, const struct command *command)
{
    str_add_text(out, command->exit_status);
    if (command->if_stopped)
        str_print(out, "\n130\tstopped by SIGINT (143: by SIGTERM): %s", command->if_stopped);
}

int command_fail(const struct command *command, const struct err *err)
{
    struct str safe = {0}; /* names from the input may stand in it */
    terminal_add_safe(&safe, err->message, strlen(err->message), 0);
    print_name(command);
    fprintf(stderr, "%s\n", str_text(&safe));
    str_release(&safe);
    return EXIT_FAILED;
}

int command_usage(const struct command *command, const char *format, ...)
{
    va_list args;
    struct str message = {0}, safe = {0};
    va_start(args, format);
    str_print_list(&message, format, args);
    va_end(args);
    terminal_add_safe_lines(&safe, str_text(&message));
    print_name(command);
    fprintf(stderr, "%s\nSee: tokfix %s --help\n", str_text(&safe), command->name);
    str_release(&message);
    str_release(&safe);
    return EXIT_USAGE;
}

int command_number(const char *text, int64_t min, int64_t max, int64_t *number)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    bool starts_well = (text[0] >= '0' && text[0] <= '9') || text[0] == '-';
    if (errno || !starts_well || end == text || *end || value < min || value > max)
        return ERR;
    *number = value;
    return 0;
}

int command_name_number(name_at *names, const char *name)
{
    for (int number = 0; names(number); number++)
        if (strcmp(names(number), name) == 0)
            return number;
    return -1;
}
