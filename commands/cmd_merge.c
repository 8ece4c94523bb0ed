/* tokfix merge: one database of the shards of a run. */
#include "base/shell.h"
#include "base/target.h"
#include "cli/command_line.h"
#include "cli/option.h"
#include "codenet/codenet_source.h"
#include "db/store_merge.h"
#include "commands/commands.h"
#include "commands/mining.h"
#include "commands/progress.h"
#include "db/replacing.h"
#include "miner/shard_set.h"

#include <stdbool.h>

struct arguments {
    const char *output;
    char *const *shards;
    size_t n_shards;
    bool is_replacing, is_json;
};

static const struct command_option own_options[] = {
    {0, "force", NULL, "replace an existing database", TO_FLAG(arguments, is_replacing)},
    {0, "json", NULL, "what was found as one JSON object on standard output",
     TO_FLAG(arguments, is_json)},
    {0},
};

/* Writes the shards into the partial file. */
static int write_store(const struct shard_set *set, const char *path, struct mine_summary *summary,
                       struct err *err)
{
    struct store *store;
    struct progress progress;
    struct meter meter = progress_meter(&progress);
    if (store_create(&store, path, err) != 0)
        return ERR;
    progress_start(&progress, "merging", "problems", 0);
    int status = store_merge(store, set->stores, set->n, &set->run, &meter, err);
    progress_clear(&progress);
    if (status == 0)
        status = mine_summary_read(summary, &codenet_kind, store_db(store), err);
    if (status == 0)
        return store_finish(store, err);
    store_abandon(store);
    return ERR;
}

static int spare_shards(const struct arguments *arguments, struct err *err)
{
    for (size_t i = 0; i < arguments->n_shards; i++)
        if (target_spare(arguments->output, arguments->shards[i], "one of the shards", err) != 0)
            return ERR;
    return replacing_is_safe(arguments->output, true, err);
}

static int merge_into(const struct shard_set *set, const struct arguments *arguments,
                      struct mine_summary *summary, struct err *err)
{
    struct target target;
    if (target_open(&target, arguments->output, arguments->is_replacing, err) != 0)
        return ERR;
    if (write_store(set, target.partial_path, summary, err) == 0)
        return target_commit(&target, err);
    target_abandon(&target);
    return ERR;
}

static int merge(const struct command *command, const struct arguments *arguments)
{
    struct err err;
    struct shard_set set = {0};
    struct mine_summary summary;
    int status = spare_shards(arguments, &err);
    if (status == 0)
        status = shard_set_open(&set, &codenet_kind, arguments->shards, arguments->n_shards, &err);
    if (status == 0)
        status = merge_into(&set, arguments, &summary, &err);
    shard_set_release(&set);
    if (status != 0)
        return command_fail(command, &err);
    struct str database = {0};
    shell_add_word(&database, arguments->output);
    mining_tell_summary(&summary, command, str_text(&database));
    str_release(&database);
    if (arguments->is_json)
        mining_print_summary(&summary, arguments->output);
    return EXIT_OK;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {0};
    int status;
    if (!command_line_read(command, argc, argv, &arguments, &status))
        return status;
    arguments.output = argv[optind];
    arguments.shards = &argv[optind + 1];
    arguments.n_shards = (size_t)(argc - optind - 1);
    return merge(command, &arguments);
}

static const struct command_group groups[] = {{"Options", own_options, 0}, {0}};

const struct command command_merge = {
    .name = "merge",
    .summary = "put the databases of all shards of a run together",
    .synopsis = "OUT SHARD... [OPTION]...",
    .text =
        "Makes of the databases of all shards of one run (tokfix mine --shard I/N) the database OUT "
        "that a run without shards would have made, byte for byte. The order in which they are "
        "named has no influence.\n"
        "\n"
        "All N shards must be there, each once, and must have been mined with the same options, "
        "tokfix and dataset. Those that are missing are named as a list for sbatch, --array=2,5-7. "
        "What was found out about the fixes of a shard (dedup, split, leak) is not taken over.",
    .groups = groups,
    .exit_status = "0\tdone\n1\tfailed: a shard is missing or does not belong to the others; no "
                   "database was made\n2\twrong command line",
    .examples = "tokfix merge codenet.db shards/*.db\n"
                "tokfix merge --force codenet.db shards/*.db && tokfix stats codenet.db",
    .operands = {"the database to make and the shards", 2, SIZE_MAX, NULL},
    .if_stopped = "nothing was made",
    .run = run,
};
