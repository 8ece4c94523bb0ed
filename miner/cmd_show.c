/* tokfix show: fixes as readable diffs. */
#include "base/terminal.h"
#include "db/store.h"
#include "miner/command.h"
#include "report/diff.h"

#include <getopt.h>
#include <stdio.h>

enum { DEFAULT_LIMIT = 5, DEFAULT_CONTEXT = 2, MAX_CONTEXT = 16 };

static const char help[] =
    "Usage: tokfix show DB [OPTION]...\n\n"
    "Shows the first fixes of a database: the changed line before and after, the lines around\n"
    "it, the token marked.\n\n"
    "Options:\n"
    "  -n, --number N         how many fixes (default: 5)\n"
    "      --category LIST    categories, separated by commas: variable_misuse,\n"
    "                         binary_operator, comparison_operator, logical_operator,\n"
    "                         assignment_operator, literal, other, or all\n"
    "                         (default: the first six)\n"
    "      --context N        lines before and after, 0 to 16 (default: 2)\n"
    "      --color WHEN       auto, always or never (default: auto; NO_COLOR is respected)\n"
    "  -h, --help             this text\n\n"
    "Exit status: 0 done, 1 failed, 2 wrong command line.\n\n"
    "Examples:\n"
    "  tokfix show bugs.db\n"
    "  tokfix show bugs.db --category logical_operator -n 20 --color always | less -R\n";

enum { OPTION_CATEGORY = 256, OPTION_CONTEXT, OPTION_COLOR };

static const struct option long_options[] = {
    {"number", required_argument, NULL, 'n'},
    {"category", required_argument, NULL, OPTION_CATEGORY},
    {"context", required_argument, NULL, OPTION_CONTEXT},
    {"color", required_argument, NULL, OPTION_COLOR},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
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

static int run(const struct command *command, int argc, char **argv)
{
    struct diff_options options = {.limit = DEFAULT_LIMIT, .n_context = DEFAULT_CONTEXT};
    struct category_choice categories;
    const char *list = NULL;
    int color = COLOR_AUTO, code;
    int64_t number;
    while ((code = getopt_long(argc, argv, ":n:h", long_options, NULL)) != -1) {
        switch (code) {
        case 'h':
            return command_help(command);
        case 'n':
            if (command_number(optarg, 1, INT64_MAX, &options.limit) != 0)
                return command_usage(command, "--number takes a whole number from 1, not '%s'",
                                     optarg);
            break;
        case OPTION_CATEGORY:
            list = optarg;
            break;
        case OPTION_CONTEXT:
            if (command_number(optarg, 0, MAX_CONTEXT, &number) != 0)
                return command_usage(command, "--context takes 0 to 16, not '%s'", optarg);
            options.n_context = (int)number;
            break;
        case OPTION_COLOR:
            color = color_choice_find(optarg);
            if (color < 0)
                return command_usage(command, "--color takes auto, always or never, not '%s'",
                                     optarg);
            break;
        default:
            return command_bad_option(command, code, argv);
        }
    }
    if (command_categories(command, list, &categories) != EXIT_OK)
        return EXIT_USAGE;
    options.categories = categories.names;
    options.n_categories = categories.n;
    if (argc - optind != 1)
        return command_usage(command, "name one database");
    options.has_color = terminal_has_color((enum color_choice)color, stdout);
    return show(command, argv[optind], &options);
}

const struct command command_show = {
    .name = "show",
    .summary = "fixes as readable diffs",
    .help = help,
    .run = run,
};
