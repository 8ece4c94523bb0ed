/* tokfix check: tests whether a data set is clean: its splits, benchmarks in it, and training data
 * made of it. */
#include "base/file.h"
#include "base/packed.h"
#include "commands/command_list.h"
#include "commands/database_access.h"
#include "commands/filter_options.h"
#include "commands/cli/command_line.h"
#include "db/store_log.h"
#include "guard/ties.h"
#include "guard/training.h"
#include "report/findings.h"

#include <inttypes.h>
#include <string.h>

struct arguments {
    const char *db, *split_set;
    struct check_request options;
    int64_t limit, n_jobs;
    bool is_unmarking, is_json;
    struct text_list training, rewrites;
};

static const char *name_of_leak_kind(int number)
{
    return number < N_PAPER_LEAK_KINDS ? leak_kind_names[number] : NULL;
}

static const char *name_of_match(int number)
{
    return match_presets[number].name;
}

static OPTION_FINDS(take_match, match_options, match_preset_find);

static const struct command_option own_options[] = {
    {0, "against", "BENCH", "search for the programs of this benchmark; may be repeated",
     TO_TEXTS(arguments, options.against)},
    {0, "split", "LIST",
     "the splits whose fixes count: --against searches them, and --training must not have them",
     .otherwise = "all fixes; with --training, test",
     TO_BITS(arguments, options.splits, filter_split_name)},
    OPTION_SPLIT_SET(arguments, split_set),
    {0, "mark", NULL,
     "mark what is found as excluded: fixes that contain a program of a benchmark on either side, "
     "and relatives of held-out fixes",
     TO_FLAG(arguments, options.is_marking)},
    {0, "unmark", NULL, "remove all marks set by --mark; the fixes return to their earlier splits",
     TO_FLAG(arguments, is_unmarking)},
    OPTION_LIMIT(arguments, limit, "maximum number of rows in each printed list", "20"),
    {0, "json", NULL, "print the whole report as one JSON object", TO_FLAG(arguments, is_json)},
    OPTION_JOBS(arguments, n_jobs),
    {0},
};

static const struct command_option comparing_options[] = {
    {0, "group-by", "LIST",
     "groups that must not be divided between splits: problem, problem-cluster, user, duplicates",
     .otherwise = "problem-cluster,duplicates, and the groups of `tokfix split`",
     TO_BITS(check_request, check.ties, ties_name)},
    {0, "preset", "NAME",
     "definition of near duplicates: allamanis, buglab, bigcode (see `tokfix dedup`)",
     .otherwise = "the preset of `tokfix dedup`", TO_PRESET(check_request, check.preset)},
    {0, "match", "HOW",
     "when a program is found in another one; white space, comments and docstrings do not count\n"
     "type1: if its tokens are those of the other one, or, from 20 tokens on, a part of them\n"
     "type2: also if they are after names are numbered in order of first use\n"
     "similar: also if the Jaccard similarity of the multisets of tokens is 0.85 or more\n"
     "li: as type1, at any length, as Li et al. define it",
     "type1", .names = name_of_match,
     TO_VARIABLE(const struct match_options *, check_request, match, take_match)},
    {0},
};

static const struct command_option veracity_options[] = {
    {0, "repaired", "FILE",
     "with --against, print the performance veracity of a system that repairs these items; FILE "
     "has one id per line",
     TO_TEXT(arguments, options.veracity.repaired)},
    {0, "retrained", "FILE",
     "the items that the system repairs after retraining without the leaking fixes",
     TO_TEXT(arguments, options.veracity.retrained)},
    {0, "leak-kind", "KIND",
     "the leaks that count\n"
     "pair: for a system trained from scratch or fine-tuned\n"
     "fixed: for a zero-shot system\n"
     "buggy: for a system that does not output code",
     "pair", TO_ENUM(arguments, options.veracity.kind, name_of_leak_kind)},
    {0},
};

static const struct command_option training_options[] = {
    {0, "training", "FILE",
     "search for programs of held-out fixes in this file of training data: JSON lines; may be "
     "compressed; - is standard input; may be repeated. Renamed "
     "programs are found, too, unless --match type1 is given",
     TO_TEXTS(arguments, training)},
    {0, "rewrites", "DB",
     "also search for the programs of --split in this database, such as one that `tokfix "
     "rewrite` made; may be repeated",
     TO_TEXTS(arguments, rewrites)},
    {0},
};

/* ---- Training data ---- */

