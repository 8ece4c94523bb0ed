/* tokfix manual: the manual pages. */
#include "cli/command_line.h"
#include "cli/manual_page.h"
#include "commands/commands.h"

#include <stdio.h>

static const char *names_command(int number)
{
    return commands[number] ? commands[number]->name : NULL;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct str page = {0};
    struct manual_program program = {TOKFIX_VERSION, TOKFIX_DATE, program_summary, commands};
    int status;
    if (!command_line_read(command, argc, argv, NULL, &status))
        return status;
    if (optind < argc)
        manual_page_add(&page, commands[command_name_number(names_command, argv[optind])],
                        &program);
    else
        manual_page_add_program(&page, &program);
    fwrite(str_text(&page), 1, page.length, stdout);
    str_release(&page);
    return EXIT_OK;
}

const struct command command_manual = {
    .name = "manual",
    .summary = "the manual page of a command, as man reads it",
    .synopsis = "[COMMAND]",
    .text = "Prints the manual page of a command, or of tokfix itself, in the form that man reads. "
            "`make install` puts all of them in their place. They say what --help says.",
    .exit_status = "0\tdone\n1\tfailed\n2\twrong command line",
    .examples = "tokfix manual mine | man -l -\n"
                "tokfix manual > tokfix.1",
    .operands = {"one command, or none", 0, 1, names_command},
    .run = run,
};
