/* A run of `tokfix mine` over a CodeNet dataset, as the user sees it. */
#ifndef COMMANDS_MINING_H
#define COMMANDS_MINING_H

#include "cli/command.h"
#include "miner/mine_run.h"

#include <stdbool.h>

struct mine_arguments {
    const char *dataset, *metadata; /* paths; `metadata` may be NULL */
    const char *output;
    struct mine_options options;
    struct shard shard;
    int64_t n_jobs;
    bool is_replacing, is_resuming, is_json;
    const char *command_line; /* that goes on with the run, for messages */
};

/* What is done when no option says otherwise; dataset and output are missing. */
struct mine_arguments mine_arguments_default(void);

/* Runs, tells what there is to tell, and returns an exit status. */
int mining_run(const struct command *command, const struct mine_arguments *arguments);

/* Tells what a run has found, and what to do next with the database, which is named as a shell
 * reads it; and prints it as one JSON object on standard output. */
void mining_tell_summary(const struct mine_summary *summary, const struct command *command,
                         const char *database);
void mining_print_summary(const struct mine_summary *summary, const char *database);

#endif