/* A folder is not searched, because most have the rows of test, too. */
static int refuse_training(const char *path, struct err *err)
{
    enum file_kind kind = file_kind_at(path);
    bool has_lines = kind != FILE_KIND_FOLDER && kind != FILE_KIND_DATABASE &&
                     !file_has_extension(path, "parquet") && !file_has_extension(path, "csv");
    return has_lines ? 0
                     : err_set(err,
                               "'%s' is not JSON lines; name the files that are for training, "
                               "such as train.jsonl",
                               path);
}

/* Open databases; release with array_release() after the databases. */
struct databases {
    ARRAY(struct db *) list;
};

static void databases_release(struct databases *databases)
{
    for (size_t i = 0; i < databases->list.n; i++)
        db_close(databases->list.items[i]);
    array_release(&databases->list);
}
SCOPED_VALUE(databases, databases_release)

static int open_databases(struct databases *out, const struct arguments *arguments, struct err *err)
{
    for (size_t i = 0; i <= arguments->rewrites.n; i++) {
        const char *path = i ? arguments->rewrites.items[i - 1] : arguments->db;
        struct db *db = NULL;
        int status = database_read(&db, path, arguments->split_set, err);
        array_push(&out->list, db);
        if (status != 0)
            return ERR;
    }
    return 0;
}

static int check_training(const struct arguments *arguments, struct err *err)
{
    const struct match_options *match = arguments->options.match;
    unsigned splits = arguments->options.splits;
    scoped(progress) progress = {0};
    scoped(databases) databases = {.list = {0}};
    scoped(training) training = {.n_rows = 0};
    for (size_t i = 0; i < arguments->training.n; i++)
        if (refuse_training(arguments->training.items[i], err) != 0)
            return ERR;
    if (open_databases(&databases, arguments, err) != 0)
        return ERR;
    progress_start(&progress, "", NULL, 0);
    const struct training_options options = {
        .files = arguments->training,
        .dbs = databases.list.items,
        .n_dbs = databases.list.n,
        .splits = splits ? splits : 1u << SPLIT_TEST,
        .is_renamed = !command_line_has("match") || match->match == MATCH_TYPE2,
        .n_jobs = (int)arguments->n_jobs,
        .meter = progress_meter(&progress),
    };
    if (training_search(&training, &options, err) != 0)
        return ERR;
    progress_clear(&progress);
    scoped(json) *findings = training_findings_make(&training, &options, arguments->options.limit);
    (arguments->is_json ? json_write_pretty : training_findings_print)(findings, stdout);
    return json_is_true(json_get(findings, "clean")) ? EXIT_OK : EXIT_FAILED;
}

/* ---- The database ---- */

static int examine(struct findings *out, struct db *db, const struct arguments *arguments,
                   struct err *err)
{
    scoped(progress) progress = {0};
    struct guard_options guard = database_guard(arguments->n_jobs, &progress);
    return findings_collect(out, db, arguments->db, &arguments->options, &guard, err);
}

/* Stores the result with the fingerprint that the database has now. */
static int remember(struct db *db, const char *findings, struct err *err)
{
    char fingerprint[SHA256_HEX_SIZE];
    return store_fingerprint(fingerprint, db, err) == 0
               ? store_add_checks(db, findings, fingerprint, err)
               : ERR;
}

static int read_fingerprint(char fingerprint[SHA256_HEX_SIZE], struct db *db, struct err *err)
{
    scoped(progress) progress = {0};
    progress_watch(&progress, "storing the result", db);
    return store_fingerprint(fingerprint, db, err);
}

static int store(const char *path, const char *findings, const char *fingerprint, struct err *err)
{
    scoped(db) *db = NULL;
    return database_change(&db, path, err) == 0 &&
                   store_add_checks(db, findings, fingerprint, err) == 0
               ? database_commit(db, err)
               : ERR;
}

/* Stores the result for a database that was only read, unless it already has it. The fingerprint is
 * taken from `read`, the connection that the findings come from; the function closes it and sets it
 * to NULL. If the database cannot be changed, a note says that the result was not stored. */
static void remember_read(const struct command *command, const char *path, struct db **read,
                          const char *findings)
{
    struct err err;
    char fingerprint[SHA256_HEX_SIZE];
    int status = read_fingerprint(fingerprint, *read, &err);
    if (status == 0)
        status = store_has_checks(*read, findings, fingerprint, &err);
    db_close(*read);
    *read = NULL;
    if (status == 0)
        status = store(path, findings, fingerprint, &err);
    if (status < 0)
        tell(command,
             "the result was not stored in '%s', so cards and reports will not mention it: %s",
             path, err.message);
}

