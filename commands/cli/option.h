/* The variables that options set: how the words of a command line become values.
 *
 * Each row of an option table (struct command_option) ends with one of the macros below. The macro
 * names the variable, a member of `struct owner`, and checks the type of that member. The owner is
 * the struct of the command's arguments. Options that several commands share have an owner of their
 * own, and the group says where it is in the arguments: {"Which fixes", filter_options,
 * offsetof(struct arguments, choice)}. */
#ifndef COMMANDS_CLI_OPTION_H
#define COMMANDS_CLI_OPTION_H

#include "base/mem.h"
#include "commands/cli/command.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* The groups of a command that has only one. */
#define OPTION_GROUP(options)           \
    (const struct command_group[2])     \
    {                                   \
        [0] = { "Options", options, 0 } \
    }

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

/* Reads a whole number from `min` to `max`. Returns 0, or ERR for any other text. */
int option_number(const char *text, int64_t min, int64_t max, int64_t *number);

/* Appends the option's `takes`, with its bounds in place of {min} and {max}. */
void option_add_takes(struct str *out, const struct command_option *option);

/* Returns the path in a value of an option: all of it, or what is after the sign in SPLIT=FILE and
 * salted:FILE. NULL: there is none. */
const char *option_path(const struct command_option *option, const char *value);

/* Returns whether a list of names separated by commas contains `name`. */
bool option_list_holds(const char *list, const char *name);

/* Goes through all options of a command: its own, and the common ones. Starts zeroed. Returns false
 * after the last. */
struct option_walk {
    const struct command_group *group;
    const struct command_option *option;
    size_t n_group;
};
bool option_walk_next(struct option_walk *walk, const struct command *command);

/* Returns a copy that lives as long as the process. The caller may change it. */
char *option_copy(const char *text);

/* Appends the names of a list, which commas separate, to `names`, without blanks around them. The
 * names live as long as the process. */
void option_split(const char *list, struct text_list *names);

#endif
