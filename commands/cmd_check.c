/* tokfix check: proves or refutes that a data set is clean. */
#include "cli/command_line.h"
#include "db/store.h"
#include "commands/commands.h"
#include "commands/guarding.h"
#include "commands/values.h"
#include "report/check_report.h"
#include "report/leak_report.h"

struct arguments {
    const char *db;
    struct checking_options options;
    int64_t top, n_jobs;
    bool is_json;
};

static const struct command_option own_options[] = {
    {0, "against", "BENCH", "a benchmark, as for `tokfix leak`; may be repeated",
     TO_TEXTS(arguments, options.against)},
    {0, "closed-over", "LIST",
     "what may not stand in two splits: problem, problem-cluster, user, duplicates",
     .otherwise = "problem-cluster,duplicates, and what the split was closed over",
     TO_BITS(arguments, options.check.closure, names_tie)},
    {0, "preset", "NAME", "what near duplicates are: allamanis, buglab, bigcode",
     .otherwise = "as dedup was run", TO_PRESET(arguments, options.check.fingerprints.preset)},
    {0, "top", "N", "rows in each list that is printed", "20", TO_TOP(arguments, top)},
    {0, "json", NULL, "everything as one JSON object", TO_FLAG(arguments, is_json)},
    OPTION_JOBS(arguments, n_jobs),
    {0},
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
    double n_unread = (double)checking->n_rejected;
    printf("\n%s", checking->is_clean ? "clean" : "NOT CLEAN");
    if (n_unread > 0)
        printf("%s: %.0f %s of the benchmarks could not be read, and nothing is known of %s",
               checking->is_clean ? " as far as could be seen" : "", n_unread,
               plural(n_unread, "program", "programs"), plural(n_unread, "it", "them"));
    putchar('\n');
}

static int check(const struct command *command, struct arguments *arguments)
{
    struct err err;
    struct db *db;
    struct checking checking;
    arguments->options.top = arguments->is_json ? SIZE_MAX : (size_t)arguments->top;
    if (store_open(&db, arguments->db, &err) != 0)
        return command_fail(command, &err);
    int status =
        guarding_check(&checking, db, arguments->db, &arguments->options, arguments->n_jobs, &err);
    if (status == 0) {
        print(&checking, arguments->is_json);
        guarding_remember_read(command, arguments->db, db, checking.report);
    } else {
        db_close(db);
    }
    checking_release(&checking);
    if (status != 0)
        return command_fail(command, &err);
    return checking.is_clean ? EXIT_OK : EXIT_FAILED;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {0};
    int status;
    if (command_line_read(command, argc, argv, &arguments, &status)) {
        arguments.db = argv[optind];
        status = check(command, &arguments);
    }
    array_release(&arguments.options.against);
    return status;
}

static const struct command_group groups[] = {{"Options", own_options, 0},
                                              {"When a program is found in another",
                                               guarding_match_options,
                                               offsetof(struct arguments, options.match)},
                                              {0}};

const struct command command_check = {
    .name = "check",
    .summary = "prove or refute that splits and benchmarks do not leak",
    .synopsis = "DB [--against BENCH]... [OPTION]...",
    .text =
        "Proves or refutes that a database is clean: no exact, renamed or near duplicate, no buggy "
        "program and no problem cluster in two splits, no user where the split was closed over "
        "users, and nothing of the benchmarks in any fix. Fixes that are marked as excluded do not "
        "count. Duplicates and leaks are found anew from the programs, whatever the database says "
        "of them; problem clusters are those that `tokfix dedup` stored. Meant for a CI job.\n"
        "\n"
        "The result is stored in the table checks, for the card and the report; nothing else in "
        "the database changes. If the database cannot be written, standard error says so.",
    .groups = groups,
    .exit_status =
        "0\tclean, as far as the programs could be read; the last line counts those that could not "
        "(n_unread in --json)\n"
        "1\tnot clean, or failed\n"
        "2\twrong command line",
    .examples = "tokfix check bugs.db\n"
                "tokfix check bugs.db --against quixbugs --against bugs.jsonl --match type2",
    .operands = {"one database", 1, 1, NULL},
    .run = run,
};
