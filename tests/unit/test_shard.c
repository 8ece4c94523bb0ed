/* Which shard a problem is of, and how shards are named. */
#include "miner/shard.h"
#include "tests/support/test.h"

#include <stdio.h>
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

/* printf p00001 | sha256sum begins with these digits, and so on. */
TEST(shard__of_a_problem_comes_from_the_hash_of_its_id)
{
    static const struct {
        const char *problem_id;
        int64_t digits;
    } cases[] = {{"p00000", 0x128ba222}, {"p00001", 0x0722e157}, {"p04052", 0x56ab1516}};
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (int64_t n = 1; n < 100; n++)
            assert_int_equal(shard_number_of(cases[i].problem_id, n), cases[i].digits % n + 1);
}

TEST(shard__has_each_problem_once)
{
    int n_of[16] = {0};
    for (int i = 0; i < 4053; i++) {
        char id[16];
        int n = 0;
        snprintf(id, sizeof id, "p%05d", i);
        for (int64_t number = 1; number <= 16; number++) {
            struct shard shard = {number, 16};
            n += shard_has(&shard, id);
            n_of[number - 1] += shard_has(&shard, id);
        }
        assert_int_equal(n, 1);
        assert_true(shard_has(&(struct shard){1, 1}, id));
    }
    for (int i = 0; i < 16; i++)
        assert_in_range(n_of[i], 200, 310); /* 253 on average */
}
