/* The options that select fixes. */
#ifndef COMMANDS_FILTERS_H
#define COMMANDS_FILTERS_H

#include "commands/values.h"
#include "db/fixes/choice.h"

/* The filters. They set a struct fix_choice. By default, commands that write data take unmarked
 * real fixes, and commands that show fixes take all fixes. */
extern const struct command_option filter_kinds[], filter_kinds_shown[]; /* --origin, --category */
extern const struct command_option filter_regions[], filter_regions_shown[]; /* --region */
extern const struct command_option filter_category_shown[];                  /* --category alone */
extern const struct command_option filter_where[];                           /* --where */
extern const struct command_option filter_programs[]; /* --language, sizes and samples */

/* --license, of commands that write data and that show fixes. In publish, where --license is that
 * of the data set, its name is --code-license. */
extern const struct command_option filter_license[], filter_license_of_code[];
extern const struct command_option filter_license_shown[];
extern const struct command_option filter_marks[], filter_marks_shown[]; /* --marked, --seed */

/* The option groups of all filters, under one heading. `choice` is a member of `struct owner`. */
#define FILTER_GROUPS(heading, owner, choice)                       \
    {heading, filter_kinds, offsetof(struct owner, choice)},        \
        {heading, filter_regions, offsetof(struct owner, choice)},  \
        {heading, filter_where, offsetof(struct owner, choice)},    \
        {heading, filter_programs, offsetof(struct owner, choice)}, \
    {                                                               \
        heading, filter_marks, offsetof(struct owner, choice)       \
    }
#define FILTER_GROUPS_SHOWN(heading, owner, choice)                      \
    {heading, filter_kinds_shown, offsetof(struct owner, choice)},       \
        {heading, filter_regions_shown, offsetof(struct owner, choice)}, \
        {heading, filter_license_shown, offsetof(struct owner, choice)}, \
        {heading, filter_where, offsetof(struct owner, choice)},         \
        {heading, filter_programs, offsetof(struct owner, choice)},      \
    {                                                                    \
        heading, filter_marks_shown, offsetof(struct owner, choice)      \
    }

/* The marks by number, whose bits are the bits of enum fix_mark. */
name_at names_marked;

/* Appends the options of the command line that select fixes, as shell words, for captions; `others`
 * are the command's other options. A single language is left out: the database is seen as one of
 * it (one_language.h). A split set alone selects no fixes. */
void filters_add_given(struct str *out, const char *others, const struct fix_choice *choice);

/* Whether the command line has any filter option. */
bool filters_are_given(void);

/* The table row of --split ends with TO_SPLITS(). The row of --negatives ends with TO_NEGATIVES(),
 * which takes a ratio or a percentage of the rows. */
#define TO_SPLITS(owner, member) \
    TO_LIST(owner, member), .names = names_split_choice, .excludes = true
#define TO_NEGATIVES(owner, member)                                                                \
    TO_VARIABLE(double, owner, member, filters_take_negatives),                                    \
        .max = FILTERS_MAX_NEGATIVES,                                                              \
        .takes = "a number from 0 to {max} for each fix, or a percentage of the rows below 100%, " \
                 "such as 30%"
enum { FILTERS_MAX_NEGATIVES = 1000 };
command_take filters_take_negatives;

/* The row of the option that chooses a split set (store_choose_split_set()). */
#define OPTION_SPLIT_SET(owner, member)                                                   \
    {                                                                                     \
        0, "split-set", "NAME",                                                           \
            "the split set whose splits and marks count, as `tokfix split` has named it", \
            .otherwise = SPLIT_SET_DEFAULT, TO_TEXT(owner, member)                        \
    }

/* Appends this option after a blank, for another command on the same set; nothing if it is NULL or
 * the default. */
void filters_add_set(struct str *out, const char *split_set);

/* Calls it for commands that show fixes: they need splits only if --split names some. */
int filters_choose_set(struct db *db, const char *path, const struct fix_choice *choice,
                       struct err *err);

/* The row of commands that show fixes. */
#define OPTION_SPLIT_SHOWN(owner, member)                                                    \
    {                                                                                        \
        0, "split", "LIST",                                                                  \
            "splits made by `tokfix split`: train, validation, test, or fold1, fold2, ...; " \
            "all: all of these; !fold1: all but it; none: fixes in no split",                \
            .otherwise = "all fixes", TO_SPLITS(owner, member)                               \
    }

/* Takes all categories but other. */
void filters_take_named(struct filter_value *categories);

#endif
