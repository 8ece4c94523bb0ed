/* tokfix show: fixes as readable diffs. */
#include "cli/command_line.h"
#include "commands/commands.h"
#include "commands/filters.h"
#include "commands/values.h"
#include "commands/showing.h"

#include <string.h>

enum { DEFAULT_NUMBER = 20 };

static const struct command_option own_options[] = {
    {'n', "number", "N|all", "how many fixes", .otherwise = "20; of random 1",
     TO_NUMBER_OR_ALL(showing, n_fixes, 1)},
    {0, "random", NULL, "fixes by chance; the seed is told", TO_FLAG(showing, is_random)},
    {0, "context", "N|all", "lines above and below", "3",
     TO_SIZE_OR_ALL(showing, options.style.n_context, 0)},
    {0, "json", NULL, "a line for each fix, as a row of tokfix export --format pairs",
     TO_FLAG(showing, options.is_json)},
    {0, "no-pager", NULL,
     "write to the terminal itself; else TOKFIX_PAGER, PAGER or less is in between, unless that is "
     "empty or cat",
     TO_FLAG(showing, has_no_pager)},
    {0, "split", "LIST",
     "train, validation, test, as tokfix split decided; all: these three; none: fixes in no split",
     .otherwise = "all fixes", TO_SPLITS(showing, choice.splits)},
    {0},
};

static int run_with(const struct command *command, struct showing *showing)
{
    bool has_choice = command_line_has("number,random,split") || filters_are_given();
    if (showing->n_ids && has_choice)
        return command_usage(command, "name fixes by their ids, or say which by options, not both");
    showing->choice.takes_made = true;
    showing->choice.kept = FILTERS_KEEP_ALL;
    showing->has_seed = command_line_has("seed");
    if (!showing->n_fixes)
        showing->n_fixes = showing->is_random ? 1 : DEFAULT_NUMBER;
    return showing_run(command, showing);
}

static int run(const struct command *command, int argc, char **argv)
{
    struct showing showing = {.choice = fix_choice_default()};
    int status;
    if (command_line_read(command, argc, argv, &showing, &status)) {
        showing.db = argv[optind];
        showing.ids = (const char *const *)argv + optind + 1;
        showing.n_ids = (size_t)(argc - optind - 1);
        status = run_with(command, &showing);
    }
    fix_choice_release(&showing.choice);
    return status;
}

static const struct command_group groups[] = {
    {"Options", own_options, 0}, FILTER_GROUPS_SHOWN("Which fixes", showing, choice), {0}};

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
