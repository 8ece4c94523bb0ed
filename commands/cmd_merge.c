/* tokfix merge: makes one database from the shards of a run, or from those of several runs. Every
 * shard is compared with the first one. Then their problems are counted. */
#include "base/str.h"
#include "base/target.h"
#include "cli/option.h"
#include "commands/commands.h"
#include "commands/joining.h"
#include "commands/progress.h"
#include "db/store.h"
#include "miner/mine_run.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

struct arguments {
    const char *output;
    struct text_list shards;
    bool is_replacing, is_json, are_same_problems;
};

static const struct command_option own_options[] = {
    {0, "force", NULL, "replace an existing database", TO_FLAG(arguments, is_replacing)},
    {0, "same-problems", NULL,
     "problems with one id in two databases are the same, although no submission of a fix is in "
     "both",
     TO_FLAG(arguments, are_same_problems)},
    {0, "json", NULL, "print a summary as one JSON object on standard output",
     TO_FLAG(arguments, is_json)},
    {0},
};

/* ---- The databases ---- */

/* Appends the numbers from 1 to `n` for which `is_there[number - 1]` is false, as ranges: "2,5-7".
 * Returns the number of missing numbers. */
static size_t add_missing(struct str *out, const bool *is_there, size_t n)
{
    size_t n_missing = 0;
    for (size_t first = 0, end; first < n; first = end + 1) {
        for (end = first; end < n && !is_there[end];)
            end++;
        if (end == first)
            continue;
        str_print(out, "%s%zu", n_missing ? "," : "", first + 1);
        if (end > first + 1)
            str_print(out, "-%zu", end);
        n_missing += end - first;
    }
    return n_missing;
}

/* Each database is an open file, and there may be more than a process can open by default. */
static void allow_open_files(size_t n)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= n + 64)
        return;
    limit.rlim_cur =
        limit.rlim_max == RLIM_INFINITY || limit.rlim_max >= n + 64 ? n + 64 : limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit); /* if it fails, opening a database reports it */
}

/* Fails for a database with mutants or rewrites. They are made from the merged database, so that
 * only mined fixes are merged. */
static int refuse_made_fixes(const struct named *named, struct err *err)
{
    int64_t n;
    if (db_get_int(named->db, &n, "SELECT count(*) FROM fixes WHERE origin <> 'real'", err) != 0)
        return ERR;
    if (!n)
        return 0;
    return err_set(err,
                   "'%s' contains %s; merge the databases as they were mined, and make mutants and "
                   "rewrites from the merged database",
                   named->path, counted(n, "mutant or rewrite", "mutants or rewrites").text);
}

/* Opens a database. Says so if the shard is still being mined or was interrupted. */
static int open_store(struct named *named, struct arena *arena, struct err *err)
{
    scoped_memory char *unfinished = unfinished_path(named->path);
    if (access(named->path, F_OK) != 0 && access(unfinished, F_OK) == 0)
        return err_set(err,
                       "'%s' is not finished: its run has not ended, or was interrupted ('%s' "
                       "exists); mine that shard again with --resume",
                       named->path, unfinished);
    /* A cache for the pages of one problem is enough. */
    if (store_open(&named->db, named->path, err) != 0 ||
        db_execute(named->db, "PRAGMA cache_size = -512", err) != 0 ||
        refuse_made_fixes(named, err) != 0 ||
        store_read_runs(named->db, &named->runs, &named->n_runs, arena, err) != 0)
        return ERR;
    named->row = named->runs[0];
    named->merged = arena_alloc(arena, named->n_runs, sizeof *named->merged);
    for (size_t i = 0; i < named->n_runs; i++)
        named->merged[i] = (struct merged_run){named->runs[i].run_key, 1};
    return 0;
}

