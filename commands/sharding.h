/* The option --shard, which several commands have. */
#ifndef COMMANDS_SHARDING_H
#define COMMANDS_SHARDING_H

#include "cli/option.h"
#include "miner/run.h"

command_take take_shard;
#define TO_SHARD(owner, member) TO_VARIABLE(struct shard, owner, member, take_shard)

#endif
