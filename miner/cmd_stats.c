/* tokfix stats: the tables of a store. */
#include "cli/command_line.h"
#include "db/store.h"
#include "miner/commands.h"
#include "report/stats.h"

#include <getopt.h>

enum { DEFAULT_TOP = 20 };

enum { OPTION_JSON = 256, OPTION_TOP };

static const struct command_option own_options[] = {
    {OPTION_JSON, "json", NULL, "the same numbers as one JSON object, under stable keys", NULL,
     NULL},
    {OPTION_TOP, "top", "N", "how many of the most frequent edits", "20", NULL},
    {0},
};

struct arguments {
    int64_t top;
    bool is_json;
};

static int print(const struct command *command, const char *path, int64_t top, bool is_json)
{
    struct err err;
    struct db *db;
    struct json *stats;
    if (store_open(&db, path, &err) != 0)
        return command_fail(command, &err);
    int status = stats_collect(&stats, db, (int)top, &err);
    db_close(db);
    if (status != 0)
        return command_fail(command, &err);
    if (is_json)
        json_write_pretty(stats, stdout);
    else
        stats_print(stats, stdout);
    json_free(stats);
    return EXIT_OK;
}

static int set_option(const struct command *command, void *context, int code)
{
    struct arguments *arguments = context;
    if (code == OPTION_JSON)
        arguments->is_json = true;
    else if (command_number(optarg, 1, INT32_MAX, &arguments->top) != 0)
        return command_usage(command, "--top takes a whole number from 1, not '%s'", optarg);
    return EXIT_OK;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {.top = DEFAULT_TOP};
    int status;
    if (!command_line_read(command, argc, argv, set_option, &arguments, &status))
        return status;
    return print(command, argv[optind], arguments.top, arguments.is_json);
}

static const struct command_group groups[] = {{"Options", own_options}, {0}};

const struct command command_stats = {
    .name = "stats",
    .summary = "tables of a database: categories, funnel, edits, patterns",
    .synopsis = "DB [OPTION]...",
    .text =
        "Shows what a database holds: fixes by category with their shares beside those of the "
        "thesis that tokfix follows (Takada 2024, CodeNet Python; and its GitHub set), files, "
        "histories and pairs, the funnel from files to fixes with every reject reason, statuses "
        "and their transitions, submissions per history, the most frequent edits, SStuB "
        "patterns. Counted are the real fixes; where there are mutants (origin mutant), categories, "
        "edits, patterns and roles have a column of them.",
    .groups = groups,
    .exit_status = "0\tdone\n1\tfailed\n2\twrong command line",
    .examples = "tokfix stats bugs.db\n"
                "tokfix stats bugs.db --json > stats.json\n"
                "sqlite3 bugs.db 'select * from bug_types'",
    .operands = {"one database", 1, 1, NULL},
    .run = run,
};
