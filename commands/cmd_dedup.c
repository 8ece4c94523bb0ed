/* tokfix dedup: duplicates in clusters, conflicting fixes, problems that are one problem. */
#include "cli/command_line.h"
#include "cli/tell.h"
#include "guard/duplicates.h"
#include "guard/problem_ties.h"
#include "commands/commands.h"
#include "commands/guarding.h"
#include "commands/values.h"
#include "report/dedup_report.h"

#include <inttypes.h>

struct arguments {
    const char *db, *problem_clusters;
    struct fingerprint_options fingerprints;
    int64_t n_jobs, top;
    bool is_json;
};

static const struct command_option own_options[] = {
    {0, "preset", "NAME",
     "when programs are near each other\n"
     "allamanis\tsets of tokens 0.8 and multisets 0.7, from 20 tokens\n"
     "buglab\tsets of tokens 0.85, from 10 tokens\n"
     "bigcode\tsets of runs of 5 tokens 0.7, from 10 tokens",
     "allamanis", TO_PRESET(arguments, fingerprints.preset)},
    {0, "literals", NULL, "renamed: number the literals, too",
     TO_FLAG(arguments, fingerprints.renames_literals)},
    {0, "problem-clusters", "FILE", "one cluster of problem ids a line, separated by commas",
     TO_TEXT(arguments, problem_clusters)},
    {0, "top", "N",
     "how many are listed: clusters of each kind, programs with conflicting fixes, problem clusters",
     "10", TO_TOP(arguments, top)},
    {0, "json", NULL, "what is printed as one JSON object", TO_FLAG(arguments, is_json)},
    OPTION_JOBS(arguments, n_jobs),
    {0},
};

static int find_duplicates(const struct arguments *arguments, struct db *db, struct err *err)
{
    struct progress progress;
    struct pairs pairs;
    struct fingerprints prints = {0};
    int status = guarding_pairs(&pairs, db, err);
    struct guard_options guard = guarding_options(arguments->n_jobs, &progress);
    if (status == 0)
        status = fingerprints_make(&prints, db, &pairs, &arguments->fingerprints, &guard, err);
    if (status == 0) {
        struct duplicates duplicates;
        duplicates_find(&duplicates, &pairs, &prints, false, &guard);
        progress_clear(&progress);
        progress_watch(&progress, "writing", db);
        status = duplicates_store(&duplicates, &pairs, &prints, db, err);
        progress_unwatch(&progress, db);
        duplicates_release(&duplicates);
    }
    progress_clear(&progress);
    fingerprints_release(&prints);
    pairs_release(&pairs);
    return status;
}

/* Ties problems, and counts what was found. */
static int summarize(const struct arguments *arguments, struct db *db, struct json **report,
                     struct err *err)
{
    struct progress progress;
    progress_watch(&progress, "counting", db);
    int status = problem_ties_make(db, arguments->problem_clusters, err);
    if (status == 0)
        status = dedup_report_collect(report, db, arguments->top, err);
    progress_unwatch(&progress, db);
    return status;
}

static int dedup(const struct command *command, const struct arguments *arguments)
{
    struct err err;
    struct db *db;
    struct json *report = NULL;
    if (guarding_begin(&db, arguments->db, &err) != 0)
        return command_fail(command, &err);
    int64_t n_splits = 0, n_replaced = 0;
    int status = db_get_int(db, &n_splits, "SELECT count(*) FROM split_run", &err);
    if (status == 0)
        status = db_get_int(db, &n_replaced,
                            "SELECT count(DISTINCT fix_id) FROM duplicate_clusters", &err);
    if (status == 0)
        status = find_duplicates(arguments, db, &err);
    if (status == 0)
        status = summarize(arguments, db, &report, &err);
    if (guarding_end(db, command, command_line_retold(), status, &err) != 0) {
        json_free(report);
        return command_fail(command, &err);
    }
    if (arguments->is_json)
        json_write_pretty(report, stdout);
    else
        dedup_report_print(report, stdout);
    json_free(report);
    if (n_replaced)
        tell(command, "replaced the duplicates found before: %" PRId64 " %s in clusters",
             n_replaced, plural((double)n_replaced, "fix", "fixes"));
    if (n_splits)
        tell(command, "the splits are those of before; to close them over what was found now, run "
                      "tokfix split again");
    return EXIT_OK;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {0};
    int status;
    if (!command_line_read(command, argc, argv, &arguments, &status))
        return status;
    arguments.db = argv[optind];
    return dedup(command, &arguments);
}

static const struct command_group groups[] = {{"Options", own_options, 0}, {0}};

const struct command command_dedup = {
    .name = "dedup",
    .summary = "find duplicates, conflicting fixes, and problems that are one",
    .synopsis = "DB [OPTION]...",
    .text =
        "Finds duplicates among the fixes of a database and keeps them there, in clusters, with "
        "the links that tie each cluster together. Nothing is deleted: of each exact cluster the "
        "earliest fix represents it, and the others are marked as duplicates. An earlier run's "
        "result is replaced.\n"
        "\n"
        "exact\tthe same tokens on both sides (Type-1)\n"
        "renamed\tthe same after names are numbered by first use (Type-2)\n"
        "near\tsimilar programs on both sides: Jaccard similarity, candidates by MinHash\n"
        "patch\tthe same edit among the same tokens of a line\n"
        "\n"
        "Fixes of one buggy program that differ are marked as conflicting. Problems that are one "
        "problem under several ids are clustered too, by what the data set tells (its list of "
        "identical problems, equal descriptions) and by --problem-clusters.",
    .groups = groups,
    .exit_status = "0\tdone\n1\tfailed: the database is as before, unless the message is about "
                   "standard output\n2\twrong command line",
    .examples = "tokfix dedup bugs.db\n"
                "tokfix dedup bugs.db --preset bigcode --problem-clusters same.txt --json\n"
                "sqlite3 bugs.db 'select * from fix_marks where is_duplicate'",
    .operands = {"one database", 1, 1, NULL},
    .if_stopped = "nothing was changed",
    .run = run,
};
