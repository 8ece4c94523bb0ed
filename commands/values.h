/* The named values that options of several commands take. A name_at function returns the name
 * with the number 0, 1, ..., and NULL after the last. */
#ifndef COMMANDS_VALUES_H
#define COMMANDS_VALUES_H

#include "base/run.h"
#include "commands/cli/option.h"

name_at names_language, names_language_choice, names_category, names_split,
    names_split_choice;                       /* fixes */
name_at names_format, names_task;             /* rows */
name_at names_preset, tie_names, names_match; /* guarding */

/* Returns the name of the language that judges call so, as cpp for "C++"; NULL if there is none. */
const char *language_meant(const char *word);
#define LANGUAGE_NAMES .names = names_language, .means = language_meant

/* How tables are printed: what --format and --json chose. */
enum table_format { TABLE_TEXT, TABLE_CSV, TABLE_LATEX, TABLE_JSON };
struct table_choice {
    enum table_format format;
    bool is_given;
};

/* The name that means all languages, all categories, or all splits. */
extern const char names_all[];

/* Set the variable to the object with this name. The name must have been checked. */
command_take take_language, take_preset, take_match, take_format, take_task;
#define TO_LANGUAGE(owner, member) \
    TO_VARIABLE(const struct language *, owner, member, take_language), LANGUAGE_NAMES
#define TO_PRESET(owner, member) \
    TO_VARIABLE(const struct near_preset *, owner, member, take_preset), .names = names_preset
#define TO_MATCH(owner, member) \
    TO_VARIABLE(const struct match_options *, owner, member, take_match), .names = names_match
#define TO_FORMAT(owner, member) \
    TO_VARIABLE(const struct export_format *, owner, member, take_format), .names = names_format
#define TO_TASK(owner, member) \
    TO_VARIABLE(const struct question *, owner, member, take_task), .names = names_task

/* Take one format, even if it is given more than once; different ones are an error. */
command_take take_table_format, take_table_json;
#define TO_TABLE_FORMAT(owner, member)                                  \
    TO_VARIABLE(struct table_choice, owner, member, take_table_format), \
        .names = names_table_format, .otherwise = "text"
#define TO_TABLE_JSON(owner, member) \
    TO_VARIABLE(struct table_choice, owner, member, take_table_json)
name_at names_table_format; /* by enum table_format */

/* Takes the option --shard. */
command_take take_shard;
#define TO_SHARD(owner, member) TO_VARIABLE(struct shard, owner, member, take_shard)

#endif
