/* tokfix completion: scripts that complete command lines in a shell. */
#include "cli/command_line.h"
#include "cli/completion.h"
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

static int run(const struct command *command, int argc, char **argv)
{
    struct str script = {0};
    int status;
    if (!command_line_read(command, argc, argv, NULL, &status))
        return status;
    shells[command_name_number(shell_name, argv[optind])].add(&script, commands);
    fwrite(str_text(&script), 1, script.length, stdout);
    str_release(&script);
    return EXIT_OK;
}

const struct command command_completion = {
    .name = "completion",
    .summary = "a script that completes command lines in bash, zsh or fish",
    .synopsis = "bash|zsh|fish",
    .text =
        "Prints a script with which a shell completes commands, options, the values that options "
        "know, and paths. `make install` puts all of them in their place.",
    .exit_status = "0\tdone\n1\tfailed\n2\twrong command line",
    .examples = "source <(tokfix completion bash)\n"
                "tokfix completion zsh > ~/.zfunc/_tokfix\n"
                "tokfix completion fish > ~/.config/fish/completions/tokfix.fish",
    .operands = {"one shell: bash, zsh or fish", 1, 1, shell_name},
    .run = run,
};
