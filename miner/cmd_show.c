/* tokfix show: fixes as readable diffs. */
#include "base/terminal.h"
#include "db/store.h"
#include "cli/command_line.h"
#include "miner/categories.h"
#include "miner/commands.h"
#include "miner/names.h"
#include "report/diff.h"

#include <getopt.h>
#include <stdio.h>

enum { DEFAULT_LIMIT = 5, DEFAULT_CONTEXT = 2, MAX_CONTEXT = 16 };

enum { OPTION_CATEGORY = 256, OPTION_CONTEXT };

static const struct command_option own_options[] = {
    {'n', "number", "N", "how many fixes", "5", NULL},
    {OPTION_CATEGORY, "category", "LIST", "categories, separated by commas", "the first six",
     names_category},
    {OPTION_CONTEXT, "context", "N", "lines before and after, 0 to 16", "2", NULL},
    {0},
};

struct arguments {
    struct diff_options options;
    const char *categories;
};

static int show(const struct command *command, const char *path, const struct diff_options *options)
{
    struct err err;
    struct db *db;
    int64_t n_shown;
    if (store_open(&db, path, &err) != 0)
        return command_fail(command, &err);
    int status = diff_print(db, options, stdout, &n_shown, &err);
    db_close(db);
    if (status != 0)
        return command_fail(command, &err);
    if (n_shown == 0)
        printf("no fixes of these categories in %s\n", path);
    return EXIT_OK;
}

static int set_option(const struct command *command, void *context, int code)
{
    struct arguments *arguments = context;
    int64_t number;
    switch (code) {
    case 'n':
        if (command_number(optarg, 1, INT64_MAX, &arguments->options.limit) == 0)
            return EXIT_OK;
        return command_usage(command, "--number takes a whole number from 1, not '%s'", optarg);
    case OPTION_CATEGORY:
        arguments->categories = optarg;
        return EXIT_OK;
    default:
        if (command_number(optarg, 0, MAX_CONTEXT, &number) != 0)
            return command_usage(command, "--context takes 0 to 16, not '%s'", optarg);
        arguments->options.n_context = (int)number;
        return EXIT_OK;
    }
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {
        .options = {.limit = DEFAULT_LIMIT, .n_context = DEFAULT_CONTEXT}};
    struct category_choice categories;
    int status;
    if (!command_line_read(command, argc, argv, set_option, &arguments, &status))
        return status;
    categories_choose(arguments.categories, &categories);
    arguments.options.categories = categories.names;
    arguments.options.n_categories = categories.n;
    arguments.options.has_color = terminal_is_colored(stdout);
    return show(command, argv[optind], &arguments.options);
}

static const struct command_group groups[] = {{"Options", own_options}, {0}};

const struct command command_show = {
    .name = "show",
    .summary = "fixes as readable diffs",
    .synopsis = "DB [OPTION]...",
    .text =
        "Shows the first fixes of a database: the changed line before and after, the lines around "
        "it, the token marked.",
    .groups = groups,
    .exit_status = "0\tdone\n1\tfailed\n2\twrong command line",
    .examples = "tokfix show bugs.db\n"
                "tokfix show bugs.db --category logical_operator -n 20 --color always | less -R",
    .operands = {"one database", 1, 1, NULL},
    .run = run,
};
