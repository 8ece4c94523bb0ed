/* Runs the miner over a dataset, with progress and messages. */
#ifndef COMMANDS_MINING_H
#define COMMANDS_MINING_H

#include "cli/command.h"
#include "miner/mine_run.h"
#include "sources/sources.h"

#include <stdbool.h>

struct mine_arguments {
    const char *dataset, *metadata; /* paths; `metadata` may be NULL; "-": standard input */
    struct source_options source;
    const char *output;
    struct mine_options options;
    struct shard shard;
    int64_t n_jobs;
    bool is_replacing, is_resuming, is_json;
    const char *command_line; /* that resumes the run, for messages */
};

/* Mines, prints all messages, and returns an exit status. */
int mining_run(const struct command *command, const struct mine_arguments *arguments);

/* mining_tell_summary() prints to standard error what a run found, and the next command;
 * `database` is the path of the database, quoted for a shell. mining_print_summary() prints the
 * summary of a run over this kind of source as one JSON object to standard output; there `database`
 * is the plain path. */
void mining_tell_summary(const struct mine_summary *summary, const struct command *command,
                         const char *database);
void mining_print_summary(const struct mine_summary *summary, const struct source_kind *source,
                          const char *database);

#endif
