/* A run of `tokfix mine` from its beginning, or from where it was left, to the database. */
#ifndef COMMANDS_MINE_RUN_H
#define COMMANDS_MINE_RUN_H

#include "cli/command.h"
#include "miner/mine.h"

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
int mine_run(const struct command *command, const struct mine_arguments *arguments);

#endif
