/* Options: the rows of a table, and how the words of a command line become values.
 *
 * Each row ends with one of the macros below. The macro names the variable, a member of `struct
 * owner`, and checks the type of that member. The owner is the struct of the command's arguments.
 * Options that several commands share have an owner of their own, and the group says where it is in
 * the arguments: {"Which fixes", filters_of_show, offsetof(struct arguments, choice)}. */
#ifndef COMMANDS_CLI_OPTION_H
#define COMMANDS_CLI_OPTION_H

#include "base/err.h"
#include "base/mem.h"
#include "base/run.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Rows ---- */

/* Returns the name of value `number` of an option: 0, 1, ...; NULL after the last. */
typedef const char *name_at(int number);

struct command_option;

/* Stores the value `text` in the variable. Below are functions for the common types. Returns ERR if
 * the option does not accept the value. `err` then has the message, unless the option has `takes`.
 */
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
    name_at *explains;   /* the explanation of each name, in a line after `text`; NULL: the text has
                            * them */
    const char *takes;   /* for messages: "a whole number from {min} to {max}"; NULL: `take` writes
                          * the message */
    int64_t min, max;    /* bounds of a number */
    command_test *check; /* of a text; NULL: any is taken */
    command_take *take;
    size_t variable; /* offset of the option's variable in the variables of its group */
    bool is_shared;  /* several commands have it, and `tokfix help options` explains it */
    bool excludes;   /* names of the LIST may begin with `!`: these are left out. `all` is
                      * a name, even if `names` lacks it */
};

/* The last row of a table of options that several commands have: --help names them after this
 * heading, and `tokfix help options` tells them once (command_print_shared()). Other tables end
 * with {0}. */
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

/* ---- Variables ---- */

/* The offset of a member. The member must have this type. */
#define OPTION_AT(type, owner, member) \
    (offsetof(struct owner, member) +  \
     0 * sizeof((type *)NULL == &((struct owner *)NULL)->member)) /* any other type: no build */

/* Defines a name_at for these names. The second declaration lets the macro end like a declaration.
 */
#define OPTION_NAMES(function, ...)                             \
    const char *function(int number)                            \
    {                                                           \
        static const char *const names[] = {__VA_ARGS__, NULL}; \
        return names[number];                                   \
    }                                                           \
    const char *function(int number)

/* Defines a command_take: the variable, a `const struct type *`, gets what `find` finds. The option
 * has `names`, so that there is one. The second declaration lets the macro end like one. */
#define OPTION_FINDS(function, type, find)                                              \
    int function(const struct command_option *option, const char *text, void *variable, \
                 struct err *err)                                                       \
    {                                                                                   \
        (void)option, (void)err;                                                        \
        *(const struct type **)variable = find(text);                                   \
        return 0;                                                                       \
    }                                                                                   \
    command_take function

/* A variable of any type, set by `function`. Texts that the function stores must live as long as
 * the process. */
#define TO_VARIABLE(type, owner, member, function) \
    .take = function, .variable = OPTION_AT(type, owner, member)

/* bool: true if the option is given. */
#define TO_FLAG(owner, member) TO_VARIABLE(bool, owner, member, option_take_flag)

/* TO_TEXT: const char *, the value. TO_TEXTS: struct text_list, the values of all uses of the
 * option. TO_LIST: struct text_list, the names of a LIST; each use of the option appends. */
#define TO_TEXT(owner, member)  TO_VARIABLE(const char *, owner, member, option_take_text)
#define TO_TEXTS(owner, member) TO_VARIABLE(struct text_list, owner, member, option_take_texts)
#define TO_LIST(owner, member)  TO_VARIABLE(struct text_list, owner, member, option_take_list)

/* int64_t, size_t: a whole number. _OR_ALL also accepts `all`, which becomes INT64_MAX. */
#define TO_NUMBER(owner, member, least, most) \
    TO_VARIABLE(int64_t, owner, member, option_take_number), .min = least, .max = most
#define TO_SIZE(owner, member, least, most) \
    TO_VARIABLE(size_t, owner, member, option_take_size), .min = least, .max = most
#define TO_NUMBER_OR_ALL(owner, member, least) \
    TO_VARIABLE(int64_t, owner, member, option_take_number_or_all), .min = least

/* An enum: the number of the name. With _FROM, the first name has the number `first`. */
#define TO_ENUM(owner, member, name_at) TO_ENUM_FROM(owner, member, name_at, 0)
#define TO_ENUM_FROM(owner, member, name_at, first)                                 \
    .take = option_take_enum, .names = name_at, .min = first,                       \
    .variable = offsetof(struct owner, member) +                                    \
                0 * sizeof(char[sizeof((struct owner *)NULL)->member == sizeof(int) \
                                    ? 1                                             \
                                    : -1]) /* any other size: no build */

