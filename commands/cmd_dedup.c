/* tokfix dedup: finds clusters of duplicates, conflicting fixes and identical problems. */
#include "commands/command_list.h"
#include "commands/database_access.h"
#include "commands/source_kinds.h"
#include "db/fixes/fix_reader.h"
#include "guard/duplicates.h"
#include "guard/ties.h"
#include "report/summaries.h"
#include "tokenize/languages/language.h"

enum { LISTED_ROWS = 10 };

struct arguments {
    const char *db, *problem_clusters, *dataset, *metadata;
    const struct near_preset *preset;
    int64_t n_jobs;
    bool is_json;
};

const char *dedup_preset_name(int number)
{
    return near_presets[number].name;
}

OPTION_FINDS(dedup_take_preset, near_preset, near_preset_find);

static const struct command_option own_options[] = {
    {0, "preset", "NAME",
     "definition of near duplicates\n"
     "allamanis: similarity of at least 0.8 for sets of tokens and 0.7 for multisets; 20 tokens "
     "or more\n"
     "buglab: similarity of at least 0.85 for sets of tokens; 10 tokens or more\n"
     "bigcode: similarity of at least 0.7 for sets of runs of 5 tokens; 10 tokens or more",
     "allamanis", TO_PRESET(arguments, preset)},
    {0, "problem-clusters", "FILE",
     "read clusters of identical problems from FILE: each line has the problem ids of one "
     "cluster, separated by commas",
     TO_TEXT(arguments, problem_clusters)},
    {0, "dataset", "DATASET",
     "also search for buggy programs among all Accepted programs of the dataset that the database "
     "was mined from",
     TO_TEXT(arguments, dataset)},
    {0, "metadata", "PATH", "folder or archive of the metadata, if DATASET contains none",
     TO_TEXT(arguments, metadata)},
    {0, "json", NULL, "print the report as one JSON object", TO_FLAG(arguments, is_json)},
    OPTION_JOBS(arguments, n_jobs),
    {0},
};

/* What a run passes on: the fixes, and how to work on the database. */
struct run {
    const struct arguments *arguments;
    struct db *db;
    struct pairs pairs;
    struct fingerprints prints;
    struct guard_options guard;
};

static void run_release(struct run *run)
{
    fingerprints_release(&run->prints);
    pairs_release(&run->pairs);
}
SCOPED_VALUE(run, run_release)

static int find_duplicates(struct run *run, struct err *err)
{
    scoped(duplicates) duplicates = {0};
    if (fingerprints_make(&run->prints, run->db, &run->pairs, run->arguments->preset, &run->guard,
                          err) != 0 ||
        duplicates_find(&duplicates, &run->pairs, &run->prints, false, &run->guard, err) != 0)
        return ERR;
    fingerprints_release_bags(&run->prints); /* writing takes memory, too */
    guard_watch(&run->guard, "writing", run->db);
    int status = duplicates_store(&duplicates, &run->pairs, &run->prints, run->db, err);
    guard_watch(&run->guard, NULL, run->db);
    return status;
}

/* Finds the fixes whose buggy program is an Accepted one of the dataset, and no fixed one. */
static int search_dataset(const struct run *run, struct err *err)
{
    const struct arguments *arguments = run->arguments;
    const struct mined_dataset dataset = {arguments->dataset, arguments->metadata, run->db,
                                          arguments->db};
    unsigned language_set;
    if (store_languages(&language_set, run->db, err) != 0)
        return ERR;
    for (int i = 0; languages[i]; i++) {
        scoped(correct_source) source = {0};
        if (language_set & 1u << i &&
            (accepted_programs_open(&source, &dataset, languages[i], err) != 0 ||
             duplicates_store_accepted(run->db, &run->pairs, &run->prints, &source, &run->guard,
                                       err) != 0))
            return ERR;
    }
    return 0;
}

/* SQLite need not look up each fix that a row refers to: all of them are read from the database in
 * this transaction, and nothing that others refer to is deleted. */
static int begin(struct db **db, const struct arguments *arguments, struct err *err)
{
    return store_open_update(db, arguments->db, err) == 0
               ? db_execute(*db, "PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE", err)
               : ERR;
}

static int dedup(struct json **summary, const struct arguments *arguments, struct db *db,
                 struct err *err)
{
    scoped(progress) progress = {0};
    scoped(run) run = {
        .arguments = arguments, .db = db, .guard = database_guard(arguments->n_jobs, &progress)};
    guard_watch(&run.guard, "reading", db);
    if (pairs_read(&run.pairs, db, false, err) != 0)
        return ERR;
    guard_watch(&run.guard, NULL, db);
    if (find_duplicates(&run, err) != 0 || (arguments->dataset && search_dataset(&run, err) != 0))
        return ERR;
    guard_watch(&run.guard, "counting", db);
    return problem_ties_make(db, arguments->problem_clusters, err) == 0
               ? dedup_summary_collect(summary, db, LISTED_ROWS, err)
               : ERR;
}

static int prepare(const struct command *command, void *variables, struct err *err)
{
    const struct arguments *arguments = variables;
    (void)err;
    return arguments->metadata && !arguments->dataset
               ? command_usage(command, "--metadata needs --dataset")
               : EXIT_OK;
}

static int run(const struct command *command, void *variables, struct err *err)
{
    const struct arguments *arguments = variables;
    scoped(db) *db = NULL;
    scoped(json) *summary = NULL;
    (void)command;
    if (begin(&db, arguments, err) != 0 || dedup(&summary, arguments, db, err) != 0 ||
        database_commit(db, err) != 0)
        return ERR;
    (arguments->is_json ? json_write_pretty : dedup_summary_print)(summary, stdout);
    if (!arguments->is_json)
        tell_next("tokfix split", arguments->db, "");
    return EXIT_OK;
}

const struct command command_dedup = {
#include "commands/help/dedup.inc"
    .groups = OPTION_GROUP(own_options),
    .operands = {"one database", 1, 1, .first = OPTION_AT(const char *, arguments, db)},
    .if_stopped = "nothing was changed",
    ARGUMENTS(arguments, 0),
    .prepare = prepare,
    .run = run,
};
