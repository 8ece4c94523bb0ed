#include "commands/sharding.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define TASK_VARIABLE "SLURM_ARRAY_TASK_ID"

static int read_pair(struct shard *shard, const char *number, const char *n_shards, struct err *err)
{
    if (option_number(n_shards, 1, MAX_SHARDS, &shard->n_shards) != 0)
        return err_set(err, "the number of shards must be from 1 to %d, not '%s'", MAX_SHARDS,
                       n_shards);
    if (option_number(number, 1, shard->n_shards, &shard->number) != 0)
        return err_set(err, "the number of a shard must be from 1 to %" PRId64 ", not '%s'",
                       shard->n_shards, number);
    return 0;
}

/* A message names the environment variable, because the user did not type its value. */
static int read_task(struct shard *shard, const char *n_shards, struct err *err)
{
    const char *task = getenv(TASK_VARIABLE);
    if (!task || !*task)
        return err_set(
            err,
            "the number of the shard is missing: give --shard I/%s; --shard %s alone takes it "
            "from the task of a Slurm job array, " TASK_VARIABLE ", which is not set",
            n_shards, n_shards);
    struct err reason;
    if (read_pair(shard, task, n_shards, &reason) != 0)
        return err_set(err, "%s (" TASK_VARIABLE "): sbatch --array=1-%s", reason.message,
                       n_shards);
    return 0;
}

/* Reads "I/N", or "N" alone. With "N", I is the task number that Slurm sets in the environment
 * of a job array. */
int take_shard(const struct command_option *option, const char *text, void *variable,
               struct err *err)
{
    struct shard *shard = variable;
    char number[32];
    const char *slash = strchr(text, '/');
    (void)option;
    if (!slash) {
        if (option_number(text, 1, MAX_SHARDS, &shard->n_shards) != 0)
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
