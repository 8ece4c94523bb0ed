/* tokfix dedup: finds clusters of duplicates, conflicting fixes and identical problems.
 *
 * With --dataset, the buggy programs are looked up among the Accepted ones of the dataset. Several
 * threads read these, problem by problem, and keep them only as long as a problem takes. */
#include "base/pipeline.h"
#include "cli/command_line.h"
#include "guard/duplicates.h"
#include "guard/problem_ties.h"
#include "sources/accepted_programs.h"
#include "commands/commands.h"
#include "commands/guarding.h"
#include "commands/values.h"
#include "fixes/fix_reader.h"
#include "guard/sequence.h"
#include "languages/language.h"
#include "report/stored_reports.h"

#include <inttypes.h>
#include <stdlib.h>

struct arguments {
    const char *db, *problem_clusters, *dataset, *metadata;
    struct fingerprint_options fingerprints;
    int64_t n_jobs, limit;
    bool is_json;
};

static const struct command_option own_options[] = {
    {0, "preset", "NAME",
     "definition of near duplicates\n"
     "allamanis: similarity of at least 0.8 for sets of tokens and 0.7 for multisets; 20 tokens "
     "or more\n"
     "buglab: similarity of at least 0.85 for sets of tokens; 10 tokens or more\n"
     "bigcode: similarity of at least 0.7 for sets of runs of 5 tokens; 10 tokens or more",
     "allamanis", TO_PRESET(arguments, fingerprints.preset)},
    {0, "literals", NULL, "for renamed duplicates, also number the literals",
     TO_FLAG(arguments, fingerprints.renames_literals)},
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
    OPTION_LIMIT(
        arguments, limit,
        "maximum number of rows in each printed list: clusters of each kind, programs with "
        "conflicting fixes, identical problems",
        "10"),
    {0, "json", NULL, "print the report as one JSON object", TO_FLAG(arguments, is_json)},
    OPTION_JOBS(arguments, n_jobs),
    {0},
};

/* ---- Accepted programs of the dataset ---- */

struct searching {
    const struct pairs *pairs;
    struct numbered_digest *wanted; /* keys of the buggy programs, and their pairs; sorted */
    const char **found;             /* by pair: the first Accepted submission, or NULL */
    struct arena arena;
    struct correct_source source;
    struct meter meter;
    uint64_t n_done;
};

static void searching_release(struct searching *searching)
{
    free(searching->wanted);
    free(searching->found);
    arena_release(&searching->arena);
}
SCOPED_VALUE(searching, searching_release)

struct match {
    uint32_t pair, program; /* a pair, and the Accepted program that is its buggy one */
};

struct searched {
    struct correct_programs programs; /* of a problem */
    ARRAY(struct match) matches;
};

struct searcher {
    struct sequence_reader *reader;
    struct lexicals lexicals;
    struct program program;
    struct sequence sequence;
};

static void *searcher_new(void *context)
{
    struct searcher *searcher = mem_alloc(1, sizeof *searcher);
    (void)context;
    searcher->reader = sequence_reader_new(&(struct sequence_options){.has_layout = true});
    return searcher;
}

static void searcher_free(void *memory)
{
    struct searcher *searcher = memory;
    sequence_reader_free(searcher->reader);
    lexicals_release(&searcher->lexicals);
    program_release(&searcher->program);
    sequence_release(&searcher->sequence);
    free(searcher);
}

static int produce(void *context, void *item, struct err *err)
{
    struct searching *searching = context;
    return searching->source.next(searching->source.context, &((struct searched *)item)->programs,
                                  err);
}

static void look_up(struct searched *searched, const struct searching *searching, uint32_t program,
                    struct digest key)
{
    size_t at, n = searching->pairs->list.n;
    bisect(at, n, digest_compare(searching->wanted[at].digest, key) < 0);
    for (; at < n && digest_compare(searching->wanted[at].digest, key) == 0; at++)
        array_push(&searched->matches, (struct match){searching->wanted[at].number, program});
}

static void work(void *context, void *worker, void *item)
{
    const struct searching *searching = context;
    struct searcher *searcher = worker;
    struct searched *searched = item;
    struct correct_programs *programs = &searched->programs;
    int64_t problem = table_find(&searching->pairs->problems, programs->problem_id);
    if (problem == TABLE_NONE)
        return;
    searching->source.load(searching->source.context, programs);
    for (uint32_t i = 0; i < programs->list.n; i++) {
        const struct correct_program *program = &programs->list.items[i];
        const struct lexical *lexical =
            lexicals_get(&searcher->lexicals, language_find(program->submission.language));
        if (!program_tokenize(&searcher->program, lexical, program->code, program->n_bytes))
            continue;
        sequence_read(&searcher->sequence, searcher->reader, &searcher->program);
        look_up(searched, searching, i,
                duplicates_program_key(sequence_digest(&searcher->sequence), (uint32_t)problem));
    }
}

