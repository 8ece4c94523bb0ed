/* How shards are named. */
#include "commands/mine_run.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

TEST(shard__is_read_with_and_without_its_number)
{
    struct shard shard;
    struct err err;
    unsetenv("SLURM_ARRAY_TASK_ID");
    assert_success(shard_read(&shard, "3/16", &err), err);
    assert_true(shard.number == 3 && shard.n_shards == 16);
    assert_int_equal(shard_read(&shard, "16", &err), ERR);
    assert_non_null(strstr(err.message, "--shard I/16"));
    setenv("SLURM_ARRAY_TASK_ID", "16", 1);
    assert_success(shard_read(&shard, "16", &err), err);
    assert_true(shard.number == 16 && shard.n_shards == 16);
    assert_success(shard_read(&shard, "1/2", &err), err);
    assert_true(shard.number == 1 && shard.n_shards == 2);
    setenv("SLURM_ARRAY_TASK_ID", "17", 1);
    assert_int_equal(shard_read(&shard, "16", &err), ERR);
    assert_non_null(strstr(err.message, "sbatch --array=1-16"));
    static const char *const wrong[] = {
        "",       "/",     "0/1",  "2/1",  "1/0",
        "1/4097", "1/2/3", " 1/2", "1 /2", "99999999999999999999999999999999999999/2"};
    for (size_t i = 0; i < N_ITEMS(wrong); i++)
        if (shard_read(&shard, wrong[i], &err) == 0)
            fail_msg("'%s' was read", wrong[i]);
    unsetenv("SLURM_ARRAY_TASK_ID");
}
