/* What a command is: its manual, of which the option reading, --help, the manual page and the
 * completions of shells are made, and what it runs. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "base/err.h"
#include "base/str.h"

#include <stddef.h>
#include <stdint.h>

/* Exit statuses. */
enum {
    EXIT_OK = 0,
    EXIT_FAILED = 1,       /* the message says why */
    EXIT_USAGE = 2,        /* the command line is wrong */
    EXIT_INTERRUPTED = 75, /* asked to stop; can be resumed (EX_TEMPFAIL of sysexits.h) */
};

/* Texts have lines. A line is a paragraph, wrapped where it is shown; one with a tab is an item of a
 * list, the term before the tab and what it means behind; an empty one parts paragraphs. */

/* The values that an option knows: names for 0, 1, ... up to NULL. */
typedef const char *name_at(int number);

struct command_option {
    int code;            /* its letter, or a number from 256 on that no other option has */
    const char *name;    /* the long one, without hyphens */
    const char *value;   /* what the help calls its value; NULL: it takes none. LIST: names,
                          * separated by commas. FILE, DB, PATH, DATASET, BENCH, DIR: a path */
    const char *text;    /* what it does */
    const char *initial; /* its default, in words; NULL: there is none to be told */
    name_at *names;      /* NULL: it takes any value */
};

/* Options under one heading. */
struct command_group {
    const char *heading;                  /* "Options" */
    const struct command_option *options; /* up to one without a name */
};

/* A part of the manual behind the options. */
struct command_section {
    const char *heading, *text;
};

struct command {
    const char *name;
    const char *summary;                    /* one line for the list of commands */
    const char *synopsis;                   /* a line for each form: what follows the name */
    const char *text;                       /* what it does */
    const struct command_group *groups;     /* up to one without a heading */
    const struct command_section *sections; /* likewise; NULL: none */
    const char *exit_status;                /* a list, without those of `if_stopped` */
    const char *examples;                   /* a line each */

    /* What is named beside the options. */
    struct {
        const char *what; /* "one database" */
        size_t min, max;
        name_at *names; /* those that it takes; NULL: paths */
    } operands;

    /* What is said when SIGINT or SIGTERM ends it before it is done: "nothing was made"; NULL: it
     * makes nothing, or sees to the signals itself (base/interrupt.h). */
    const char *if_stopped;

    /* Runs with its own arguments (argv[0] is the command's name); returns an exit status. */
    int (*run)(const struct command *command, int argc, char **argv);
};

/* The options of every command: --color, --quiet, --verbose, --help. */
enum { COMMAND_OPTION_COLOR = 128 };
extern const struct command_group command_common;

/* The groups of a command, the common one last: the group of that number; NULL behind the last. */
const struct command_group *command_group_at(const struct command *command, size_t number);

/* Appends the list of its exit statuses, with those of being stopped. */
void command_add_exit_status(struct str *out, const struct command *command);

/* Prints `tokfix NAME: message` on stderr; returns EXIT_FAILED. */
int command_fail(const struct command *command, const struct err *err);

/* Prints `tokfix NAME: message` and where help is; returns EXIT_USAGE. */
int command_usage(const struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A whole number from `min` to `max`. Returns 0, or ERR for anything else. */
int command_number(const char *text, int64_t min, int64_t max, int64_t *number);

/* The number of a name among those that `names` gives; -1 for any other. */
int command_name_number(name_at *names, const char *name);

#endif
