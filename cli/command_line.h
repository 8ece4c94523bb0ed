/* Reads command lines by the options of a command. */
#ifndef CLI_COMMAND_LINE_H
#define CLI_COMMAND_LINE_H

#include "cli/command.h"

#include <getopt.h>
#include <stdbool.h>

/* Reads the command line. `set` takes each option but the common ones, its value in `optarg` (one of
 * the option's names, where it has such; of a LIST, all are): EXIT_OK, or EXIT_USAGE with a message as
 * command_usage gives it.
 *
 * Returns whether to go on: then `argv[optind]` is the first of the operands, of which there are as many
 * as the command takes. If not, the help was printed or a message, and `status` is the exit status. */
bool command_line_read(const struct command *command, int argc, char **argv,
                       int (*set)(const struct command *command, void *arguments, int code),
                       void *arguments, int *status);

/* The options that were read, to be shown to others: each with a space before it, as words of a
 * shell. Those that only say where a result goes and how it is shown are not among them, and of
 * a path there is the last part, so that nothing of this machine stands in it. Valid until the
 * next command line is read. */
const char *command_line_retold(void);

/* The option of that code; NULL when there is none. */
const struct command_option *command_line_option(const struct command *command, int code);

/* Whether its value is a LIST. */
bool command_line_takes_list(const struct command_option *option);

/* Take `optarg` as a whole number from `min` to `max`, or as one from `min` on or `all`, which is
 * INT64_MAX: EXIT_OK, or EXIT_USAGE with a message as command_usage gives it. */
int command_line_number(const struct command *command, const char *option, int64_t min, int64_t max,
                        int64_t *number);
int command_line_number_or_all(const struct command *command, const char *option, int64_t min,
                               int64_t *number);

/* Reads the value of -j: EXIT_OK, or EXIT_USAGE with a message as command_usage gives it. */
int command_line_jobs(const struct command *command, const char *text, int64_t *n_jobs);

/* For the table of options. */
#define COMMAND_LINE_JOBS                                                 \
    {                                                                     \
        'j', "jobs", "N", "threads; the result does not depend on it",    \
            "SLURM_CPUS_PER_TASK, or the CPUs this process may use", NULL \
    }

#endif
