/* Shards on the command line, and the commands that mine and others name. */
#include "base/str.h"
#include "commands/cli/option.h"
#include "tests/support/taken.h"
#include "tests/support/test.h"

struct arguments {
    struct shard shard;
};

static int take(struct arguments *arguments, const char *text, struct err *err)
{
    static const struct command_option options[] = {
        {0, "shard", "[I/]N", "", TO_SHARD(arguments, shard)}, {0}};
    return take_option(options, "shard", text, arguments, err);
}

TEST(cmd_mine__reads_shards_with_and_without_its_number)
{
    struct arguments mine = {0};
    struct err err;
    unsetenv("SLURM_ARRAY_TASK_ID");
    assert_success(take(&mine, "3/16", &err), err);
    assert_true(mine.shard.number == 3 && mine.shard.n_shards == 16);
    assert_int_equal(take(&mine, "16", &err), ERR);
    assert_contains(err.message, "--shard I/16");
    setenv("SLURM_ARRAY_TASK_ID", "16", 1);
    assert_success(take(&mine, "16", &err), err);
    assert_true(mine.shard.number == 16 && mine.shard.n_shards == 16);
    assert_success(take(&mine, "1/2", &err), err);
    assert_true(mine.shard.number == 1 && mine.shard.n_shards == 2);
    setenv("SLURM_ARRAY_TASK_ID", "17", 1);
    assert_int_equal(take(&mine, "16", &err), ERR);
    assert_contains(err.message, "sbatch --array=1-16");
    static const char *const wrong[] = {
        "",       "/",     "0/1",  "2/1",  "1/0",
        "1/4097", "1/2/3", " 1/2", "1 /2", "99999999999999999999999999999999999999/2"};
    for (size_t i = 0; i < N_ITEMS(wrong); i++)
        if (take(&mine, wrong[i], &err) == 0)
            fail_msg("'%s' was read", wrong[i]);
    unsetenv("SLURM_ARRAY_TASK_ID");
}

/* Each command names the next one, to be pasted into a shell. */
TEST(cmd_mine__and_those_after_it_name_commands_that_run)
{
    static const char *const names[] = {"-x.db", "--help", "two words.db", "it's \"one\".db",
                                        "-two\nlines.db"};
    for (size_t i = 0; i < N_ITEMS(names); i++) {
        scoped(str) output = {0}, word = {0};
        shell_add_word(&word, names[i]);
        run_valid(&output,
                  "mkdir \"$SCRATCH/next%zu\"; cd \"$SCRATCH/next%zu\"\n"
                  "tokfix() { \"$TOKFIX\" \"$@\" >out 2>err && cp err said; }\n"
                  "follow() { printf '%%s ' $1; eval \"$(sed -n '/^Next: /,$p' said | "
                  "sed 's/^Next: //')\"; }\n"
                  "set -e; tokfix mine \"$SAMPLE/Project_CodeNet\" -o %s\n"
                  "follow show; tokfix stats ./%s; follow show; tokfix dedup ./%s\n"
                  "follow split; follow check\n"
                  "tokfix publish ./%s --license mit -o ./%s.d",
                  i, i, str_text(&word), str_text(&word), str_text(&word), str_text(&word),
                  str_text(&word));
        assert_string_equal(str_text(&output), "show show split check ");
    }
}