/* Removes the marks. Mutants that were excluded along with their programs get splits again. */
static int unmark(const struct arguments *arguments, struct err *err)
{
    scoped(db) *db = NULL;
    int64_t n_fixes;
    if (database_change(&db, arguments->db, err) != 0 || leaks_unmark(&n_fixes, db, err) != 0 ||
        (n_fixes && (database_extend_splits(db, arguments->n_jobs, err) != 0 ||
                     database_commit(db, err) != 0)))
        return ERR;
    if (arguments->is_json) {
        scoped(json) *findings = json_make(J_INT("unmarked", n_fixes));
        json_write_pretty(findings, stdout);
    } else {
        printf("removed the marks of %s\n", counted(n_fixes, "fix", "fixes").text);
    }
    return EXIT_OK;
}

static int open_database(struct db **db, const struct arguments *arguments, struct err *err)
{
    if (!arguments->options.is_marking)
        return database_read(db, arguments->db, arguments->split_set, err);
    return database_change(db, arguments->db, err) == 0
               ? store_choose_split_set(*db, arguments->db, arguments->split_set, true, err)
               : ERR;
}

static int check(const struct command *command, const struct arguments *arguments, struct err *err)
{
    bool is_marking = arguments->options.is_marking;
    scoped(db) *db = NULL;
    scoped(findings) findings = {0};
    scoped(str) found = {0}, next = {0};
    if (open_database(&db, arguments, err) != 0 || examine(&findings, db, arguments, err) != 0)
        return ERR;
    json_print(&found, findings.all);
    if (!is_marking)
        remember_read(command, arguments->db, &db, str_text(&found));
    else if (remember(db, str_text(&found), err) != 0 || database_commit(db, err) != 0)
        return ERR;
    /* the last, because the reader of a pipe may be gone */
    (arguments->is_json ? json_write_pretty : findings_print)(findings.all, stdout);
    database_add_set(&next, arguments->split_set);
    str_add_text(&next, " --format pairs -o pairs/");
    if (findings.is_clean && !arguments->is_json)
        tell_next("tokfix export", arguments->db, str_text(&next));
    return findings.is_clean ? EXIT_OK : EXIT_FAILED;
}

/* The number of file arguments that are standard input. */
static size_t n_standard_inputs(const struct check_request *options)
{
    size_t n = 0;
    for (size_t i = 0; i < options->against.n; i++)
        n += strcmp(options->against.items[i], "-") == 0;
    return n + (options->veracity.repaired && strcmp(options->veracity.repaired, "-") == 0) +
           (options->veracity.retrained && strcmp(options->veracity.retrained, "-") == 0);
}

static int prepare(const struct command *command, void *variables, struct err *err)
{
    const struct arguments *arguments = variables;
    const struct check_request *options = &arguments->options;
    (void)err;
    if (arguments->is_unmarking && command_line_has_other("unmark,json,jobs"))
        return command_usage(command, "--unmark can be combined only with --json and --jobs");
    if (!arguments->training.n && arguments->rewrites.n)
        return command_usage(command, "--rewrites needs --training");
    if (arguments->training.n && command_line_has("against,group-by,preset,mark"))
        return command_usage(command, "--training is a check of its own: remove --against, "
                                      "--group-by, --preset and --mark");
    if (arguments->training.n && options->match != match_preset_find("type1") &&
        options->match != match_preset_find("type2"))
        return command_usage(command, "--training finds exact and renamed programs: choose --match "
                                      "type1 or type2");
    if (options->splits && !options->against.n && !arguments->training.n)
        return command_usage(command, "--split needs --against or --training");
    if (options->veracity.repaired && options->against.n != 1)
        return command_usage(command, "--repaired needs one benchmark: add --against");
    if (command_line_has("retrained,leak-kind") && !options->veracity.repaired)
        return command_usage(command, "--retrained and --leak-kind need --repaired");
    if (n_standard_inputs(options) > 1)
        return command_usage(command, "only one file can be standard input (-)");
    return 0;
}

static int run(const struct command *command, void *variables, struct err *err)
{
    struct arguments *arguments = variables;
    arguments->options.limit = arguments->is_json ? SIZE_MAX : (size_t)arguments->limit;
    if (arguments->is_unmarking)
        return unmark(arguments, err);
    return arguments->training.n ? check_training(arguments, err) : check(command, arguments, err);
}

static const struct command_group groups[] = {
    {"Options", own_options, 0},
    {"Comparing programs", comparing_options, offsetof(struct arguments, options)},
    {"Performance veracity", veracity_options, 0},
    {"Training data", training_options, 0},
    {0},
};

const struct command command_check = {
#include "commands/help/check.inc"
    .groups = groups,
    .operands = {"one database", 1, 1, .first = OPTION_AT(const char *, arguments, db)},
    .if_stopped = "nothing was changed",
    ARGUMENTS(arguments, 0),
    .prepare = prepare,
    .run = run,
};
