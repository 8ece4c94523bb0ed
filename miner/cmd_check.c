/* tokfix check: proves or refutes that a data set is clean. */
#include "base/pipeline.h"
#include "db/store.h"
#include "guard/check.h"
#include "guard/leak_search.h"
#include "miner/guarding.h"
#include "miner/matching.h"
#include "report/check_report.h"
#include "report/leak_report.h"

enum { DEFAULT_TOP = 20 };

static const char help[] =
    "Usage: tokfix check DB [--against BENCH]... [OPTION]...\n\n"
    "Proves or refutes that a database is clean: no exact, renamed or near duplicate, no buggy\n"
    "program and no problem cluster in two splits, no user where the split was closed over\n"
    "users, and nothing of the benchmarks in any fix. Fixes that are marked as excluded do not\n"
    "count. Duplicates and leaks are found anew from the programs, whatever the database says\n"
    "of them; problem clusters are those that `tokfix dedup` stored. Changes nothing. Meant for\n"
    "a CI job.\n\n"
    "Options:\n"
    "      --against BENCH      a benchmark, as for `tokfix leak`; may be repeated\n" MATCHING_HELP
    "      --closed-over LIST   what may not stand in two splits: problem, problem-cluster, user,\n"
    "                           duplicates (default: problem-cluster,duplicates, and what the\n"
    "                           split was closed over)\n"
    "      --preset NAME        what near duplicates are: allamanis, buglab, bigcode (default:\n"
    "                           as dedup was run)\n"
    "      --top N              rows in each list that is printed (default: 20)\n"
    "      --json               everything as one JSON object\n"
    "  -j, --jobs N             threads (default: the CPUs this process may use); the result\n"
    "                           does not depend on it\n"
    "  -h, --help               this text\n\n"
    "Exit status: 0 clean; 1 not clean, or failed; 2 wrong command line.\n\n"
    "Examples:\n"
    "  tokfix check bugs.db\n"
    "  tokfix check bugs.db --against quixbugs --against real_bugs.jsonl --match type2\n";

enum { OPTION_AGAINST = 256, OPTION_CLOSED_OVER, OPTION_PRESET, OPTION_TOP, OPTION_JSON };

