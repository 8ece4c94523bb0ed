/* tokfix stats: prints the tables of a store. */
#include "base/str.h"
#include "db/store.h"
#include "commands/commands.h"
#include "commands/filters.h"
#include "commands/one_language.h"
#include "report/stats.h"

struct arguments {
    const char *db;
    int64_t limit;
    struct table_choice tables;
    struct fix_choice choice;
};

static const struct command_option own_options[] = {
    {0, "format", "FORMAT",
     "output format of the tables\n"
     "text\taligned, for a terminal\n"
     "csv\tone table for programs such as pandas (see CSV)\n"
     "latex\tthe categories as a booktabs table for a paper\n"
     "json\tone JSON object with stable keys",
     TO_TABLE_FORMAT(arguments, tables)},
    {0, "json", NULL, "same as --format json", TO_TABLE_JSON(arguments, tables)},
    OPTION_LIMIT(arguments, limit, "maximum number of rows in the list of most frequent edits",
                 "20"),
    OPTION_SPLIT_SHOWN(arguments, choice.splits),
    {0},
};

static int run(const struct command *command, void *variables, struct err *err)
{
    static void (*const writers[])(const struct json *stats, FILE *out) = {
        [TABLE_TEXT] = stats_print,
        [TABLE_CSV] = stats_print_csv,
        [TABLE_LATEX] = stats_print_latex,
        [TABLE_JSON] = json_write_pretty,
    };
    struct arguments *arguments = variables;
    scoped(str) filters = {0};
    scoped(db) *db = NULL;
    scoped(json) *stats = NULL;
    scoped(fix_selection) selection = {0};
    (void)command;
    filters_add_given(&filters, "format,json,limit", &arguments->choice);
    if (store_open(&db, arguments->db, err) != 0 ||
        one_language_view(db, fix_choice_language(&arguments->choice), err) != 0 ||
        (filters.length && fix_select(&selection, db, &arguments->choice, err) != 0) ||
        (filters.length ? stats_collect_chosen(&stats, db, arguments->limit, &selection,
                                               str_text(&filters), err)
                        : stats_collect(&stats, db, arguments->limit, err)) != 0)
        return ERR;
    writers[arguments->tables.format](stats, stdout);
    if (arguments->tables.format == TABLE_TEXT)
        tell_next("tokfix show", arguments->db, " --random");
    return EXIT_OK;
}

static const struct command_group groups[] = {
    {"Options", own_options, 0}, FILTER_GROUPS_SHOWN("Which fixes", arguments, choice), {0}};

const struct command command_stats = {
    .name = "stats",
    .manual =
        (const char[]){
#include "commands/help/stats.txt.inc"
        },
    .groups = groups,
    .operands = {"one database", 1, 1, .first = OPTION_AT(const char *, arguments, db)},
    ARGUMENTS(arguments, .choice = FIX_CHOICE_DEFAULT),
    .run = run,
};
