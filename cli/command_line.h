/* Reads command lines by the options of a command. */
#ifndef CLI_COMMAND_LINE_H
#define CLI_COMMAND_LINE_H

#include "base/array.h"
#include "cli/command.h"

#include <getopt.h>
#include <stdbool.h>

/* Reads the command line. Options set their variables in `arguments` (cli/option.h), of which those
 * with a default get it first; it may be NULL for a command without options of its own. What an
 * option does not take gets a message as command_usage gives it.
 *
 * Returns whether to go on: then `argv[optind]` is the first of the operands, of which there are as
 * many as the command takes. If not, the help was printed or a message, and `status` is the exit
 * status. */
bool command_line_read(const struct command *command, int argc, char **argv, void *arguments,
                       int *status);

/* The options of the command that were read, those of every command not among them: the one of that
 * number, with its value or NULL; false behind the last. Valid until the next command line is read.
 */
struct command_line_option {
    const struct command_option *option;
    const char *value;
};
bool command_line_at(size_t number, struct command_line_option *given);

/* Whether one of these options was among them (names, separated by commas); one that is not; one of
 * a table. */
bool command_line_has(const char *names);
bool command_line_has_other(const char *names);
bool command_line_has_of(const struct command_option *options);

/* Reads the command line and runs the command; returns an exit status. */
int command_line_run(const struct command *command, int argc, char **argv);

/* The words behind the command's name in their order. Valid until the next command line is read. */
const struct text_list *command_line_words(void);

/* The options that were read, to be shown to others: each with a space before it, as words of a
 * shell. Those that only say where a result goes and how it is shown (`is_untold`) are not among
 * them, and of
 * a path there is the last part, so that nothing of this machine stands in it. Valid until the
 * next command line is read. */
const char *command_line_retold(void);

/* Whether its value is a LIST. */
bool command_line_takes_list(const struct command_option *option);

#endif
