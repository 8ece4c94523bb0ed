/* Reads command lines according to the options of a command. */
#ifndef COMMANDS_CLI_COMMAND_LINE_H
#define COMMANDS_CLI_COMMAND_LINE_H

#include "commands/cli/command.h"

/* Reads the command line and runs the command. Its arguments get the defaults of their options
 * first, then the values that are given (commands/cli/option.h), and the operands. Prints help, and
 * what is wrong: command_usage() reports a value that an option does not accept. Returns an exit
 * status. */
int command_line_run(const struct command *command, int argc, char **argv);

/* Reads the command line as command_line_run() does, but does not run the command. Returns true if
 * it could run with `arguments`, which live as long as the process. Returns false if help or an
 * error message was printed; `status` is then the exit status. */
bool command_line_read(const struct command *command, int argc, char **argv, void **arguments,
                       int *status);

/* Returns the line that was read, as databases keep it and cards print it: `tokfix NAME`, the
 * operands, the options as given. It lacks -o and what does not change the result. A path is cut to
 * its last part, and a secret to a word. The result is valid until the next command line is read.
 */
const char *command_line_kept(void);

/* Gets option `number` of the command line that was read last, and its value (NULL: none). The
 * common options are not counted. Returns false after the last option. The result is valid until
 * the next command line is read. */
struct command_line_option {
    const struct command_option *option;
    const char *value;
};
bool command_line_at(size_t number, struct command_line_option *given);

/* Return whether these options were given. `names` are separated by commas.
 *   command_line_has: at least one of `names`
 *   command_line_has_other: at least one option that is not in `names` */
bool command_line_has(const char *names);
bool command_line_has_other(const char *names);

#endif