static int compare_runs(const struct source_kind *kind, const struct named *first,
                        const struct named *other, struct err *err)
{
    scoped(str) differences = {0};
    struct run_row row = other->row;
    row.shard = first->row.shard;
    if (strcmp(first->row.source, row.source) != 0)
        return err_set(err, "'%s' and '%s' are from different kinds of sources: %s and %s",
                       first->path, other->path, first->row.source, row.source);
    run_identity_add_differences(&differences, &first->row, &row);
    run_identity_add_listing_differences(&differences, kind, &first->row, &row);
    if (strcmp(first->row.dataset, row.dataset) != 0)
        str_print(&differences, "%sthe dataset is %s there and %s here",
                  differences.length ? ", " : "", first->row.dataset, row.dataset);
    if (differences.length)
        return err_set(err, "'%s' and '%s' are from different runs: %s", first->path, other->path,
                       differences.text);
    return 0;
}

/* Everything that a database says about the dataset as a whole. */
static const char dataset_sql[] =
    "SELECT kind, file, coalesce(line, ''), detail FROM input_errors WHERE problem_id IS NULL "
    "UNION ALL SELECT cluster_line, problem_id, '', '' FROM identical_problems";

static int compare_datasets(const struct named *first, const struct named *other, struct err *err)
{
    char a[SHA256_HEX_SIZE], b[SHA256_HEX_SIZE];
    if (db_hash_rows(a, first->db, dataset_sql, err) != 0 ||
        db_hash_rows(b, other->db, dataset_sql, err) != 0)
        return ERR;
    if (strcmp(a, b) == 0)
        return 0;
    return err_set(
        err,
        "'%s' and '%s' recorded different errors in the dataset as a whole (select * from "
        "input_errors where problem_id is null): the dataset has changed, or could not "
        "be read; mine that shard again with --shard %" PRId64 "/%" PRId64 " --force",
        first->path, other->path, other->row.shard, other->row.n_shards);
}

/* Puts a database in its place in the set. */
static int take(struct shard_set *set, const struct named *list, size_t at, const struct named **of,
                struct err *err)
{
    const struct named *named = &list[at];
    size_t place = (size_t)named->row.shard - 1;
    if (at > 0 && (compare_runs(set->kind, &list[0], named, err) != 0 ||
                   compare_datasets(&list[0], named, err) != 0))
        return ERR;
    if (of[place])
        return err_set(err, "'%s' and '%s' are both shard %" PRId64 " of %" PRId64, of[place]->path,
                       named->path, named->row.shard, named->row.n_shards);
    of[place] = named;
    set->parts[place] = (struct merged_part){named->db, named->merged, named->n_runs};
    return 0;
}

static int fail_for_missing(const struct shard_set *set, struct err *err)
{
    scoped(str) numbers = {0};
    scoped_memory bool *is_there = mem_alloc(set->n, sizeof *is_there);
    for (size_t i = 0; i < set->n; i++)
        is_there[i] = set->parts[i].db != NULL;
    size_t n = add_missing(&numbers, is_there, set->n);
    if (n)
        return err_set(err, "%zu of %zu shards %s missing; mine them: --array=%s", n, set->n,
                       n == 1 ? "is" : "are", str_text(&numbers));
    return 0;
}

static int take_all(struct shard_set *set, const struct named *list, size_t n, struct err *err)
{
    int64_t n_problems = 0, n_listed = list[0].row.n_listed;
    if (list[0].row.n_shards < 1 || list[0].row.n_shards > MAX_SHARDS)
        return err_set(err, "'%s' has an invalid number of shards: %" PRId64, list[0].path,
                       list[0].row.n_shards);
    set->n = (size_t)list[0].row.n_shards;
    set->parts = mem_alloc(set->n, sizeof *set->parts);
    scoped_memory const struct named **of = mem_alloc(set->n, sizeof *of);
    for (size_t i = 0; i < n; i++) {
        int64_t n_of_shard;
        if (take(set, list, i, of, err) != 0 ||
            db_get_int(list[i].db, &n_of_shard, "SELECT count(*) FROM problems", err) != 0)
            return ERR;
        n_problems += n_of_shard;
    }
    if (fail_for_missing(set, err) != 0)
        return ERR;
    if (n_problems != n_listed)
        return err_set(err,
                       "the shards contain %s, but the dataset had %" PRId64
                       ": the shards were mined from different states of the dataset",
                       counted(n_problems, "problem", "problems").text, n_listed);
    return 0;
}

