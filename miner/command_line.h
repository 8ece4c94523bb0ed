/* Command lines that have options and name one thing: a database, a folder. */
#ifndef MINER_COMMAND_LINE_H
#define MINER_COMMAND_LINE_H

#include "miner/command.h"

#include <getopt.h>

/* How a command line is read. */
struct command_line {
    const struct command *command;
    const char *operand;       /* what is named: "one database" */
    const char *short_options; /* as getopt_long() takes them, with -h and a colon first */
    const struct option *long_options;

    /* Takes an option, whose value is `optarg`: EXIT_OK, or EXIT_USAGE with a message as
     * command_usage gives it. */
    int (*set)(const struct command *command, void *arguments, int code);
    void *arguments;
};

/* Reads the options and the one operand. With EXIT_OK and no `operand` the help was printed. */
int command_line_read(const struct command_line *line, int argc, char **argv, const char **operand);

/* Reads the value of -j: EXIT_OK, or EXIT_USAGE with a message as command_usage gives it. */
int command_line_jobs(const struct command *command, const char *text, int64_t *n_jobs);

#endif
