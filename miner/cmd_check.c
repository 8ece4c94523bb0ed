/* tokfix check: proves or refutes that a data set is clean. */
#include "base/pipeline.h"
#include "db/store.h"
#include "miner/checking.h"
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
    struct checking_options options;
    int64_t top;
    bool is_json;
};

static void print(const struct checking *checking, bool is_json)
{
    const struct json *splits = json_get(checking->report, "splits");
    const struct json *benchmarks = json_get(checking->report, "benchmarks");
    if (is_json) {
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

static int check(const struct command *command, struct arguments *arguments)
{
    struct err err;
    struct db *db;
    struct checking checking;
    arguments->options.top = arguments->is_json ? SIZE_MAX : (size_t)arguments->top;
    if (store_open(&db, arguments->db, &err) != 0)
        return command_fail(command, &err);
    int status = checking_run(&checking, db, arguments->db, &arguments->options, &err);
    db_close(db);
    if (status == 0)
        print(&checking, arguments->is_json);
    checking_release(&checking);
    if (status != 0)
        return command_fail(command, &err);
    return checking.is_clean ? EXIT_OK : EXIT_FAILED;
}

static int set_option(const struct command *command, void *context, int code)
{
    struct arguments *arguments = context;
    switch (code) {
    case OPTION_CLOSED_OVER:
        return guarding_closure(command, optarg, &arguments->options.check.closure);
    case OPTION_PRESET:
        return guarding_preset(command, optarg, &arguments->options.check.fingerprints.preset);
    case OPTION_TOP:
        return guarding_top(command, optarg, &arguments->top);
    case 'j':
        return command_line_jobs(command, optarg, &arguments->options.n_jobs);
    case OPTION_AGAINST:
        array_push(&arguments->options.against, optarg);
        return EXIT_OK;
    case OPTION_JSON:
        arguments->is_json = true;
        return EXIT_OK;
    default:
        return matching_set(command, &arguments->options.match, code);
    }
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {
        .options = {.n_jobs = pipeline_cpu_count(), .match = matching_default()},
        .top = DEFAULT_TOP,
    };
    struct command_line line = {command,      "one database", ":j:h",
                                long_options, set_option,     &arguments};
    int status = command_line_read(&line, argc, argv, &arguments.db);
    if (arguments.db)
        status = check(command, &arguments);
    array_release(&arguments.options.against);
    return status;
}

const struct command command_check = {
    .name = "check",
    .summary = "prove or refute that splits and benchmarks do not leak",
    .help = help,
    .run = run,
};
