/* What a command is: its manual, of which the option reading, --help, the manual page and the
 * completions of shells are made, and what it runs. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "base/err.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Exit statuses. */
enum {
    EXIT_OK = 0,
    EXIT_FAILED = 1,       /* the message says why */
    EXIT_USAGE = 2,        /* the command line is wrong */
    EXIT_INTERRUPTED = 75, /* asked to stop; can be resumed (EX_TEMPFAIL of sysexits.h) */
};

/* Texts have lines. A line is a paragraph, wrapped where it is shown; one with a tab is an item of
 * a list, the term before the tab and what it means behind; an empty one parts paragraphs. */

/* The values that an option knows: names for 0, 1, ... up to NULL. */
typedef const char *name_at(int number);

struct command_option;

/* Takes the value that was given into the variable (see cli/option.h for those that there are). ERR
 * when the option does not take it: with the message in `err`, unless the option has `takes`. */
typedef int command_take(const struct command_option *option, const char *text, void *variable,
                         struct err *err);

/* A row of a table: `{0, "rows", "N", "rows of each list", "20", TO_NUMBER(arguments, n, 1, 99)}`.
 */
struct command_option {
    char letter;           /* of the short one; 0: there is none */
    const char *name;      /* the long one, without hyphens */
    const char *value;     /* what the help calls its value; NULL: it takes none. LIST: names,
                            * separated by commas. FILE, DB, PATH, DATASET, BENCH, DIR: a path */
    const char *text;      /* what it does */
    const char *initial;   /* its value when it is not given; NULL: the variable stays as it was */
    const char *otherwise; /* what the manual says in place of `initial`: "no limit" */
    name_at *names;        /* NULL: it takes any value */
    const char *takes; /* for messages: "a number from {min} to {max}"; NULL: `take` says it all */
    int64_t min, max;  /* of numbers */
    command_take *take;
    size_t variable; /* offset of what it sets in the variables of its group */
    bool is_untold;  /* command_line_retold() leaves it out */
};

/* Options under one heading; that of several groups in a row is shown once. */
struct command_group {
    const char *heading;                  /* "Options" */
    const struct command_option *options; /* up to one without a name */
    size_t variables;                     /* their offset in the arguments of the command */
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
    const char *see_also;                   /* a line of commands, tokfix-NAME(1) and commas; then
                                             * pages of the manual by topic, as a list */

    /* What is named beside the options. */
    struct {
        const char *what; /* "one database" */
        size_t min, max;
        name_at *names; /* those that it takes; NULL: paths */
        size_t first;   /* offset of a const char * in the arguments: the first, or NULL */
        size_t others;  /* of a struct text_list: those behind it; 0 where there is one at most */
    } operands;

    /* What is said when SIGINT or SIGTERM ends it before it is done: "nothing was made"; NULL: it
     * makes nothing, or sees to the signals itself (base/interrupt.h). */
    const char *if_stopped;

    /* What its arguments are before options and operands set them: ARGUMENTS(). */
    const void *initial;
    size_t size; /* of the arguments */

    /* Runs with its arguments, which live as long as the process, and so does what it puts into
     * them. Returns an exit status; or ERR with a message, which is then printed. */
    int (*run)(const struct command *command, void *arguments, struct err *err);
};

/* The arguments of a command, a `struct type`, with their initial values. */
#define ARGUMENTS(type, ...) \
    .initial = &(const struct type){__VA_ARGS__}, .size = sizeof(struct type)

/* The options of every command: --color, --quiet, --verbose, --help. They set variables of the
 * process. */
extern const struct command_group command_common;

/* The groups of a command, the common one last: the group of that number; NULL behind the last. */
const struct command_group *command_group_at(const struct command *command, size_t number);

/* Whether the group of that number has another heading than the one before it. */
bool command_begins_heading(const struct command *command, size_t number);

/* Appends the list of its exit statuses, with those of being stopped. */
void command_add_exit_status(struct str *out, const struct command *command);

/* How much the program says on standard error. That holds for the process: the options of its
 * command line set it. */
enum loudness {
    LOUDNESS_QUIET, /* errors only */
    LOUDNESS_NORMAL,
    LOUDNESS_VERBOSE,
};
void tell_set_loudness(enum loudness loudness);
enum loudness tell_loudness(void);

/* Prints `tokfix NAME: note`, unless quiet. The note may have lines; whatever else in it could
 * drive a terminal is made safe. */
void tell(const struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same of a number of things, "2 rows left out"; nothing where there are none. */
void tell_count(const struct command *command, int64_t n, const char *one, const char *many);

/* As tell(), when verbose only. */
void tell_more(const struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints `Next: ` and the next useful command, unless quiet: the start, the path as a word of a
 * shell, the end. */
void tell_next(const char *start, const char *path, const char *end);

/* Prints `tokfix NAME: message` on stderr; returns EXIT_FAILED. */
int command_fail(const struct command *command, const struct err *err);

/* Prints `tokfix NAME: message` and where help is; returns EXIT_USAGE. */
int command_usage(const struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The number of a name among those that `names` gives; -1 for any other. */
int command_name_number(name_at *names, const char *name);

#endif
