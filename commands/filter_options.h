/* The options that select fixes. They set a struct fix_choice. By default, commands that write data
 * take unmarked real fixes, and commands that show fixes take all fixes. */
#ifndef COMMANDS_FILTER_OPTIONS_H
#define COMMANDS_FILTER_OPTIONS_H

#include "commands/cli/command.h"
#include "db/fixes/choice.h"

/* The filters of the commands that show fixes, and of those that write them. */
extern const struct command_option filters_of_show[]; /* stats, show, report */
extern const struct command_option filters_of_export[], filters_of_publish[], filters_of_split[],
    filters_of_mutate[], filters_of_rewrite[], filters_of_tag[], filters_of_verify[];

/* --code-license of publish, where --license is that of the data set. */
extern const struct command_option filters_of_code[];

/* Names by number, NULL after the last: the origins; the marks, whose bits are the bits of enum
 * fix_mark; the splits; and what --split takes. */
name_at filter_origin_name, filter_mark_name, filter_split_name, filter_stratum_name;

/* The table row of --split ends with TO_SPLITS(). */
#define TO_SPLITS(owner, member) \
    TO_LIST(owner, member), .names = filter_stratum_name, .excludes = true

/* The row of commands that show fixes. */
#define OPTION_SPLIT_SHOWN(owner, member)                                                    \
    {                                                                                        \
        0, "split", "LIST",                                                                  \
            "splits made by `tokfix split`: train, validation, test, or fold1, fold2, ...; " \
            "all: all of these; !fold1: all but it; none: fixes in no split",                \
            .otherwise = "all fixes", TO_SPLITS(owner, member)                               \
    }

/* Appends the options of the command line that select fixes, as shell words, for captions; `others`
 * are the command's other options. A single language is left out: the database is seen as one of
 * it (program_language.h). A split set alone selects no fixes. */
void filter_options_add_given(struct str *out, const char *others, const struct fix_choice *choice);

/* Prints to standard error how many fixes were left out, and why. */
void filter_options_tell(const struct command *command, const struct fix_account *account,
                         enum fix_advice advice);

#endif
