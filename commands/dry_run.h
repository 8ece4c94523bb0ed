/* `tokfix mine --dry-run`: looks at a dataset, and says what mining it would give. */
#ifndef COMMANDS_DRY_RUN_H
#define COMMANDS_DRY_RUN_H

#include "commands/cli/command.h"
#include "miner/unit_miner.h"

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
