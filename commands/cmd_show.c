/* tokfix show: fixes as readable diffs. */
#include "cli/command_line.h"
#include "commands/categories.h"
#include "commands/commands.h"
#include "commands/exporting.h"
#include "commands/exporting_filters.h"
#include "commands/value_names.h"
#include "commands/showing.h"

#include <getopt.h>
#include <string.h>

enum { DEFAULT_NUMBER = 20, DEFAULT_CONTEXT = 3 };

enum { OPTION_CONTEXT = 256, OPTION_NO_PAGER, OPTION_JSON, OPTION_RANDOM, OPTION_SPLIT };

static const struct command_option own_options[] = {
    {'n', "number", "N|all", "how many fixes", "20; of random 1", NULL},
    {OPTION_RANDOM, "random", NULL, "fixes by chance; the seed is told", NULL, NULL},
    {OPTION_CONTEXT, "context", "N|all", "lines above and below", "3", NULL},
    {OPTION_JSON, "json", NULL, "a line for each fix, as a row of tokfix export --format pairs",
     NULL, NULL},
    {OPTION_NO_PAGER, "no-pager", NULL,
     "write to the terminal itself; else TOKFIX_PAGER, PAGER or less is in between, unless that is "
     "empty or cat",
     NULL, NULL},
    {OPTION_SPLIT, "split", "LIST",
     "train, validation, test, as tokfix split decided; all: these three; none: fixes in no split",
     "all fixes", names_split_choice},
    {0},
};

struct arguments {
    struct showing showing;
    struct exporting exporting; /* its choice, and what the lists in that point into */
    bool has_choice;            /* an option that says which fixes, or how many */
};

static int set_context(const struct command *command, size_t *n_context)
{
    int64_t count;
    int status = command_line_number_or_all(command, "--context", 0, &count);
    *n_context = count == INT64_MAX ? SIZE_MAX : (size_t)count;
    return status;
}

static int set_choice(const struct command *command, struct arguments *arguments, int code)
{
    struct showing *showing = &arguments->showing;
    arguments->has_choice = true;
    switch (code) {
    case 'n':
        return command_line_number_or_all(command, "--number", 1, &showing->n_fixes);
    case OPTION_RANDOM:
        showing->is_random = true;
        return EXIT_OK;
    case OPTION_SPLIT:
        exporting_set_splits(&arguments->exporting);
        return EXIT_OK;
    default:
        showing->has_seed = showing->has_seed || code == EXPORTING_SEED;
        return exporting_set_filter(command, &arguments->exporting, code);
    }
}

static int set_option(const struct command *command, void *context, int code)
{
    struct arguments *arguments = context;
    struct showing *showing = &arguments->showing;
    switch (code) {
    case OPTION_CONTEXT:
        return set_context(command, &showing->options.style.n_context);
    case OPTION_JSON:
        showing->options.is_json = true;
        return EXIT_OK;
    case OPTION_NO_PAGER:
        showing->has_pager = false;
        return EXIT_OK;
    default:
        return set_choice(command, arguments, code);
    }
}

/* What the command line left open. */
static void complete(struct arguments *arguments)
{
    struct showing *showing = &arguments->showing;
    struct exporting *exporting = &arguments->exporting;
    struct category_choice categories;
    categories_choose(exporting->categories ? exporting->categories : names_all, &categories);
    for (size_t i = 0; i < categories.n; i++)
        array_push(&exporting->choice.categories.list, categories.names[i]);
    exporting->choice.takes_made = true;
    exporting->choice.kept = MARK_DUPLICATE | MARK_CONFLICTING | MARK_EXCLUDED;
    if (!showing->n_fixes)
        showing->n_fixes = showing->is_random ? 1 : DEFAULT_NUMBER;
    showing->choice = exporting->choice;
}

static int run_with(const struct command *command, struct arguments *arguments)
{
    if (arguments->showing.n_ids && arguments->has_choice)
        return command_usage(command, "name fixes by their ids, or say which by options, not both");
    complete(arguments);
    return showing_run(command, &arguments->showing);
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {
        .showing = {.has_pager = true, .options = {.style = {.n_context = DEFAULT_CONTEXT}}}};
    int status;
    exporting_init(&arguments.exporting);
    if (command_line_read(command, argc, argv, set_option, &arguments, &status)) {
        arguments.showing.db = argv[optind];
        arguments.showing.ids = (const char *const *)argv + optind + 1;
        arguments.showing.n_ids = (size_t)(argc - optind - 1);
        status = run_with(command, &arguments);
    }
    exporting_release(&arguments.exporting);
    return status;
}

static const struct command_group groups[] = {
    {"Options", own_options}, {"Which fixes", exporting_show_options}, {0}};

static const struct command_section sections[] = {
    {"Environment", "TOKFIX_PAGER, PAGER\twhat runs between tokfix and a terminal\n"
                    "LESS\toptions of less; FRX unless it is set\n"
                    "COLUMNS\twidth of the terminal\n"
                    "NO_COLOR, TERM\tno colour if the one is set, or the other is dumb"},
    {0},
};

const struct command command_show = {
    .name = "show",
    .summary = "fixes as readable diffs",
    .synopsis = "DB [OPTION]...\nDB [OPTION]... ID...",
    .text =
        "Shows fixes: what is known of each, the changed line before and after with the token "
        "marked, and the lines around it. An ID is PROBLEM-BUGGY-FIXED, as tokfix writes it "
        "everywhere. Without ids the first fixes are shown, or those that filters leave. Nothing "
        "is left out otherwise: the heading tells what is a duplicate, conflicting, or excluded.",
    .groups = groups,
    .sections = sections,
    .exit_status = "0\tdone\n1\tfailed\n2\twrong command line",
    .examples = "tokfix show bugs.db\n"
                "tokfix show bugs.db p00001-s000000001-s000000002 --context all\n"
                "tokfix show bugs.db --random --category logical_operator\n"
                "tokfix show bugs.db --edit '< => <=' --status 'Wrong Answer' -n all\n"
                "tokfix show bugs.db --marked conflicts --color always | less -R",
    .operands = {"a database, and ids of fixes if you like", 1, SIZE_MAX, NULL},
    .run = run,
};