static int consume(void *context, void *item, struct err *err)
{
    struct searching *searching = context;
    const struct searched *searched = item;
    (void)err;
    for (size_t i = 0; i < searched->matches.n; i++) {
        const char **found = &searching->found[searched->matches.items[i].pair];
        const struct correct_program *program =
            &searched->programs.list.items[searched->matches.items[i].program];
        if (!*found)
            *found = arena_copy_text(&searching->arena, program->submission.submission_id,
                                     strlen(program->submission.submission_id));
    }
    meter_count(&searching->meter, ++searching->n_done, searching->source.n_problems);
    return 0;
}

static void release(void *item)
{
    struct searched *searched = item;
    correct_programs_release(&searched->programs);
    array_release(&searched->matches);
}

/* Searches the Accepted programs in one language. */
static int search_language(struct searching *searching, const struct arguments *arguments,
                           const struct language *language, struct db *db, struct err *err)
{
    const struct mined_dataset dataset = {arguments->dataset, arguments->metadata, db,
                                          arguments->db};
    scoped(correct_source) source = {0};
    if (accepted_programs_open(&source, &dataset, language, err) != 0)
        return ERR;
    searching->source = source;
    searching->n_done = 0;
    struct pipeline pipeline = {
        .n_threads = (int)arguments->n_jobs,
        .n_in_flight = (size_t)arguments->n_jobs + 1,
        .context = searching,
        .item_size = sizeof(struct searched),
        .produce = produce,
        .worker_new = searcher_new,
        .worker_free = searcher_free,
        .work = work,
        .consume = consume,
        .release = release,
    };
    return pipeline_run(&pipeline, err) == 0 ? correct_source_finish(&source, err) : ERR;
}

static int store_found(const struct searching *searching, struct db *db, struct err *err)
{
    for (size_t i = 0; i < searching->pairs->list.n; i++)
        if (searching->found[i] &&
            db_change(db, err, "INSERT OR IGNORE INTO accepted_bugs VALUES (?, NULL, ?)", "it",
                      searching->pairs->list.items[i].fix_key, searching->found[i]) != 0)
            return ERR;
    return 0;
}

/* Stores the fixes whose buggy program is an Accepted one of the dataset, and no fixed one. */
static int search_dataset(const struct arguments *arguments, const struct pairs *pairs,
                          const struct fingerprints *prints, struct db *db, struct err *err)
{
    size_t n = pairs->list.n;
    unsigned language_set;
    scoped(progress) progress = {0};
    scoped(searching) searching = {.pairs = pairs,
                                   .wanted = mem_alloc(n, sizeof *searching.wanted),
                                   .found = mem_alloc(n, sizeof *searching.found),
                                   .meter = progress_meter(&progress)};
    for (uint32_t i = 0; i < n; i++)
        searching.wanted[i] = (struct numbered_digest){
            duplicates_program_key(prints->programs[pairs->list.items[i].buggy].exact,
                                   pairs->list.items[i].problem),
            i};
    numbered_digests_sort(searching.wanted, n);
    progress_start(&progress, "searching", "problems", 0);
    if (store_languages(&language_set, db, err) != 0)
        return ERR;
    for (int i = 0; languages[i]; i++)
        if (language_set & 1u << i &&
            search_language(&searching, arguments, languages[i], db, err) != 0)
            return ERR;
    return store_found(&searching, db, err);
}

/* ---- The command ---- */

static int find_duplicates(const struct arguments *arguments, struct db *db, struct err *err)
{
    scoped(pairs) pairs = {0};
    scoped(fingerprints) prints = {0};
    scoped(duplicates) duplicates = {0};
    scoped(progress) progress = {0};
    struct guard_options guard = guarding_options(arguments->n_jobs, &progress);
    if (guarding_pairs(&pairs, db, false, err) != 0 ||
        fingerprints_make(&prints, db, &pairs, &arguments->fingerprints, &guard, err) != 0 ||
        duplicates_find(&duplicates, &pairs, &prints, false, &guard, err) != 0)
        return ERR;
    fingerprints_release_bags(&prints); /* writing takes memory, too */
    progress_clear(&progress);
    progress_watch(&progress, "writing", db);
    if (duplicates_store(&duplicates, &pairs, &prints, db, err) != 0)
        return ERR;
    progress_clear(&progress);
    return arguments->dataset ? search_dataset(arguments, &pairs, &prints, db, err) : 0;
}

