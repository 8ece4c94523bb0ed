/* The commands of the program, in the order in which help lists them. */
#ifndef COMMANDS_COMMANDS_H
#define COMMANDS_COMMANDS_H

#include "commands/cli/command.h"

#include <stdio.h>

extern const struct command command_build, command_mine, command_merge, command_stats,
    command_report, command_show, command_dedup, command_split, command_check, command_tasks,
    command_mutate, command_verify, command_rewrite, command_tag, command_export, command_score,
    command_publish, command_diff;

/* All commands; ends with NULL. */
extern const struct command *const commands[];

/* Returns the heading of the group that begins with this command; NULL: none does. */
const char *commands_heading(const struct command *command);

/* Runs a command line, whose first word is the name of the command, as the program does. Returns an
 * exit status. */
int commands_run(const struct command *command, int argc, char **argv);

/* Prints to standard error what a run of the miner found, and the next
 * command; for tokfix mine and merge. `is_json`: also prints its summary as one JSON object to
 * standard output. */
struct mine_summary;
void mine_tell_found(const struct command *command, const struct mine_summary *summary,
                     const char *database, bool is_json);

/* What the program does, in one line. */
extern const char program_summary[];

#endif
