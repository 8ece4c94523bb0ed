/* tokfix merge: makes one database from the shards of a run, or from those of several runs. Every
 * shard is compared with the first one. Then their problems are counted. */
#include "base/str.h"
#include "base/target.h"
#include "commands/command_list.h"
#include "commands/progress.h"
#include "commands/source_kinds.h"
#include "db/store.h"
#include "miner/mine_run.h"
#include "tokenize/languages/language.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
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

/* A database to merge. Its texts and lists are in the arena. */
struct input {
    const char *path;
    struct run_row *runs;
    struct merged_run *merged; /* the same runs */
    size_t n_runs;
    int64_t n_problems;
    const char *dataset; /* what it says about the dataset as a whole, as a hash */
};

/* The databases to merge. */
struct merging {
    struct input *list;
    struct merged_part *parts;
    size_t n;
    const struct source_kind *kind; /* of the first one */
    struct run_row *runs;           /* of the new database, in the order of their keys */
    size_t n_runs;
    struct arena arena;
};

static void merging_release(struct merging *merging)
{
    arena_release(&merging->arena);
}
SCOPED_VALUE(merging, merging_release)

/* Fails for a database with mutants or rewrites. They are made from the merged database, so that
 * only mined fixes are merged. */
static int refuse_artificial_fixes(struct db *db, const char *path, struct err *err)
{
    int64_t n;
    if (db_get_int(db, &n, "SELECT count(*) FROM fixes WHERE origin <> 'real'", err) != 0)
        return ERR;
    if (!n)
        return 0;
    return err_set(err,
                   "'%s' contains %s; merge the databases as they were mined, and make mutants and "
                   "rewrites from the merged database",
                   path, counted(n, "mutant or rewrite", "mutants or rewrites").text);
}

/* Everything that a database says about the dataset as a whole. */
static const char dataset_sql[] =
    "SELECT kind, file, coalesce(line, ''), detail FROM input_errors WHERE problem_id IS NULL "
    "UNION ALL SELECT cluster_line, problem_id, '', '' FROM identical_problems";

/* Reads what a database says of its runs. Says so if the shard is still being mined or was
 * interrupted. */
static int read_database(struct input *input, const char *path, struct arena *arena,
                         struct err *err)
{
    scoped(db) *db = NULL;
    scoped_memory char *unfinished = mine_run_unfinished_path(path);
    char hex[SHA256_HEX_SIZE];
    if (access(path, F_OK) != 0 && access(unfinished, F_OK) == 0)
        return err_set(err,
                       "'%s' is not finished: its run has not ended, or was interrupted ('%s' "
                       "exists); mine that shard again with --resume",
                       path, unfinished);
    if (store_open(&db, path, err) != 0 || refuse_artificial_fixes(db, path, err) != 0 ||
        store_read_runs(db, &input->runs, &input->n_runs, arena, err) != 0 ||
        db_get_int(db, &input->n_problems, "SELECT count(*) FROM problems", err) != 0 ||
        db_hash_rows(hex, db, dataset_sql, err) != 0)
        return ERR;
    input->path = path;
    input->dataset = arena_text(arena, hex);
    input->merged = arena_alloc(arena, input->n_runs, sizeof *input->merged);
    for (size_t i = 0; i < input->n_runs; i++)
        input->merged[i] = (struct merged_run){input->runs[i].run_key, 1};
    return 0;
}

/* ---- Shards ---- */

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

static int compare_runs(const struct source_kind *kind, const struct input *first,
                        const struct input *other, struct err *err)
{
    scoped(str) differences = {0};
    const struct run_row *mine = first->runs;
    struct run_row row = other->runs[0];
    row.shard = mine->shard;
    if (strcmp(mine->source, row.source) != 0)
        return err_set(err, "'%s' and '%s' are from different kinds of sources: %s and %s",
                       first->path, other->path, mine->source, row.source);
    run_identity_add_differences(&differences, mine, &row);
    run_identity_add_listing_differences(&differences, kind, mine, &row);
    if (strcmp(mine->dataset, row.dataset) != 0)
        str_print(&differences, "%sthe dataset is %s there and %s here",
                  differences.length ? ", " : "", mine->dataset, row.dataset);
    if (differences.length)
        return err_set(err, "'%s' and '%s' are from different runs: %s", first->path, other->path,
                       differences.text);
    return 0;
}

/* Whether two databases are shards of one run. */
static int compare_shards(const struct source_kind *kind, const struct input *first,
                          const struct input *other, struct err *err)
{
    if (compare_runs(kind, first, other, err) != 0)
        return ERR;
    if (strcmp(first->dataset, other->dataset) == 0)
        return 0;
    return err_set(
        err,
        "'%s' and '%s' recorded different errors in the dataset as a whole (select * from "
        "input_errors where problem_id is null): the dataset has changed, or could not "
        "be read; mine that shard again with --shard %" PRId64 "/%" PRId64 " --force",
        first->path, other->path, other->runs->shard, other->runs->n_shards);
}