/* Records the command. */
static int finish(const struct command *command, const struct arguments *arguments, struct db *db,
                  struct err *err)
{
    int64_t n_datasets;
    if (db_get_int(db, &n_datasets, "SELECT count(*) FROM run", err) != 0)
        return ERR;
    if (arguments->dataset && n_datasets > 1)
        tell(command, "of %" PRId64 " datasets, only '%s' was searched for Accepted programs",
             n_datasets, arguments->dataset);
    return guarding_end(db, err);
}

/* Links problems, and collects the report. */
static int summarize(const struct arguments *arguments, struct db *db, struct json **report,
                     struct err *err)
{
    scoped(progress) progress = {0};
    progress_watch(&progress, "counting", db);
    return problem_ties_make(db, arguments->problem_clusters, err) == 0
               ? dedup_report_collect(report, db, arguments->limit, err)
               : ERR;
}

/* SQLite need not look up each fix that a row refers to: all of them are read from the database in
 * this transaction, and nothing that others refer to is deleted. */
static int begin(struct db **db, const struct arguments *arguments, struct err *err)
{
    return store_open_update(db, arguments->db, (int)arguments->n_jobs, err) == 0
               ? db_execute(*db, "PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE", err)
               : ERR;
}

/* What the splits depend on: the real fixes that are tied to an earlier one, and the clusters of
 * problems. */
static const char basis_of_splits[] =
    "SELECT kind, fix_key, first FROM (SELECT kind, fix_key, min(fix_key) OVER "
    "(PARTITION BY kind, representative_fix_key) AS first FROM duplicate_clusters "
    "JOIN fixes USING (fix_key) WHERE origin = 'real' AND kind <> 'patch') WHERE fix_key <> first "
    "UNION ALL SELECT 'conflict', fix_key, first_fix_key FROM conflicts "
    "JOIN fixes USING (fix_key) WHERE origin = 'real' "
    "UNION ALL SELECT 'problem', problem_id, cluster_id FROM problem_clusters ORDER BY 1, 2, 3";

/* Prints the command that makes each split set again, or splits. */
static int tell_splits(struct db *db, const char *path, struct err *err)
{
    int status, n = 0;
    scoped(db_statement) *s =
        db_query(db, err, "SELECT split_set FROM split_sets ORDER BY split_set", NULL);
    for (; (status = db_step(s, err)) == 1; n++) {
        scoped(str) options = {0};
        guarding_add_split_options(&options, db, db_text(s, 0), NULL);
        str_add_text(&options, " --replace");
        tell_next("tokfix split", path, str_text(&options));
    }
    if (status == 0 && !n)
        tell_next("tokfix split", path, "");
    return status < 0 ? ERR : EXIT_OK;
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
    scoped(json) *report = NULL;
    int64_t n_splits, n_earlier, had_dataset;
    char before[SHA256_HEX_SIZE], after[SHA256_HEX_SIZE];
    if (begin(&db, arguments, err) != 0 ||
        db_get_int(db, &n_splits, "SELECT count(*) FROM split_sets", err) != 0 ||
        db_get_int(db, &n_earlier, "SELECT count(*) FROM dedup_run", err) != 0 ||
        db_get_int(db, &had_dataset,
                   "SELECT EXISTS (SELECT 1 FROM accepted_bugs WHERE accepted_fix_key IS NULL)",
                   err) != 0 ||
        db_hash_rows(before, db, basis_of_splits, err) != 0 ||
        find_duplicates(arguments, db, err) != 0 || summarize(arguments, db, &report, err) != 0 ||
        db_hash_rows(after, db, basis_of_splits, err) != 0 ||
        finish(command, arguments, db, err) != 0)
        return ERR;
    bool keeps_splits = n_splits && strcmp(before, after) == 0;
    (arguments->is_json ? json_write_pretty : dedup_report_print)(report, stdout);
    if (n_earlier)
        tell(command, "replaced the earlier duplicates");
    if (had_dataset && !arguments->dataset)
        tell(command, "the Accepted programs of the dataset were not searched this time; add "
                      "--dataset to search them again");
    if (n_splits && !keeps_splits)
        tell(command,
             "the splits depend on the earlier duplicates; make them again, with --replace");
    if (keeps_splits && !arguments->is_json)
        tell_next("tokfix check", arguments->db, "");
    return arguments->is_json || keeps_splits ? EXIT_OK : tell_splits(db, arguments->db, err);
}

const struct command command_dedup = {
    .name = "dedup",
    .manual =
        (const char[]){
#include "commands/help/dedup.txt.inc"
        },
    .groups = OPTION_GROUP(own_options),
    .operands = {"one database", 1, 1, .first = OPTION_AT(const char *, arguments, db)},
    .if_stopped = "nothing was changed",
    ARGUMENTS(arguments, 0),
    .prepare = prepare,
    .run = run,
};
