/* tokfix dedup: duplicates in clusters, conflicting fixes, problems that are one problem. */
#include "base/pipeline.h"
#include "guard/duplicates.h"
#include "guard/problem_ties.h"
#include "miner/guarding.h"
#include "report/dedup_report.h"

enum { DEFAULT_TOP = 10 };

static const char help[] =
    "Usage: tokfix dedup DB [OPTION]...\n\n"
    "Finds duplicates among the fixes of a database and keeps them there, in clusters, with\n"
    "the links that tie each cluster together. Nothing is deleted: of each exact cluster the\n"
    "earliest fix represents it, and the others are marked as duplicates. An earlier run's\n"
    "result is replaced.\n\n"
    "  exact     the same tokens on both sides (Type-1)\n"
    "  renamed   the same after names are numbered by first use (Type-2)\n"
    "  near      similar programs on both sides: Jaccard similarity, candidates by MinHash\n"
    "  patch     the same edit among the same tokens of a line\n\n"
    "Fixes of one buggy program that differ are marked as conflicting. Problems that are one\n"
    "problem under several ids are clustered too, by what the data set tells (its list of\n"
    "identical problems, equal descriptions) and by --problem-clusters.\n\n"
    "Options:\n"
    "      --preset NAME      when programs are near each other (default: allamanis)\n"
    "                         allamanis: sets of tokens 0.8 and multisets 0.7, from 20 tokens\n"
    "                         buglab: sets of tokens 0.85, from 10 tokens\n"
    "                         bigcode: sets of runs of 5 tokens 0.7, from 10 tokens\n"
    "      --literals         renamed: number the literals, too\n"
    "      --problem-clusters FILE\n"
    "                         one cluster of problem ids a line, separated by commas\n"
    "      --top N            how many are listed: clusters of each kind, programs with\n"
    "                         conflicting fixes, problem clusters (default: 10)\n"
    "      --json             what is printed as one JSON object\n"
    "  -j, --jobs N           threads (default: the CPUs this process may use); the result\n"
    "                         does not depend on it\n"
    "  -h, --help             this text\n\n"
    "Exit status: 0 done, 1 failed (the database is as before), 2 wrong command line.\n\n"
    "Examples:\n"
    "  tokfix dedup bugs.db\n"
    "  tokfix dedup bugs.db --preset bigcode --problem-clusters same.txt --json\n"
    "  sqlite3 bugs.db 'select * from fix_marks where is_duplicate'\n";

enum { OPTION_PRESET = 256, OPTION_LITERALS, OPTION_PROBLEMS, OPTION_TOP, OPTION_JSON };

static const struct option long_options[] = {
    {"preset", required_argument, NULL, OPTION_PRESET},
    {"literals", no_argument, NULL, OPTION_LITERALS},
    {"problem-clusters", required_argument, NULL, OPTION_PROBLEMS},
    {"top", required_argument, NULL, OPTION_TOP},
    {"json", no_argument, NULL, OPTION_JSON},
    {"jobs", required_argument, NULL, 'j'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

struct arguments {
    const char *db, *problem_clusters;
    struct fingerprint_options fingerprints;
    int64_t n_jobs, top;
    bool is_json;
};

static int find_duplicates(const struct arguments *arguments, struct db *db, struct err *err)
{
    struct progress progress;
    struct guard_options guard =
        guarding_options(arguments->n_jobs, &progress, "reading", "programs");
    struct pairs pairs;
    struct fingerprints prints = {0};
    int status = pairs_read(&pairs, db, err);
    if (status == 0)
        status = fingerprints_make(&prints, db, &pairs, &arguments->fingerprints, &guard, err);
    progress_clear(&progress);
    if (status == 0) {
        struct duplicates duplicates;
        guard = guarding_options(arguments->n_jobs, &progress, "comparing", "bands");
        duplicates_find(&duplicates, &pairs, &prints, false, &guard);
        progress_clear(&progress);
        status = duplicates_store(&duplicates, &pairs, &prints, db, err);
        duplicates_release(&duplicates);
    }
    fingerprints_release(&prints);
    pairs_release(&pairs);
    return status;
}

static int dedup(const struct command *command, const struct arguments *arguments)
{
    struct err err;
    struct db *db;
    struct json *report = NULL;
    if (guarding_begin(&db, arguments->db, &err) != 0)
        return command_fail(command, &err);
    int64_t n_splits = 0;
    int status = db_get_int(db, &n_splits, "SELECT count(*) FROM split_run", &err);
    if (status == 0)
        status = find_duplicates(arguments, db, &err);
    if (status == 0)
        status = problem_ties_make(db, arguments->problem_clusters, &err);
    if (status == 0)
        status = dedup_report_collect(&report, db, arguments->top, &err);
    if (guarding_end(db, status, &err) != 0) {
        json_free(report);
        return command_fail(command, &err);
    }
    if (arguments->is_json)
        json_write_pretty(report, stdout);
    else
        dedup_report_print(report, stdout);
    json_free(report);
    if (n_splits)
        fprintf(stderr, "tokfix dedup: the splits are those of before; to close them over what was "
                        "found now, run tokfix split again\n");
    return EXIT_OK;
}

static int set_option(const struct command *command, void *context, int code)
{
    struct arguments *arguments = context;
    switch (code) {
    case OPTION_PRESET:
        return guarding_preset(command, optarg, &arguments->fingerprints.preset);
    case OPTION_TOP:
        return guarding_top(command, optarg, &arguments->top);
    case 'j':
        return command_line_jobs(command, optarg, &arguments->n_jobs);
    case OPTION_LITERALS:
        arguments->fingerprints.renames_literals = true;
        return EXIT_OK;
    case OPTION_PROBLEMS:
        arguments->problem_clusters = optarg;
        return EXIT_OK;
    case OPTION_JSON:
        arguments->is_json = true;
        return EXIT_OK;
    default:
        return EXIT_USAGE;
    }
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {
        .n_jobs = pipeline_cpu_count(),
        .top = DEFAULT_TOP,
        .fingerprints = {.preset = &near_presets[0]},
    };
    struct command_line line = {command,      "one database", ":j:h",
                                long_options, set_option,     &arguments};
    int status = command_line_read(&line, argc, argv, &arguments.db);
    if (!arguments.db)
        return status;
    return dedup(command, &arguments);
}

const struct command command_dedup = {
    .name = "dedup",
    .summary = "find duplicates, conflicting fixes, and problems that are one",
    .help = help,
    .run = run,
};
