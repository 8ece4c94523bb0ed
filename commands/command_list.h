/* The commands of the program, in the order in which help lists them. */
#ifndef COMMANDS_COMMAND_LIST_H
#define COMMANDS_COMMAND_LIST_H

#include "commands/cli/command.h"

#include <stdio.h>

extern const struct command command_build, command_mine, command_merge, command_stats,
    command_report, command_show, command_dedup, command_split, command_check, command_tasks,
    command_mutate, command_verify, command_rewrite, command_tag, command_export, command_score,
    command_publish, command_diff;

/* All commands; ends with NULL. */
extern const struct command *const commands[];

/* Returns the heading of the group that begins with this command; NULL: none does. */
const char *command_list_heading(const struct command *command);

/* Runs a command line, whose first word is the name of the command, as the program does. Returns an
 * exit status. */
int command_list_run(const struct command *command, int argc, char **argv);

/* What the program does, in one line. */
extern const char program_summary[];

/* ---- What a command does for another one ---- */

struct mine_options;
struct mine_summary;
struct source_kind;
struct source_request;
struct source_view;

/* For mine and merge: prints to standard error what a run of the miner found, and the next command.
 * `is_json`: also prints its summary as one JSON object to standard output. */
void mine_tell_found(const struct command *command, const struct mine_summary *summary,
                     const char *database, bool is_json);

/* For dedup and check: the row of --preset ends with TO_PRESET(). */
#define TO_PRESET(owner, member)                                               \
    TO_VARIABLE(const struct near_preset *, owner, member, dedup_take_preset), \
        .names = dedup_preset_name
command_take dedup_take_preset;
name_at dedup_preset_name;

/* For verify and score: opens a sandbox, and closes it. Returns ERR if this machine cannot isolate
 * programs; the message says what to do. If all processes of a sandbox cannot be limited together,
 * prints a note. */
int verify_check_isolation(const struct command *command, struct err *err);

/* For mine, what is in commands/dry_run.c: the dataset of the request as a user sees it. */
struct dry_run {
    const struct command *command;
    const struct source_kind *kind;
    struct source_request *request; /* gets what a dry run needs */
    const struct mine_options *options;
    bool is_json;
};

/* Tells what a dataset is taken for, in a few lines without examples: `mine` does so at its
 * start. */
void dry_run_tell(const struct command *command, const struct source_view *view);

/* Opens the dataset, mines what a few seconds allow, stores nothing, and prints one screen on
 * standard output: what the dataset was taken for, what is in it, and the command line of the run.
 * If the dataset cannot be opened, it prints what is known, and fails. */
int dry_run(const struct dry_run *run, struct err *err);

#endif
