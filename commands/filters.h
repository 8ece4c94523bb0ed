/* The options that say which fixes: of export, publish, score, show and stats. */
#ifndef COMMANDS_FILTERS_H
#define COMMANDS_FILTERS_H

#include "commands/values.h"
#include "fixes/choice.h"

/* The filters. They set a struct fix_choice. Commands that write data take unmarked real fixes by
 * default; commands that show fixes take all. */
extern const struct command_option filter_kinds[], filter_kinds_shown[]; /* --origin, --category */
extern const struct command_option filter_options[];                     /* in both */
extern const struct command_option filter_marks[], filter_marks_shown[]; /* --marked, --seed */

/* The groups of all of them under one heading: `choice` is a member of `struct owner`. */
#define FILTER_GROUPS(heading, owner, choice)                      \
    {heading, filter_kinds, offsetof(struct owner, choice)},       \
        {heading, filter_options, offsetof(struct owner, choice)}, \
    {                                                              \
        heading, filter_marks, offsetof(struct owner, choice)      \
    }
#define FILTER_GROUPS_SHOWN(heading, owner, choice)                 \
    {heading, filter_kinds_shown, offsetof(struct owner, choice)},  \
        {heading, filter_options, offsetof(struct owner, choice)},  \
    {                                                               \
        heading, filter_marks_shown, offsetof(struct owner, choice) \
    }

/* The marks by number: their bits are those of enum fix_mark. */
name_at names_marked;

/* Whether one of the first or of the second was given. */
bool filters_are_given(void);

/* The row of --split ends with TO_SPLITS(); `all` is every split that there is. That of --negatives
 * with TO_NEGATIVES(): a ratio, or a percentage of the rows. */
#define TO_SPLITS(owner, member) \
    TO_VARIABLE(struct text_list, owner, member, filters_take_splits), .names = names_split_choice
#define TO_NEGATIVES(owner, member)                                                             \
    TO_VARIABLE(double, owner, member, filters_take_negatives),                                 \
        .max = FILTERS_MAX_NEGATIVES,                                                           \
        .takes = "a number from 0 to {max}, so many for each fix, or a percentage of the rows " \
                 "below 100%, such as 30%"
enum { FILTERS_MAX_NEGATIVES = 1000 };
command_take filters_take_splits, filters_take_negatives;

/* The categories of a list, `all`, or FILTERS_FIRST_SIX, in their usual order, in place of those
 * that were there. */
#define FILTERS_FIRST_SIX "the first six"
void filters_choose_categories(struct text_list *categories, const char *list);

#endif
