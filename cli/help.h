/* The manual of a command as text: what --help prints. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "base/str.h"
#include "cli/command.h"

/* Prints the help to standard output. Headings and options are bold if the output is coloured.
 * Returns EXIT_OK. */
int help_print(const struct command *command);

/* Appends an option as help and manual page write it: "-o, --output DB". */
void help_add_option(struct str *out, const struct command_option *option);

/* Appends the text of an option, with the default after the first line. */
void help_add_option_text(struct str *out, const struct command_option *option);

#endif
