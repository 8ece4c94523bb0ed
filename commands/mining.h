/* Runs the miner over a dataset, with progress and messages. */
#ifndef COMMANDS_MINING_H
#define COMMANDS_MINING_H

#include "cli/command.h"
#include "sources/git/keywords.h"
#include "miner/mine_run.h"

#include <stdbool.h>

struct mine_arguments {
    const char *dataset, *metadata; /* paths; `metadata` may be NULL; "-": standard input */
    int format;                     /* number in mined_format_name(), plus one; 0: by the name or
                                       the content of the dataset */
    const char *columns;            /* of rows (row_columns_read()); NULL: by their usual names */
    struct text_list accepted;      /* the statuses of rows that are Accepted; empty: the usual */
    const char *output;
    struct mine_options options;
    bool may_have_none; /* rows need not have one in the languages */
    struct shard shard;
    int64_t n_jobs;
    bool is_replacing, is_resuming, is_json;

    bool is_git; /* the dataset is git repositories, and these options are for them: */
    enum keywords keywords;
    size_t max_files;
    const char *salt;
    bool any_owner;

    const char *command_line; /* that resumes the run, for messages */
};

/* The default values of the options. The dataset and the output are not set. */
struct mine_arguments mine_arguments_default(void);

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