static int fail_for_missing(const bool *is_there, size_t n_shards, struct err *err)
{
    scoped(str) numbers = {0};
    size_t n = add_missing(&numbers, is_there, n_shards);
    if (!n)
        return 0;
    return err_set(err, "%zu of %zu shards %s missing; mine them: --array=%s", n, n_shards,
                   n == 1 ? "is" : "are", str_text(&numbers));
}

/* Checks that the databases are all shards of one run, each once. The schema says that the number
 * of a shard is one of its run's. */
static int check_shards(struct merging *merging, struct err *err)
{
    const struct input *list = merging->list;
    const struct run_row *first = list[0].runs;
    int64_t n_problems = 0;
    if (first->n_shards > MAX_SHARDS)
        return err_set(err, "'%s' has an invalid number of shards: %" PRId64, list[0].path,
                       first->n_shards);
    scoped_memory bool *is_there = mem_alloc((size_t)first->n_shards, sizeof *is_there);
    for (size_t i = 0; i < merging->n; i++) {
        size_t shard = (size_t)list[i].runs->shard - 1;
        if (compare_shards(merging->kind, &list[0], &list[i], err) != 0)
            return ERR;
        for (size_t k = 0; is_there[shard] && k < i; k++)
            if (list[k].runs->shard == list[i].runs->shard)
                return err_set(err, "'%s' and '%s' are both shard %" PRId64 " of %" PRId64,
                               list[k].path, list[i].path, list[i].runs->shard, first->n_shards);
        is_there[shard] = true;
        n_problems += list[i].n_problems;
    }
    if (fail_for_missing(is_there, (size_t)first->n_shards, err) != 0)
        return ERR;
    if (n_problems != first->n_listed)
        return err_set(err,
                       "the shards contain %s, but the dataset had %" PRId64
                       ": the shards were mined from different states of the dataset",
                       counted(n_problems, "problem", "problems").text, first->n_listed);
    merging->runs = arena_alloc(&merging->arena, 1, sizeof *merging->runs);
    merging->runs[0] = *first;
    merging->runs[0].shard = merging->runs[0].n_shards = 1;
    merging->n_runs = 1;
    return 0;
}

/* ---- Databases of different runs ---- */

/* A run of one of the databases. */
struct joined_run {
    const struct run_row *row;
    struct merged_run *merged;
    const char *path;
};

static int compare_datasets_of(const struct run_row *x, const struct run_row *y)
{
    int order = strcmp(x->source, y->source);
    order = order ? order : strcmp(x->dataset, y->dataset);
    order = order ? order : strcmp(x->listing_sha256, y->listing_sha256);
    return order ? order : strcmp(x->prefix ? x->prefix : "", y->prefix ? y->prefix : "");
}

/* Languages that this tokfix knows come in its order. */
static int compare_languages(const char *a, const char *b)
{
    const struct language *x = language_find(a), *y = language_find(b);
    return x && y ? COMPARE(language_number(x), language_number(y)) : strcmp(a, b);
}

static int compare_joined_runs(const void *a, const void *b)
{
    const struct run_row *x = ((const struct joined_run *)a)->row,
                         *y = ((const struct joined_run *)b)->row;
    int order = compare_datasets_of(x, y);
    for (size_t i = 0; order == 0; i++) {
        if (i == x->n_languages || i == y->n_languages)
            return COMPARE(x->n_languages, y->n_languages);
        order = compare_languages(x->languages[i].name, y->languages[i].name);
    }
    return order;
}

/* Whether something holds for two runs. */
typedef bool two_runs(const struct run_row *x, const struct run_row *y);

static bool have_one_language(const struct run_row *x, const struct run_row *y)
{
    for (size_t i = 0; i < x->n_languages; i++)
        for (size_t k = 0; k < y->n_languages; k++)
            if (strcmp(x->languages[i].name, y->languages[k].name) == 0)
                return true;
    return false;
}

static bool have_one_dataset(const struct run_row *x, const struct run_row *y)
{
    return compare_datasets_of(x, y) == 0;
}

static bool have_one_kind(const struct run_row *x, const struct run_row *y)
{
    return strcmp(x->source, y->source) == 0;
}

/* Whether both may have the commits of one repository in one language. A repository that has got
 * further commits is mined again as a whole. */
static bool may_have_one_repository(const struct run_row *x, const struct run_row *y)
{
    return strcmp(x->source, "git") == 0 && have_one_kind(x, y) && have_one_language(x, y);
}

