/* The commands of the program, and what they have in common. */
#ifndef MINER_COMMAND_H
#define MINER_COMMAND_H

#include "base/err.h"
#include "tokenize/language.h"

#include <stdint.h>

/* Exit statuses. */
enum {
    EXIT_OK = 0,
    EXIT_FAILED = 1, /* the message says why */
    EXIT_USAGE = 2,  /* the command line is wrong */
};

struct command {
    const char *name;
    const char *summary;   /* one line for the list of commands */
    const char *help;      /* text of --help */
    const char *more_help; /* the rest of it; NULL: that is all */

    /* Runs with its own arguments (argv[0] is the command's name); returns an exit status. */
    int (*run)(const struct command *command, int argc, char **argv);
};

extern const struct command command_mine, command_stats, command_dedup, command_split, command_leak,
    command_check, command_export, command_publish, command_validate, command_show, command_tokens;

/* Prints `tokfix NAME: message` on stderr; returns EXIT_FAILED. */
int command_fail(const struct command *command, const struct err *err);

/* Prints `tokfix NAME: message` and where help is; returns EXIT_USAGE. */
int command_usage(const struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints the help on stdout; returns EXIT_OK. */
int command_help(const struct command *command);

/* Reports an option that getopt_long did not know or that lacks its value (its return value, `?`
 * or `:`); returns EXIT_USAGE. */
int command_bad_option(const struct command *command, int code, char **argv);

/* A whole number from `min` to `max`. Returns 0, or ERR for anything else. */
int command_number(const char *text, int64_t min, int64_t max, int64_t *number);

/* The number of a name among those that `names` gives for 0, 1, ... up to NULL; -1, with a message as
 * command_usage gives it that lists them, for any other name. */
int command_find(const struct command *command, const char *option, const char *name,
                 const char *(*names)(int number));

/* Categories chosen on a command line, in their usual order. */
struct category_choice {
    const char *names[N_CATEGORIES];
    size_t n;
};

/* Reads a list of names separated by commas, or `all`; NULL stands for the six. Returns EXIT_OK, or
 * EXIT_USAGE with a message as command_usage gives it. */
int command_categories(const struct command *command, const char *list,
                       struct category_choice *choice);

/* The language of that name; NULL, with a message as command_usage gives it, when there is none. */
const struct language *command_language(const struct command *command, const char *name);

#endif
