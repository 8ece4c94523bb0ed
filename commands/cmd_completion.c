/* tokfix completion: prints scripts that complete command lines in a shell. */
#include "cli/completion.h"
#include "cli/option.h"
#include "commands/commands.h"

#include <stdio.h>

static const struct {
    const char *name;
    void (*add)(struct str *out, const struct command *const *commands);
} shells[] = {
    {"bash", completion_add_bash},
    {"zsh", completion_add_zsh},
    {"fish", completion_add_fish},
    {NULL, NULL},
};

static const char *shell_name(int number)
{
    return shells[number].name;
}

struct arguments {
    const char *shell;
};

static int run(const struct command *command, void *variables, struct err *err)
{
    const struct arguments *arguments = variables;
    scoped(str) script = {0};
    (void)command, (void)err;
    shells[command_name_number(shell_name, arguments->shell)].add(&script, commands);
    fwrite(str_text(&script), 1, script.length, stdout);
    return EXIT_OK;
}

const struct command command_completion = {
    .name = "completion",
    .manual =
        (const char[]){
#include "commands/help/completion.txt.inc"
        },
    .operands = {"one shell: bash, zsh or fish", 1, 1, shell_name,
                 .first = OPTION_AT(const char *, arguments, shell)},
    ARGUMENTS(arguments, 0),
    .run = run,
};