/* Databases with the same language must have been mined with the same grammar. */
static int compare_grammars(const struct input *first, const struct input *other, struct err *err)
{
    const struct run_row *a = first->runs, *b = other->runs;
    if (strcmp(a->tool_version, b->tool_version) != 0)
        return err_set(err, "'%s' and '%s' were made by different versions of tokfix: %s and %s",
                       first->path, other->path, a->tool_version, b->tool_version);
    for (size_t i = 0; i < a->n_languages; i++)
        for (size_t k = 0; k < b->n_languages; k++)
            if (strcmp(a->languages[i].name, b->languages[k].name) == 0 &&
                strcmp(a->languages[i].grammar_version, b->languages[k].grammar_version) != 0)
                return err_set(err, "'%s' and '%s' were mined with different versions of %s",
                               first->path, other->path, a->languages[i].grammar);
    return 0;
}

/* Fails, because two runs have the same problems in one language. In git, the ids of problems are
 * names of repositories, and different repositories may have one name. */
static int refuse_same(const struct joined_run *first, const struct joined_run *other,
                       struct err *err)
{
    bool is_git = strcmp(other->row->source, "git") == 0;
    return err_set(err, "'%s' and '%s' were mined from %s: leave one out%s", first->path,
                   other->path, is_git ? "repositories with the same ids" : "the same dataset",
                   is_git ? ", or mine one again with --prefix NAME" : "");
}

/* Those over one dataset must have mined different languages. */
static int check_runs(const struct joined_run *runs, size_t n, struct err *err)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            if (have_one_dataset(runs[k].row, runs[i].row) &&
                have_one_language(runs[k].row, runs[i].row))
                return refuse_same(&runs[k], &runs[i], err);
    return 0;
}

static int compare_databases(const void *a, const void *b)
{
    const struct input *x = a, *y = b;
    return COMPARE(x->merged[0].new_key, y->merged[0].new_key);
}

/* Numbers the runs of all databases, sorted by kind of source, dataset and languages, so that it
 * does not matter in which steps databases are joined; sorts the databases by their first runs.
 * Fails unless the grammars are the same, and no two runs are over one dataset in one language. */
static int number_runs(struct merging *merging, struct err *err)
{
    struct input *list = merging->list;
    scoped_array ARRAY(struct joined_run) runs = {0};
    for (size_t i = 0; i < merging->n; i++) {
        if (compare_grammars(&list[0], &list[i], err) != 0)
            return ERR;
        for (size_t k = 0; k < list[i].n_runs; k++)
            array_push(&runs,
                       ((struct joined_run){&list[i].runs[k], &list[i].merged[k], list[i].path}));
    }
    array_sort(&runs, compare_joined_runs);
    if (check_runs(runs.items, runs.n, err) != 0)
        return ERR;
    merging->runs = arena_alloc(&merging->arena, runs.n, sizeof *merging->runs);
    merging->n_runs = runs.n;
    for (size_t i = 0; i < runs.n; i++) {
        runs.items[i].merged->new_key = (int64_t)i + 1;
        merging->runs[i] = *runs.items[i].row;
    }
    qsort(list, merging->n, sizeof *list, compare_databases);
    return 0;
}

/* Whether this holds for a run of one database and one of the other. */
static bool any_runs(const struct input *a, const struct input *b, two_runs *holds)
{
    for (size_t i = 0; i < a->n_runs; i++)
        for (size_t k = 0; k < b->n_runs; k++)
            if (holds(&a->runs[i], &b->runs[k]))
                return true;
    return false;
}

/* Fails unless problems with one id in two databases are the same: the current row of
 * store_merge_shared(). */
static int check_shared(struct db_statement *row, const struct input *list, bool are_same_problems,
                        struct err *err)
{
    const struct input *a = &list[db_int(row, 0)], *b = &list[db_int(row, 1)];
    int64_t n_problems = db_int(row, 2), n_same = db_int(row, 3), n_clashing = db_int(row, 4);
    bool is_clash = n_clashing || !any_runs(a, b, have_one_kind);
    int64_t n = n_clashing ? n_clashing : n_problems;
    const char *id = db_text(row, n_clashing ? 6 : 5);
    struct counted problems = counted(n, "problem", "problems");
    const char *ids = plural((double)n, "the same id", "the same ids");
    if (is_clash)
        return err_set(err,
                       "'%s' and '%s' have %s with %s and other submissions, such as "
                       "%s; mine one of the datasets again with --prefix NAME, which makes NAME:%s "
                       "of that id",
                       a->path, b->path, problems.text, ids, id, id);
    if (any_runs(a, b, may_have_one_repository))
        return err_set(err,
                       "'%s' and '%s' have %s in the same language, such as %s: leave one of the "
                       "databases out, or mine one again without these; if these are different "
                       "repositories, mine one again with --prefix NAME",
                       a->path, b->path, counted(n, "repository", "repositories").text, id);
    if (any_runs(a, b, have_one_dataset) || n_same || are_same_problems)
        return 0;
    return err_set(err,
                   "'%s' and '%s' have %s with %s, such as %s, and no submission of a fix "
                   "is in both; if these are the same problems, add --same-problems, and if not, "
                   "mine one of the datasets again with --prefix NAME, which makes NAME:%s of that "
                   "id",
                   a->path, b->path, problems.text, ids, id, id);
}

