/* What options set: how the words of a command line become values.
 *
 * A row of a table (struct command_option) ends with one of the macros below, which names the
 * variable: a member of `struct owner`, whose type is checked. The owner is the struct of the
 * command's arguments, or, for options that several commands share, a struct of their own, which
 * the group finds in the arguments: {"Which fixes", filter_options, offsetof(struct arguments,
 * choice)}. */
#ifndef CLI_OPTION_H
#define CLI_OPTION_H

#include "base/array.h"
#include "cli/command.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The offset of a member of that type. */
#define OPTION_AT(type, owner, member) \
    (offsetof(struct owner, member) +  \
     0 * sizeof((type *)NULL == &((struct owner *)NULL)->member)) /* any other type is refused */

/* Defines a name_at for these names; declares it once more to end like a declaration. */
#define OPTION_NAMES(function, ...)                             \
    const char *function(int number)                            \
    {                                                           \
        static const char *const names[] = {__VA_ARGS__, NULL}; \
        return names[number];                                   \
    }                                                           \
    const char *function(int number)

/* The groups of a command that has one. */
#define OPTION_GROUP(options)           \
    (const struct command_group[2])     \
    {                                   \
        [0] = { "Options", options, 0 } \
    }

/* Any other way to take a value; its texts live as long as the process. */
#define TO_VARIABLE(type, owner, member, function) \
    .take = function, .variable = OPTION_AT(type, owner, member)

/* At the end of a row: command_line_retold() leaves the option out. */
#define UNTOLD .is_untold = true

/* bool: it was given. */
#define TO_FLAG(owner, member) TO_VARIABLE(bool, owner, member, option_take_flag)

/* const char *: the value. struct text_list: the values of all such options; or those of a LIST. */
#define TO_TEXT(owner, member)  TO_VARIABLE(const char *, owner, member, option_take_text)
#define TO_TEXTS(owner, member) TO_VARIABLE(struct text_list, owner, member, option_take_texts)
#define TO_LIST(owner, member)  TO_VARIABLE(struct text_list, owner, member, option_take_list)

/* int64_t, size_t: a whole number. Where `all` is taken, it is INT64_MAX, SIZE_MAX. */
#define TO_NUMBER(owner, member, least, most) \
    TO_VARIABLE(int64_t, owner, member, option_take_number), .min = least, .max = most
#define TO_SIZE(owner, member, least, most) \
    TO_VARIABLE(size_t, owner, member, option_take_size), .min = least, .max = most
#define TO_NUMBER_OR_ALL(owner, member, least) \
    TO_VARIABLE(int64_t, owner, member, option_take_number_or_all), .min = least
#define TO_SIZE_OR_ALL(owner, member, least) \
    TO_VARIABLE(size_t, owner, member, option_take_size_or_all), .min = least

/* An enum: the number of the name, or the number that belongs to the first name and so on. */
#define TO_ENUM(owner, member, name_at) TO_ENUM_FROM(owner, member, name_at, 0)
#define TO_ENUM_FROM(owner, member, name_at, first)                                 \
    .take = option_take_enum, .names = name_at, .min = first,                       \
    .variable = offsetof(struct owner, member) +                                    \
                0 * sizeof(char[sizeof((struct owner *)NULL)->member == sizeof(int) \
                                    ? 1                                             \
                                    : -1]) /* any other size is refused */

/* An enum: `number`, for an option without a value. */
#define TO_CONSTANT(owner, member, number)       \
    .take = option_take_constant, .min = number, \
    .variable = offsetof(struct owner, member) + \
                0 * sizeof(char[sizeof((struct owner *)NULL)->member == sizeof(int) ? 1 : -1])

/* bool: it is the second of two names. */
#define TO_SECOND(owner, member, name_at) \
    TO_VARIABLE(bool, owner, member, option_take_second), .names = name_at

/* unsigned: the names of a LIST as bits, 1 << number of the name; `all` is all names before it. */
#define TO_BITS(owner, member, name_at) \
    TO_VARIABLE(unsigned, owner, member, option_take_bits), .names = name_at

command_take option_take_flag, option_take_text, option_take_texts, option_take_list;
command_take option_take_number, option_take_size, option_take_number_or_all,
    option_take_size_or_all;
command_take option_take_enum, option_take_constant, option_take_second, option_take_bits;

/* The row of -j, --jobs, an int64_t. */
#define OPTION_JOBS(owner, member)                                                     \
    {                                                                                  \
        'j', "jobs", "N", "threads; the result does not depend on it",                 \
            "SLURM_CPUS_PER_TASK, or the CPUs this process may use",                   \
            .takes = "a number from {min} to {max}", .min = 1, .max = OPTION_MAX_JOBS, \
            TO_VARIABLE(int64_t, owner, member, option_take_jobs), UNTOLD              \
    }
enum { OPTION_MAX_JOBS = 1024 };
command_take option_take_jobs;

/* The row of -n, --limit, an int64_t: INT64_MAX for `all`. */
#define OPTION_LIMIT(owner, member, help, initially)                                       \
    {                                                                                      \
        'n', "limit", "N|all", help, initially, TO_NUMBER_OR_ALL(owner, member, 1), UNTOLD \
    }

/* A whole number from `min` to `max`. Returns 0, or ERR for anything else. */
int option_number(const char *text, int64_t min, int64_t max, int64_t *number);

/* Appends what the option takes, for a message. */
void option_add_takes(struct str *out, const struct command_option *option);

/* Whether a list, names separated by commas, holds this one. */
bool option_list_holds(const char *list, const char *name);

/* A copy that lives as long as the process, and may be changed; appends the names of a list,
 * separated by commas, as parts of one. */
char *option_copy(const char *text);
void option_split(const char *list, struct text_list *names);

#endif
