/* What --help prints. */
#ifndef COMMANDS_CLI_HELP_H
#define COMMANDS_CLI_HELP_H

#include "base/str.h"
#include "commands/cli/command.h"

/* Prints the help of a command to standard output. Options that several commands share are only
 * named. Returns EXIT_OK. */
int help_print(const struct command *command);

/* Prints the options that several of these commands share, each once: `tokfix help options`. The
 * commands end with NULL. Returns EXIT_OK. */
int help_print_shared(const struct command *const *commands);

#endif
