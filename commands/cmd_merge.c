/* tokfix merge: makes one database from the shards of a run. */
#include "base/str.h"
#include "base/target.h"
#include "cli/option.h"
#include "db/store_merge.h"
#include "commands/commands.h"
#include "commands/cmd_mine.h"
#include "commands/progress.h"
#include "sources/sources.h"
#include "db/store.h"
#include "guard/problem_ties.h"
#include "miner/shard_set.h"

#include <inttypes.h>
#include <stdbool.h>

struct arguments {
    const char *output;
    struct text_list shards;
    bool is_replacing, is_json;
};

static const struct command_option own_options[] = {
    {0, "force", NULL, "replace an existing database", TO_FLAG(arguments, is_replacing)},
    {0, "json", NULL, "print a summary as one JSON object on standard output",
     TO_FLAG(arguments, is_json)},
    {0},
};

/* What was merged. */
struct merged {
    struct mine_summary summary;
    int64_t n_identical, n_groups; /* identical problems */
};

/* Writes the shards into the partial file. */
static int write_store(const struct shard_set *set, const char *path, struct merged *merged,
                       struct err *err)
{
    scoped(db) *store = NULL;
    scoped(progress) progress = {0};
    struct meter meter = progress_meter(&progress);
    if (store_create(&store, path, err) != 0)
        return ERR;
    progress_start(&progress, "merging", "problems", 0);
    if (store_merge(store, set->parts, set->n, set->runs, set->n_runs, &meter, err) != 0 ||
        mine_summary_read(&merged->summary, set->kind, store, err) != 0 ||
        problem_ties_count(&merged->n_identical, &merged->n_groups, store, err) != 0)
        return ERR;
    return store_finish(hand_over(store), err);
}

static int spare_shards(const struct arguments *arguments, struct err *err)
{
    for (size_t i = 0; i < arguments->shards.n; i++)
        if (target_spare(arguments->output, arguments->shards.items[i], "one of the shards", err) !=
            0)
            return ERR;
    return replacing_is_safe(arguments->output, true, err);
}

static int merge_into(const struct shard_set *set, const struct arguments *arguments,
                      struct merged *merged, struct err *err)
{
    scoped(target) target = {0};
    if (target_open(&target, arguments->output, arguments->is_replacing, err) != 0 ||
        write_store(set, target.partial_path, merged, err) != 0)
        return ERR;
    return target_commit(&target, err);
}

static int run(const struct command *command, void *variables, struct err *err)
{
    const struct arguments *arguments = variables;
    scoped(shard_set) set = {0};
    struct merged merged;
    if (spare_shards(arguments, err) != 0 ||
        shard_set_open(&set, source_kind_find, (char *const *)arguments->shards.items,
                       arguments->shards.n, err) != 0 ||
        merge_into(&set, arguments, &merged, err) != 0)
        return ERR;
    if (merged.n_groups)
        tell(command,
             "%" PRId64 " problems are identical to others, in %" PRId64
             " %s; tokfix dedup joins them",
             merged.n_identical, merged.n_groups,
             plural((double)merged.n_groups, "group", "groups"));
    mine_tell_found(command, &merged.summary, set.kind, arguments->output, arguments->is_json);
    return EXIT_OK;
}

const struct command command_merge = {
    .name = "merge",
    .manual =
        (const char[]){
#include "commands/help/merge.txt.inc"
        },
    .groups = OPTION_GROUP(own_options),
    .operands = {"the database to create and the shards", 2, SIZE_MAX,
                 .first = OPTION_AT(const char *, arguments, output),
                 .others = OPTION_AT(struct text_list, arguments, shards)},
    .if_stopped = "nothing was written",
    ARGUMENTS(arguments, 0),
    .run = run,
};
