/* A command: its help, its options, and the function that it runs. Manual pages and completions are
 * made from what --help prints. */
#ifndef COMMANDS_CLI_COMMAND_H
#define COMMANDS_CLI_COMMAND_H

#include "commands/cli/option.h"

#include <stdio.h>

/* Exit statuses. */
enum {
    EXIT_OK = 0,
    EXIT_FAILED = 1,       /* the message says why */
    EXIT_USAGE = 2,        /* the command line is wrong */
    EXIT_INTERRUPTED = 75, /* stopped by a signal; can be resumed (EX_TEMPFAIL of sysexits.h) */
};

struct command {
    /* Set by #include "commands/help/NAME.inc". The manual is the file commands/help/NAME.txt, as
     * help.awk filled it. */
    const char *name, *manual;

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

/* The groups of a command that has only one. */
#define OPTION_GROUP(options)           \
    (const struct command_group[2])     \
    {                                   \
        [0] = { "Options", options, 0 } \
    }

/* The options of every command: --color, --quiet, --verbose, --help. They set variables of the
 * process. */
extern const struct command_group command_common;

/* Returns group `number` of a command; NULL after the last. The last group is the common one. */
const struct command_group *command_group_at(const struct command *command, size_t number);

/* Goes through all options of a command: its own, and the common ones. Starts zeroed. Returns false
 * after the last. */
struct command_walk {
    const struct command_group *group;
    const struct command_option *option;
    size_t n_group;
};
bool command_walk_next(struct command_walk *walk, const struct command *command);

/* ---- Help ---- */

/* Prints the help of a command to standard output. Options that several commands share are only
 * named. Returns EXIT_OK. */
int command_print_help(const struct command *command);

/* Prints the options that several of these commands share, each once: `tokfix help options`. The
 * commands end with NULL. Returns EXIT_OK. */
int command_print_shared(const struct command *const *commands);

/* ---- Notes and errors ---- */

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

#endif