static bool are_shards(const struct named *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].row.n_shards != 1)
            return true;
    return n == 1;
}

static int take_or_join(struct shard_set *set, const struct named *list, size_t n,
                        bool are_same_problems, struct err *err)
{
    if (!are_shards(list, n))
        return joining_join(set, list, n, are_same_problems, err);
    if (take_all(set, list, n, err) != 0)
        return ERR;
    set->runs = arena_alloc(&set->arena, 1, sizeof *set->runs);
    set->runs[0] = list[0].row;
    set->runs[0].shard = set->runs[0].n_shards = 1;
    set->n_runs = 1;
    return 0;
}

/* Opens the `n` > 0 databases at `paths`, in any order. Checks that they are the shards of one run,
 * each once: their options, version of tokfix, list of metadata and dataset are the same, and they
 * say the same about the dataset as a whole. Together they must contain all problems.
 *
 * If none of them is a shard, they are databases of different runs, which are joined, and only the
 * version of tokfix and the grammars must be the same. Their runs are then sorted by kind of
 * source, dataset and languages, also those of databases that were joined before. A problem that
 * two of them have must be the same one, which the user may have to say.
 *
 * Otherwise fails, and says which shards are to be mined, in the form of Slurm's --array. Release
 * with shard_set_release(), also after a failure. */
static int shard_set_open(struct shard_set *set, const char *const *paths, size_t n,
                          bool are_same_problems, struct err *err)
{
    scoped_memory struct named *list = mem_alloc(n, sizeof *list);
    *set = (struct shard_set){0};
    int status = 0;
    allow_open_files(n);
    for (size_t i = 0; i < n && status == 0; i++) {
        list[i].path = paths[i];
        status = open_store(&list[i], &set->arena, err);
    }
    if (status == 0 && !(set->kind = source_kind_find(list[0].row.source)))
        status = err_set(err, "'%s' was mined from an unknown kind of source: %s", list[0].path,
                         list[0].row.source);
    if (status == 0)
        status = take_or_join(set, list, n, are_same_problems, err);
    for (size_t i = 0; i < n && status != 0; i++)
        db_close(list[i].db);
    if (status != 0) {
        free(set->parts);
        arena_release(&set->arena);
        *set = (struct shard_set){0};
    }
    return status;
}

static void shard_set_release(struct shard_set *set)
{
    for (size_t i = 0; i < set->n; i++)
        db_close(set->parts[i].db);
    free(set->parts);
    arena_release(&set->arena);
}
SCOPED_VALUE(shard_set, shard_set_release)

/* ---- Merging ---- */

/* Writes the shards into the partial file. */
static int write_store(const struct shard_set *set, const char *path, const char *output,
                       struct mine_summary *summary, struct err *err)
{
    scoped(db) *store = NULL;
    scoped(progress) progress = {0};
    struct meter meter = progress_meter(&progress);
    if (store_create(&store, path, err) != 0)
        return ERR;
    progress_start(&progress, "merging", "problems", 0);
    if (store_merge(store, set->parts, set->n, set->runs, set->n_runs, output, &meter, err) != 0 ||
        mine_summary_read(summary, set->kind, store, err) != 0)
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
                      struct mine_summary *summary, struct err *err)
{
    scoped(target) target = {0};
    if (target_open(&target, arguments->output, arguments->is_replacing, err) != 0 ||
        write_store(set, target.partial_path, arguments->output, summary, err) != 0)
        return ERR;
    return target_commit(&target, err);
}

static int run(const struct command *command, void *variables, struct err *err)
{
    const struct arguments *arguments = variables;
    scoped(shard_set) set = {0};
    struct mine_summary summary;
    if (spare_shards(arguments, err) != 0 ||
        shard_set_open(&set, arguments->shards.items, arguments->shards.n,
                       arguments->are_same_problems, err) != 0 ||
        merge_into(&set, arguments, &summary, err) != 0)
        return ERR;
    mine_tell_found(command, &summary, set.kind, arguments->output, arguments->is_json);
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
