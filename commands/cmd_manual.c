/* tokfix manual: prints the manual pages. */
#include "cli/manual_page.h"
#include "cli/option.h"
#include "commands/commands.h"

#include <stdio.h>

static const char *names_command(int number)
{
    return commands[number] ? commands[number]->name : NULL;
}

struct arguments {
    const char *command;
};

static int run(const struct command *command, void *variables, struct err *err)
{
    const char *name = ((const struct arguments *)variables)->command;
    struct manual_program program = {TOKFIX_VERSION, TOKFIX_DATE, program_summary, commands};
    scoped(str) page = {0};
    (void)command, (void)err;
    if (name)
        manual_page_add(&page, commands[command_name_number(names_command, name)], &program);
    else
        manual_page_add_program(&page, &program);
    fwrite(str_text(&page), 1, page.length, stdout);
    return EXIT_OK;
}

const struct command command_manual = {
    .name = "manual",
    .manual =
        (const char[]){
#include "commands/help/manual.txt.inc"
        },
    .operands = {"one command, or none", 0, 1, names_command,
                 .first = OPTION_AT(const char *, arguments, command)},
    ARGUMENTS(arguments, 0),
    .run = run,
};
