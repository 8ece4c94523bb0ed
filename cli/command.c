/* See command.h. */
#include "cli/command.h"

#include "base/str.h"
#include "base/terminal.h"
#include "cli/tell.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int take_color(const struct command_option *option, const char *text, void *variable,
                      struct err *err)
{
    (void)variable, (void)err;
    terminal_choose_color((enum color_choice)command_name_number(option->names, text));
    return 0;
}

/* How loud the program is, `min` of the row. */
static int take_loudness(const struct command_option *option, const char *text, void *variable,
                         struct err *err)
{
    (void)text, (void)variable, (void)err;
    tell_set_loudness((enum loudness)option->min);
    return 0;
}

static const struct command_option common[] = {
    {0, "color", "WHEN",
     "when output is coloured; auto: on a terminal that is not dumb, unless NO_COLOR is set",
     .otherwise = "auto", .names = color_choice_name, .take = take_color},
    {'q', "quiet", NULL, "no progress and no notes on standard error: errors only",
     .take = take_loudness, .min = LOUDNESS_QUIET},
    {'v', "verbose", NULL,
     "more notes on standard error: every phase with its time, memory, all unusable rows and files",
     .take = take_loudness, .min = LOUDNESS_VERBOSE},
    {'h', "help", NULL, "this text", .take = NULL}, /* printed by who reads the command line */
    {0},
};

const struct command_group command_common = {"Common options", common, 0};

const struct command_group *command_group_at(const struct command *command, size_t number)
{
    size_t n = 0;
    while (command->groups && command->groups[n].heading)
        n++;
    return number < n ? &command->groups[number] : number == n ? &command_common : NULL;
}

bool command_begins_heading(const struct command *command, size_t number)
{
    return !number || strcmp(command_group_at(command, number)->heading,
                             command_group_at(command, number - 1)->heading) != 0;
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

int command_name_number(name_at *names, const char *name)
{
    for (int number = 0; names(number); number++)
        if (strcmp(names(number), name) == 0)
            return number;
    return -1;
}
