/* tokfix stats: prints the tables of a store. */
#include "base/str.h"
#include "base/target.h"
#include "cli/command_line.h"
#include "db/store.h"
#include "export/export.h"
#include "commands/commands.h"
#include "commands/filters.h"
#include "commands/one_language.h"
#include "report/stats.h"

#include <string.h>

struct arguments {
    const char *db, *output, *table;
    int64_t limit;
    struct table_choice tables;
    bool escapes_formulas, is_replacing;
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
    {'o', "output", "FILE",
     "write the table of --format csv to a file, as its extension says: .csv, .tsv (with tabs), "
     ".jsonl, each also with .gz or .zst, or .parquet (see CSV)",
     "-", .otherwise = "-, standard output", TO_TEXT(arguments, output)},
    {0, "table", "NAME",
     "of the table of --format csv or -o, only the rows with this name: origins, totals, "
     "per_problem, categories, regions, test_split, submissions_per_history, funnel, rejects, "
     "statuses, status_transitions, edits, patterns, roles, readings, input_errors, languages",
     TO_TEXT(arguments, table)},
    OPTION_ESCAPE_FORMULAS(arguments, escapes_formulas),
    {0, "force", NULL, "replace an existing file", TO_FLAG(arguments, is_replacing)},
    OPTION_LIMIT(
        arguments, limit,
        "maximum number of rows in the list of most frequent edits; without it, CSV and files have "
        "all",
        "20"),
    OPTION_SPLIT_SHOWN(arguments, choice.splits),
    OPTION_SPLIT_SET(arguments, choice.split_set),
    {0},
};

/* The form of the rows of all tables; OUTPUT_BY_NAME: these are not wanted. */
static enum output_form form_of(const struct arguments *arguments)
{
    if (strcmp(arguments->output, "-") != 0)
        return output_form_of(arguments->output);
    return arguments->tables.format == TABLE_CSV ? OUTPUT_CSV : OUTPUT_BY_NAME;
}

static int check(const struct command *command, const struct arguments *arguments)
{
    enum output_form form = form_of(arguments);
    bool is_stdout = strcmp(arguments->output, "-") == 0;
    if (!is_stdout && !form)
        return command_usage(command,
                             "'%s': tables are written to files named .csv, .tsv, .jsonl or "
                             ".parquet; others take standard output: --format latex > FILE",
                             arguments->output);
    if (!is_stdout && arguments->tables.is_given &&
        !(arguments->tables.format == TABLE_CSV && form == OUTPUT_CSV))
        return command_usage(command, "the name '%s' says another format than --format %s; omit it",
                             arguments->output, names_table_format(arguments->tables.format));
    if (arguments->table && !form)
        return command_usage(command, "--table is for --format csv, and for files (-o)");
    if (arguments->escapes_formulas && form != OUTPUT_CSV && form != OUTPUT_TSV)
        return command_usage(command, "--escape-formulas is for CSV (--format csv, -o FILE.csv)");
    return EXIT_OK;
}

static int collect(struct json **stats, const struct arguments *arguments, struct err *err)
{
    scoped(str) filters = {0};
    scoped(db) *db = NULL;
    scoped(fix_selection) selection = {0};
    filters_add_given(&filters, "format,json,output,table,escape-formulas,force,limit",
                      &arguments->choice);
    if (store_open(&db, arguments->db, err) != 0 ||
        filters_choose_set(db, arguments->db, &arguments->choice, err) != 0 ||
        one_language_view(db, fix_choice_language(&arguments->choice), err) != 0 ||
        (filters.length && fix_select(&selection, db, &arguments->choice, err) != 0))
        return ERR;
    return filters.length ? stats_collect_chosen(stats, db, arguments->limit, &selection,
                                                 str_text(&filters), err)
                          : stats_collect(stats, db, arguments->limit, err);
}

static int run(const struct command *command, void *variables, struct err *err)
{
    static void (*const writers[])(const struct json *stats, FILE *out) = {
        [TABLE_TEXT] = stats_print,
        [TABLE_LATEX] = stats_print_latex,
        [TABLE_JSON] = json_write_pretty,
    };
    struct arguments *arguments = variables;
    scoped(json) *stats = NULL;
    const struct output_plan plan = {.path = arguments->output,
                                     .is_replacing = arguments->is_replacing,
                                     .form = form_of(arguments),
                                     .escapes_formulas = arguments->escapes_formulas};
    if (plan.form && !command_line_has("limit"))
        arguments->limit = INT64_MAX;
    int status = check(command, arguments);
    if (status != EXIT_OK)
        return status;
    if (target_spare(arguments->output, arguments->db, "the database", err) != 0 ||
        collect(&stats, arguments, err) != 0)
        return ERR;
    if (plan.form)
        return stats_write(stats, arguments->table, &plan, err);
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