/* bool: true for the second of two names. */
#define TO_SECOND(owner, member, name_at) \
    TO_VARIABLE(bool, owner, member, option_take_second), .names = name_at

/* unsigned: the names of a LIST as bits, 1 << number of the name. `all` sets the bits of all names
 * before it. A list of only names to leave out (command_option.excludes) keeps the other bits; one
 * that leaves none is refused. */
#define TO_BITS(owner, member, name_at) \
    TO_VARIABLE(unsigned, owner, member, option_take_bits), .names = name_at

command_take option_take_flag, option_take_text, option_take_texts, option_take_list;
command_take option_take_number, option_take_size, option_take_number_or_all;
command_take option_take_enum, option_take_second, option_take_bits;

/* The row of --seed, a const char *. */
#define OPTION_SEED(owner, member)                                               \
    {                                                                            \
        0, "seed", "SEED", "any text; the same seed gives the same result", "0", \
            TO_TEXT(owner, member), .is_shared = true                            \
    }

/* The row of -j, --jobs, an int64_t. */
#define OPTION_JOBS(owner, member)                                                           \
    {                                                                                        \
        'j', "jobs", "N", "threads; the result does not depend on it",                       \
            "the CPUs this process may use, or SLURM_CPUS_PER_TASK",                         \
            .takes = "a whole number from {min} to {max}", .min = 1, .max = OPTION_MAX_JOBS, \
            TO_VARIABLE(int64_t, owner, member, option_take_jobs), .is_shared = true         \
    }
enum { OPTION_MAX_JOBS = 1024 };
command_take option_take_jobs;

/* The row of -n, --limit, an int64_t: INT64_MAX for `all`. */
#define OPTION_LIMIT(owner, member, help, initially)                               \
    {                                                                              \
        'n', "limit", "N|all", help, initially, TO_NUMBER_OR_ALL(owner, member, 1) \
    }

/* The row of --context: how much of two programs is printed around what differs, an int64_t. */
#define OPTION_CONTEXT(owner, member)                                  \
    {                                                                  \
        0, "context", "N|all", "number of lines above and below", "3", \
            TO_NUMBER_OR_ALL(owner, member, 0)                         \
    }

/* How tables are printed: what --format and --json chose. Both rows take one format, even if it is
 * given more than once; different ones are an error. */
enum table_format { TABLE_TEXT, TABLE_CSV, TABLE_LATEX, TABLE_JSON };
struct table_choice {
    enum table_format format;
    bool is_given;
};
#define TO_TABLE_FORMAT(owner, member)                                         \
    TO_VARIABLE(struct table_choice, owner, member, option_take_table_format), \
        .names = option_table_format, .otherwise = "text"
#define OPTION_TABLE_JSON(owner, member)                                            \
    {                                                                               \
        0, "json", NULL, "same as --format json",                                   \
            TO_VARIABLE(struct table_choice, owner, member, option_take_table_json) \
    }
command_take option_take_table_format, option_take_table_json;
name_at option_table_format; /* by enum table_format */

/* --shard: "I/N", or "N" alone with the task number that Slurm sets for a job array. */
#define TO_SHARD(owner, member) TO_VARIABLE(struct shard, owner, member, option_take_shard)
command_take option_take_shard;

/* ---- Words ---- */

/* Reads a whole number from `min` to `max`. Returns 0, or ERR for any other text. */
int option_number(const char *text, int64_t min, int64_t max, int64_t *number);

/* Appends the option's `takes`, with its bounds in place of {min} and {max}. */
void option_add_accepted(struct str *out, const struct command_option *option);

/* Returns the path in a value of an option: all of it, or what is after the sign in SPLIT=FILE and
 * salted:FILE. NULL: there is none. */
const char *option_path(const struct command_option *option, const char *value);

/* Returns whether a list of names separated by commas contains `name`. */
bool option_list_holds(const char *list, const char *name);

/* Returns a copy that lives as long as the process. The caller may change it. */
char *option_copy(const char *text);

/* Appends the names of a list, which commas separate, to `names`, without blanks around them. The
 * names live as long as the process. */
void option_split(const char *list, struct text_list *names);

/* Returns the number of a name in `names`, or of one that is like it (text_is_like()); -1 if it is
 * not there. */
int option_name_number(name_at *names, const char *name);

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
