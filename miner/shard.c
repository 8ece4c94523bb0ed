/* See shard.h. */
#include "miner/shard.h"

#include "base/sha256.h"
#include "cli/command.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define TASK_VARIABLE "SLURM_ARRAY_TASK_ID"

static int read_pair(struct shard *shard, const char *number, const char *n_shards, struct err *err)
{
    if (command_number(n_shards, 1, MAX_SHARDS, &shard->n_shards) != 0)
        return err_set(err, "the number of shards is from 1 to %d, not '%s'", MAX_SHARDS, n_shards);
    if (command_number(number, 1, shard->n_shards, &shard->number) != 0)
        return err_set(err, "of %" PRId64 " shards the numbers are 1 to %" PRId64 ", not '%s'",
                       shard->n_shards, shard->n_shards, number);
    return 0;
}

/* The variable's value is told by its name: nobody typed it. */
static int read_task(struct shard *shard, const char *n_shards, struct err *err)
{
    const char *task = getenv(TASK_VARIABLE);
    if (!task || !*task)
        return err_set(err,
                       "which of the %s shards? Say --shard I/%s; without I it is the task of a "
                       "Slurm job array, " TASK_VARIABLE ", which is not set",
                       n_shards, n_shards);
    struct err reason;
    if (read_pair(shard, task, n_shards, &reason) != 0)
        return err_set(err, "%s (" TASK_VARIABLE "): sbatch --array=1-%s", reason.message,
                       n_shards);
    return 0;
}

int shard_read(struct shard *shard, const char *text, struct err *err)
{
    char number[32];
    const char *slash = strchr(text, '/');
    if (!slash) {
        if (command_number(text, 1, MAX_SHARDS, &shard->n_shards) != 0)
            return err_set(err, "--shard takes I/N or N, whole numbers from 1 to %d, not '%s'",
                           MAX_SHARDS, text);
        return read_task(shard, text, err);
    }
    size_t length = (size_t)(slash - text);
    if (length >= sizeof number)
        return err_set(err, "--shard takes I/N, two whole numbers, not '%s'", text);
    memcpy(number, text, length);
    number[length] = '\0';
    return read_pair(shard, number, slash + 1, err);
}

int64_t shard_number_of(const char *problem_id, int64_t n_shards)
{
    char hex[SHA256_HEX_SIZE];
    sha256_hex(problem_id, strlen(problem_id), hex);
    hex[8] = '\0';
    return (int64_t)(strtoull(hex, NULL, 16) % (unsigned long long)n_shards) + 1;
}

bool shard_has(const struct shard *shard, const char *problem_id)
{
    return shard->n_shards == 1 || shard_number_of(problem_id, shard->n_shards) == shard->number;
}
