/* The manual of a command as text: what --help prints. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "base/str.h"
#include "cli/command.h"

/* Prints it on standard output; on a terminal headings and options are bold. Returns EXIT_OK. */
int help_print(const struct command *command);

/* How an option is written in help and manual page: "-o, --output DB". */
void help_add_option(struct str *out, const struct command_option *option);

/* What an option does: its text, and behind its first line the default. */
void help_add_option_text(struct str *out, const struct command_option *option);

#endif