static const struct option long_options[] = {
    {"against", required_argument, NULL, OPTION_AGAINST},
    {"closed-over", required_argument, NULL, OPTION_CLOSED_OVER},
    {"preset", required_argument, NULL, OPTION_PRESET},
    {"top", required_argument, NULL, OPTION_TOP},
    {"json", no_argument, NULL, OPTION_JSON},
    MATCHING_OPTIONS,
    {"jobs", required_argument, NULL, 'j'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

struct arguments {
    const char *db;
    ARRAY(const char *) against;
    struct match_options match;
    struct check_options options; /* without closure and preset: as the database says */
    int64_t n_jobs, top;
    bool is_json;
};

/* What is found on the way. */
struct checking {
    const struct arguments *arguments;
    struct db *db;
    struct pairs pairs;
    struct json *report;
    bool is_clean;
    size_t n_rejected; /* programs of benchmarks that could not be compared */
};

static size_t top_of(const struct arguments *arguments)
{
    return arguments->is_json ? SIZE_MAX : (size_t)arguments->top;
}

/* Fills in what the command line left to the database. */
static int complete_options(struct check_options *options, struct db *db, struct err *err)
{
    struct db_statement *s;
    const char *ignored;
    if (db_prepare(&s, db,
                   "SELECT (SELECT preset FROM dedup_run), (SELECT closed_over FROM split_run), "
                   "(SELECT renames_literals FROM dedup_run)",
                   err) != 0)
        return ERR;
    int status = db_step(s, err);
    if (status == 1 && !options->fingerprints.preset)
        options->fingerprints.preset = near_preset_find(db_text(s, 0));
    if (!options->fingerprints.preset)
        options->fingerprints.preset = &near_presets[0];
    if (status == 1 && !options->closure)
        options->closure = closure_find(db_text(s, 1), &ignored) | CLOSED_OVER_PROBLEM_CLUSTER |
                           CLOSED_OVER_DUPLICATES;
    if (status == 1 && db_int(s, 2))
        options->fingerprints.renames_literals = true;
    db_finish(s);
    return status < 0 ? ERR : 0;
}

static int check_all_splits(struct checking *checking, struct err *err)
{
    struct check_options options = checking->arguments->options;
    struct progress progress;
    struct guard_options guard =
        guarding_options(checking->arguments->n_jobs, &progress, "comparing", "programs");
    struct check check = {0};
    int64_t n_runs = 0;
    int status = complete_options(&options, checking->db, err);
    if (status == 0)
        status = db_get_int(checking->db, &n_runs, "SELECT count(*) FROM dedup_run", err);
    if (status == 0 && !n_runs && options.closure & CLOSED_OVER_PROBLEM_CLUSTER)
        status = err_set(err, "problem clusters are not known; run tokfix dedup first, or choose "
                              "what to check with --closed-over");
    if (status == 0)
        status = check_splits(&check, checking->db, &checking->pairs, &options, &guard, err);
    progress_clear(&progress);
    if (status == 0 && check.n_pairs == 0)
        status = err_set(err, "no fix is in a split; run tokfix split again");
    if (status == 0) {
        json_set(
            checking->report, "splits",
            check_report_make(&check, &checking->pairs, &options, top_of(checking->arguments)));
        checking->is_clean = checking->is_clean && check.crossings.n == 0;
    }
    check_release(&check);
    return status;
}

static int check_benchmark(struct checking *checking, const char *path, struct json *benchmarks,
                           struct err *err)
{
    struct progress progress;
    struct guard_options guard =
        guarding_options(checking->arguments->n_jobs, &progress, "searching", "programs");
    struct leak_search search;
    int status = leak_search_run(&search, path, checking->db, &checking->pairs,
                                 &checking->arguments->match, PAIR_NO_SPLIT, &guard, err);
    progress_clear(&progress);
    if (status == 0) {
        json_push(benchmarks, leak_report_make(&search.leaks, &checking->pairs, &search.benchmark,
                                               &search.needles, top_of(checking->arguments)));
        checking->is_clean = checking->is_clean && search.leaks.list.n == 0;
        checking->n_rejected += search.benchmark.rejects.n;
    }
    leak_search_release(&search);
    return status;
}

static int check_everything(struct checking *checking, struct err *err)
{
    const struct arguments *arguments = checking->arguments;
    int64_t n_splits;
    if (db_get_int(checking->db, &n_splits, "SELECT count(*) FROM split_run", err) != 0)
        return ERR;
    if (!n_splits && !arguments->against.n)
        return err_set(err,
                       "'%s' has no splits that could be compared; run tokfix split first, or name "
                       "a benchmark with --against",
                       arguments->db);
    int status = pairs_read(&checking->pairs, checking->db, err);
    if (status == 0 && n_splits)
        status = check_all_splits(checking, err);
    struct json *benchmarks = json_array();
    for (size_t i = 0; i < arguments->against.n && status == 0; i++)
        status = check_benchmark(checking, arguments->against.items[i], benchmarks, err);
    json_set(checking->report, "benchmarks", benchmarks);
    json_set_bool(checking->report, "clean", checking->is_clean);
    pairs_release(&checking->pairs);
    return status;
}

static void print(const struct checking *checking)
{
    const struct json *splits = json_get(checking->report, "splits");
    const struct json *benchmarks = json_get(checking->report, "benchmarks");
    if (checking->arguments->is_json) {
        json_write_pretty(checking->report, stdout);
        return;
    }
    if (splits)
        check_report_print(splits, stdout);
    else
        puts("no splits: nothing to compare but the benchmarks");
    for (const struct json *one = json_first(benchmarks); one; one = json_next(one)) {
        putchar('\n');
        leak_report_print(one, stdout);
    }
    printf("\n%s\n", checking->is_clean ? "clean" : "NOT CLEAN");
    if (checking->n_rejected)
        printf("(%zu programs of the benchmarks could not be compared)\n", checking->n_rejected);
}

static int check(const struct command *command, const struct arguments *arguments)
{
    struct err err;
    struct checking checking = {.arguments = arguments, .is_clean = true};
    if (store_open(&checking.db, arguments->db, &err) != 0)
        return command_fail(command, &err);
    checking.report = json_object();
    int status = check_everything(&checking, &err);
    db_close(checking.db);
    if (status == 0)
        print(&checking);
    json_free(checking.report);
    if (status != 0)
        return command_fail(command, &err);
    return checking.is_clean ? EXIT_OK : EXIT_FAILED;
}

static int set_option(const struct command *command, void *context, int code)
{
    struct arguments *arguments = context;
    switch (code) {
    case OPTION_CLOSED_OVER:
        return guarding_closure(command, optarg, &arguments->options.closure);
    case OPTION_PRESET:
        return guarding_preset(command, optarg, &arguments->options.fingerprints.preset);
    case OPTION_TOP:
        return guarding_top(command, optarg, &arguments->top);
    case 'j':
        return guarding_jobs(command, optarg, &arguments->n_jobs);
    case OPTION_AGAINST:
        array_push(&arguments->against, optarg);
        return EXIT_OK;
    case OPTION_JSON:
        arguments->is_json = true;
        return EXIT_OK;
    default:
        return matching_set(command, &arguments->match, code);
    }
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {
        .n_jobs = pipeline_cpu_count(),
        .top = DEFAULT_TOP,
        .match = matching_default(),
    };
    struct guarding_line line = {command, ":j:h", long_options, set_option, &arguments};
    int status = guarding_read(&line, argc, argv, &arguments.db);
    if (arguments.db)
        status = check(command, &arguments);
    array_release(&arguments.against);
    return status;
}

const struct command command_check = {
    .name = "check",
    .summary = "prove or refute that splits and benchmarks do not leak",
    .help = help,
    .run = run,
};
