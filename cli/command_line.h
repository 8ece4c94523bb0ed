/* Reads command lines by the options of a command. */
#ifndef CLI_COMMAND_LINE_H
#define CLI_COMMAND_LINE_H

#include "base/array.h"
#include "cli/command.h"

#include <getopt.h>
#include <stdbool.h>

/* Reads the command line. Variables in `arguments` get their defaults, and then the values of their
 * options (cli/option.h). `arguments` may be NULL for a command without options of its own. A value
 * that an option does not take gets the message of command_usage().
 *
 * Returns true to go on: `argv[optind]` is then the first operand, and the command takes their
 * number. Otherwise help or a message was printed, and `status` is the exit status. */
bool command_line_read(const struct command *command, int argc, char **argv, void *arguments,
                       int *status);

/* The option with that number among those that were read, with its value or NULL. Options that
 * every command has are not counted. False after the last. Valid until the next command line is
 * read. */
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

/* The words after the command's name, in their order. Valid until the next command line is read. */
const struct text_list *command_line_words(void);

/* The options that were read, to be shown to others: each with a space before it, as words of a
 * shell. Those that only say where a result goes and how it is shown (`is_untold`) are not among
 * them, and of
 * a path there is the last part, so that nothing of this machine stands in it. Valid until the
 * next command line is read. */
const char *command_line_retold(void);

#endif
