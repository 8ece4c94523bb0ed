/* A command: its help, its options, and the function that it runs. Manual pages and completions are
 * made from what --help prints. */
#ifndef COMMANDS_CLI_COMMAND_H
#define COMMANDS_CLI_COMMAND_H

#include "base/err.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Exit statuses. */
enum {
    EXIT_OK = 0,
    EXIT_FAILED = 1,       /* the message says why */
    EXIT_USAGE = 2,        /* the command line is wrong */
    EXIT_INTERRUPTED = 75, /* stopped by a signal; can be resumed (EX_TEMPFAIL of sysexits.h) */
};

/* Returns the name of value `number` of an option: 0, 1, ...; NULL after the last. */
typedef const char *name_at(int number);

struct command_option;

/* Stores the value `text` in the variable. commands/cli/option.h has functions for the common
 * types. Returns ERR if the option does not accept the value. `err` then has the message, unless
 * the option has `takes`. */
typedef int command_take(const struct command_option *option, const char *text, void *variable,
                         struct err *err);

/* Returns ERR, with the reason, if a text is not a value of the option. */
typedef int command_test(const char *text, struct err *err);

/* A row of a table: `{0, "rows", "N", "rows of each list", "20", TO_NUMBER(arguments, n, 1, 99)}`.
 */
struct command_option {
    char letter;           /* short name; 0: none */
    const char *name;      /* long name, without hyphens */
    const char *value;     /* name of the value in the help; NULL: the option takes no value. LIST:
                            * names separated by commas. FILE, DB, PATH, DATASET, BENCH, DIR: a
                            * path */
    const char *text;      /* what the option does */
    const char *initial;   /* default value; NULL: the variable keeps its value */
    const char *otherwise; /* default as the manual shows it, instead of `initial`: "no limit" */
    name_at *names;        /* the accepted values, in any case and with or without `_`, `-` and
                            * blanks; NULL: any */
    const char *(*means)(const char *word); /* returns the name that another word means, or NULL;
                                             * NULL: no other word means one */
    name_at *explains; /* the explanation of each name, in a line after `text`; NULL: the text has
                            * them */
    const char
        *takes;       /* for messages: "a whole number from {min} to {max}"; NULL: `take` writes the
                        * message */
    int64_t min, max; /* bounds of a number */
    command_test *check; /* of a text; NULL: any is taken */
    command_take *take;
    size_t variable; /* offset of the option's variable in the variables of its group */
    bool is_shared;  /* several commands have it: it is told with the common options */
    bool excludes;   /* names of the LIST may begin with `!`: these are left out. `all` is
                      * a name, even if `names` lacks it */
};

/* The last row of a table of options that several commands have: --help names them after this
 * heading, and `tokfix help options` tells them once (help_print_shared()). Other tables end with
 * {0}. */
#define SHARED_OPTIONS(heading) \
    {                           \
        .text = heading         \
    }

/* Options under one heading. Consecutive groups with the same heading share it in the help. */
struct command_group {
    const char *heading;                  /* "Options" */
    const struct command_option *options; /* ends with one without a name */
    size_t variables;                     /* their offset in the arguments of the command */
};

struct command {
    const char *name;
    const char *manual;                 /* the file commands/help/NAME.txt, as help.awk filled it */
    const struct command_group *groups; /* ends with one without a heading */

    /* The operands: the words of the command line that are not options. */
    struct {
        const char *what;     /* for messages: "one database" */
        size_t min, max;      /* how many there may be */
        name_at *names;       /* the accepted names; NULL: operands are paths */
        name_at *other_names; /* those of all after the first; NULL: as the first */
        size_t first;         /* offset of a const char * in the arguments: the first, or NULL */
        size_t others;        /* offset of a struct text_list: all after the first; 0 if max is 1 */
    } operands;

    /* Printed when SIGINT or SIGTERM stops the command before it has finished: "nothing was made".
     * NULL: the command makes nothing, or handles the signals itself (base/interrupt.h). */
    const char *if_stopped;

    /* The arguments before options and operands set them: see ARGUMENTS(). */
    const void *initial;
    size_t size; /* of the arguments */

    /* Completes the arguments, and refuses those that do not fit together. Returns an exit status,
     * or ERR with a message. Opens no database and writes nothing. NULL: all fit. */
    int (*prepare)(const struct command *command, void *arguments, struct err *err);

    /* Runs the command. The arguments live as long as the process, and so does the memory that this
     * function puts into them. Returns an exit status, or ERR with a message, which the caller
     * prints. */
    int (*run)(const struct command *command, void *arguments, struct err *err);
};

/* Declares the arguments of a command, a `struct type`, with their initial values. */
#define ARGUMENTS(type, ...) \
    .initial = &(const struct type){__VA_ARGS__}, .size = sizeof(struct type)

/* The options of every command: --color, --quiet, --verbose, --help. They set variables of the
 * process. */
extern const struct command_group command_common;

/* Returns group `number` of a command; NULL after the last. The last group is the common one. */
const struct command_group *command_group_at(const struct command *command, size_t number);

/* How much the program prints to standard error. The options --quiet and --verbose set it for the
 * whole process. */
enum loudness {
    LOUDNESS_QUIET, /* errors only */
    LOUDNESS_NORMAL,
    LOUDNESS_VERBOSE,
};
enum loudness tell_loudness(void);

/* Prints the note `tokfix NAME: note` to standard error, unless quiet. The note may have several
 * lines. All other control characters in it are escaped. */
void tell(const struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* From now on notes go to this stream instead of standard error. */
void tell_into(FILE *stream);

/* Returns the stream for notes; NULL if quiet. */
FILE *tell_stream(void);

/* Prints a number of things as a note, such as "2 rows left out": `one` follows 1, `many` follows
 * any other number. Prints nothing if n is 0. */
void tell_count(const struct command *command, int64_t n, const char *one, const char *many);

/* Prints `Next: ` and the next useful command to standard error, unless quiet. The command consists
 * of `start`, the path quoted as a shell word, and `end`. */
void tell_next(const char *start, const char *path, const char *end);

/* Prints `tokfix NAME: message` to standard error, in one line. Returns EXIT_FAILED. */
int command_fail(const struct command *command, const struct err *err);

/* Prints `tokfix NAME: message` and a reference to --help to standard error. Returns EXIT_USAGE. */
int command_usage(const struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns the number of a name in `names`, or of one that is like it (text_is_like()); -1 if it is
 * not there. */
int command_name_number(name_at *names, const char *name);

/* The search for the name that a mistyped word may mean. */
struct nearest {
    const char *word;
    const char *best; /* the nearest name that was tried; NULL: no name is near */
    size_t distance;  /* of `best` */
};

/* Begins the search for the name that is nearest to a word. Does not copy the word. */
struct nearest nearest_to(const char *word);

/* Tries one name, and keeps it if it is nearer than the best so far. Does not copy the name.
 *
 * The distance is the number of letters that are missing, superfluous, wrong, or swapped with their
 * neighbour (Damerau 1964, optimal string alignment). A name is near if the distance is at most a
 * third of the longer word's length, if the word has at least three letters and the name begins
 * with it, or if one of the two ends with a hyphen and the other. */
void nearest_try(struct nearest *nearest, const char *name);

#endif
