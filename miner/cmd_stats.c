/* tokfix stats: the tables of a store. */
#include "db/store.h"
#include "miner/command.h"
#include "report/stats.h"

#include <getopt.h>

enum { DEFAULT_TOP = 20 };

static const char help[] =
    "Usage: tokfix stats DB [OPTION]...\n\n"
    "Shows what a database holds: fixes by category with their shares beside those of the\n"
    "thesis that tokfix follows (Takada 2024, CodeNet Python; and its GitHub set), files,\n"
    "histories and pairs, the funnel from files to fixes with every reject reason, statuses\n"
    "and their transitions, submissions per history, the most frequent edits, SStuB patterns.\n\n"
    "Options:\n"
    "      --json     the same numbers as one JSON object, under stable keys\n"
    "      --top N    how many of the most frequent edits (default: 20)\n"
    "  -h, --help     this text\n\n"
    "Exit status: 0 done, 1 failed, 2 wrong command line.\n\n"
    "Examples:\n"
    "  tokfix stats bugs.db\n"
    "  tokfix stats bugs.db --json > stats.json\n"
    "  sqlite3 bugs.db 'select * from bug_types'\n";

enum { OPTION_JSON = 256, OPTION_TOP };

static const struct option long_options[] = {
    {"json", no_argument, NULL, OPTION_JSON},
    {"top", required_argument, NULL, OPTION_TOP},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
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

static int run(const struct command *command, int argc, char **argv)
{
    bool is_json = false;
    int64_t top = DEFAULT_TOP;
    int code;
    while ((code = getopt_long(argc, argv, ":h", long_options, NULL)) != -1) {
        if (code == 'h')
            return command_help(command);
        if (code == OPTION_JSON)
            is_json = true;
        else if (code != OPTION_TOP)
            return command_bad_option(command, code, argv);
        else if (command_number(optarg, 1, INT32_MAX, &top) != 0)
            return command_usage(command, "--top takes a whole number from 1, not '%s'", optarg);
    }
    if (argc - optind != 1)
        return command_usage(command, "name one database");
    return print(command, argv[optind], top, is_json);
}

const struct command command_stats = {
    .name = "stats",
    .summary = "tables of a database: categories, funnel, edits, patterns",
    .help = help,
    .run = run,
};
