/* What runs of the miner found; tokfix merge says it, too. */
#ifndef COMMANDS_CMD_MINE_H
#define COMMANDS_CMD_MINE_H

#include "cli/command.h"
#include "miner/mine_run.h"

/* Prints to standard error what a run over this kind of source found, and the next command.
 * `is_json`: also prints its summary as one JSON object to standard output. */
void mine_tell_found(const struct command *command, const struct mine_summary *summary,
                     const struct source_kind *source, const char *database, bool is_json);

#endif