/* Fails unless the problems that two databases have are the same; with `are_same_problems`, the
 * user says that they are. */
static int check_all_shared(struct db *merge, const struct input *list, bool are_same_problems,
                            struct err *err)
{
    scoped(db_statement) *row = store_merge_shared(merge, err);
    int status;
    while ((status = db_step(row, err)) == 1)
        if (check_shared(row, list, are_same_problems, err) != 0)
            return ERR;
    return status;
}

/* ---- Merging ---- */

static bool are_shards(const struct merging *merging)
{
    for (size_t i = 0; i < merging->n; i++)
        if (merging->list[i].runs->n_shards != 1)
            return true;
    return merging->n == 1;
}

/* Reads the databases at `paths`, in any order. They are all shards of one run: their options,
 * version of tokfix, list of metadata and dataset are the same, and they say the same about the
 * dataset as a whole. Or none is a shard, and they are databases of different runs, which only need
 * the same version of tokfix and of the grammars. */
static int merging_read(struct merging *merging, const struct text_list *paths, struct err *err)
{
    size_t n = merging->n = paths->n;
    merging->list = arena_alloc(&merging->arena, n, sizeof *merging->list);
    merging->parts = arena_alloc(&merging->arena, n, sizeof *merging->parts);
    for (size_t i = 0; i < n; i++)
        if (read_database(&merging->list[i], paths->items[i], &merging->arena, err) != 0)
            return ERR;
    const char *source = merging->list[0].runs->source;
    if (!(merging->kind = source_kind_find(source)))
        return err_set(err, "'%s' was mined from an unknown kind of source: %s",
                       merging->list[0].path, source);
    if ((are_shards(merging) ? check_shards(merging, err) : number_runs(merging, err)) != 0)
        return ERR;
    for (size_t i = 0; i < n; i++)
        merging->parts[i] = (struct merged_part){merging->list[i].path, merging->list[i].merged,
                                                 merging->list[i].n_runs};
    return 0;
}

static int write_store(const struct merging *merging, const struct arguments *arguments,
                       const char *path, struct mine_summary *summary, struct err *err)
{
    scoped(db) *merge = NULL;
    scoped(progress) progress = {0};
    struct meter meter = progress_meter(&progress);
    scoped_memory char *work = mem_print("%s.merging", arguments->output);
    progress_start(&progress, "merging", "databases", 0);
    return store_merge_begin(&merge, work, merging->parts, merging->n, err) == 0 &&
                   (are_shards(merging) ||
                    check_all_shared(merge, merging->list, arguments->are_same_problems, err) ==
                        0) &&
                   store_merge_write(merge, path, merging->parts, merging->n, merging->runs,
                                     merging->n_runs, arguments->output, &meter, err) == 0
               ? mine_summary_read(summary, merging->kind, merge, err)
               : ERR;
}

static int spare_shards(const struct arguments *arguments, struct err *err)
{
    for (size_t i = 0; i < arguments->shards.n; i++)
        if (target_spare(arguments->output, arguments->shards.items[i], "one of the shards", err) !=
            0)
            return ERR;
    return replacing_is_safe(arguments->output, true, err);
}

static int merge_into(const struct merging *merging, const struct arguments *arguments,
                      struct mine_summary *summary, struct err *err)
{
    scoped(target) target = {0};
    if (target_open(&target, arguments->output, arguments->is_replacing, err) != 0 ||
        write_store(merging, arguments, target.partial_path, summary, err) != 0)
        return ERR;
    return target_commit(&target, err);
}

static int run(const struct command *command, void *variables, struct err *err)
{
    const struct arguments *arguments = variables;
    scoped(merging) merging = {0};
    struct mine_summary summary;
    if (spare_shards(arguments, err) != 0 || merging_read(&merging, &arguments->shards, err) != 0 ||
        merge_into(&merging, arguments, &summary, err) != 0)
        return ERR;
    mine_tell_found(command, &summary, arguments->output, arguments->is_json);
    return EXIT_OK;
}

const struct command command_merge = {
#include "commands/help/merge.inc"
    .groups = OPTION_GROUP(own_options),
    .operands = {"the database to create and the shards", 2, SIZE_MAX,
                 .first = OPTION_AT(const char *, arguments, output),
                 .others = OPTION_AT(struct text_list, arguments, shards)},
    .if_stopped = "nothing was written",
    ARGUMENTS(arguments, 0),
    .run = run,
};
