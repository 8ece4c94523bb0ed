/* tokfix stats: the tables of a store. */
#include "base/shell.h"
#include "cli/command_line.h"
#include "db/store.h"
#include "commands/commands.h"
#include "commands/filters.h"
#include "commands/values.h"
#include "report/stats.h"

#include <string.h>

static const struct command_section sections[] = {
    {"CSV",
     "All tables as one. The column `table` names the table of a row; the other columns are keys, "
     "empty where that table has no such key. In pandas:\n"
     "\n"
     "all = pandas.read_csv(FILE, keep_default_na=False, na_values=[\"\"])\n"
     "edits = all[all.table == \"edits\"].dropna(axis=1, how=\"all\")\n"
     "\n"
     "(By default pandas reads the token None as a missing number.)"},
    {0},
};

struct arguments {
    int64_t top;
    enum table_format format;
    struct fix_choice choice;
    struct str filters; /* the options that say which fixes; empty: none was given */
};

static const struct command_option own_options[] = {
    {0, "format", "FORMAT",
     "how the tables are written\n"
     "text\taligned, for a terminal\n"
     "csv\tone table for pandas and others (see CSV)\n"
     "latex\tthe categories as a booktabs table for a paper\n"
     "json\tone JSON object, under stable keys",
     "text", TO_ENUM(arguments, format, names_table_format)},
    {0, "json", NULL, "the same as --format json", TO_CONSTANT(arguments, format, TABLE_JSON)},
    {0, "top", "N", "how many of the most frequent edits", "20",
     TO_NUMBER(arguments, top, 1, INT32_MAX)},
    {0, "split", "LIST",
     "train, validation, test, as tokfix split decided; all: these three; none: fixes in no split",
     .otherwise = "all fixes", TO_SPLITS(arguments, choice.splits)},
    {0},
};

static int collect_chosen(struct json **out, struct db *db, const struct arguments *arguments,
                          struct err *err)
{
    struct fix_selection selection;
    int status = fix_select(&selection, db, &arguments->choice, err);
    if (status == 0)
        status = stats_collect_chosen(out, db, (int)arguments->top, &selection,
                                      str_text(&arguments->filters), err);
    fix_selection_release(&selection);
    return status;
}

static int print(const struct command *command, const char *path, const struct arguments *arguments)
{
    static void (*const writers[])(const struct json *stats, FILE *out) = {
        [TABLE_TEXT] = stats_print,
        [TABLE_CSV] = stats_print_csv,
        [TABLE_LATEX] = stats_print_latex,
        [TABLE_JSON] = json_write_pretty,
    };
    struct err err;
    struct db *db;
    struct json *stats;
    if (store_open(&db, path, &err) != 0)
        return command_fail(command, &err);
    int status = arguments->filters.length ? collect_chosen(&stats, db, arguments, &err)
                                           : stats_collect(&stats, db, (int)arguments->top, &err);
    db_close(db);
    if (status != 0)
        return command_fail(command, &err);
    writers[arguments->format](stats, stdout);
    json_free(stats);
    return EXIT_OK;
}

/* The options that say which fixes, for captions. */
static void add_filters(struct str *out)
{
    struct command_line_option given;
    for (size_t i = 0; command_line_at(i, &given); i++) {
        if (option_list_holds("format,json,top", given.option->name))
            continue;
        str_print(out, "%s--%s ", out->length ? " " : "", given.option->name);
        shell_add_word(out, given.value);
    }
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {.choice = fix_choice_default()};
    int status;
    if (command_line_read(command, argc, argv, &arguments, &status)) {
        arguments.choice.kept = FILTERS_KEEP_ALL;
        add_filters(&arguments.filters);
        status = print(command, argv[optind], &arguments);
    }
    fix_choice_release(&arguments.choice);
    str_release(&arguments.filters);
    return status;
}

static const struct command_group groups[] = {
    {"Options", own_options, 0}, FILTER_GROUPS_SHOWN("Which fixes", arguments, choice), {0}};

const struct command command_stats = {
    .name = "stats",
    .summary = "tables of a database: categories, funnel, edits, patterns",
    .synopsis = "DB [OPTION]...",
    .text =
        "Shows what a database holds: fixes by category with their shares beside those of the "
        "thesis that tokfix follows (Takada 2024, CodeNet Python; and its GitHub set), files, "
        "histories and pairs, the funnel from files to fixes with every reject reason, statuses "
        "and their transitions, submissions per history, the most frequent edits, SStuB patterns. "
        "Counted are the real fixes; where there are mutants (origin mutant), categories, edits, "
        "patterns and roles have a column of them. The thesis drops programs that are longer "
        "than its model takes, which are 1,024 tokens in the model's paper, so its figures are "
        "compared with the fixes within that limit.\n"
        "\n"
        "Where there are splits, the test split is shown beside the thesis's (table 5). What the "
        "thesis leaves open is counted both ways for real fixes (table readings): variables as "
        "bare names, all identifiers, or names in scope; literals with and without strings; `in` "
        "and `not in`, `is` and `is not` as comparison or as logical; failing as eight verdicts "
        "or all but Accepted; programs that do not parse as rejected, or compared as tokens. A "
        "star marks the reading of all other tables.\n"
        "\n"
        "With filters, the tables count the fixes that pass them: real ones, unless --origin names "
        "others. The tables of the whole run (funnel, statuses, histories, input errors) are then "
        "left out, and so are the readings that are of the run.",
    .groups = groups,
    .sections = sections,
    .exit_status = "0\tdone\n1\tfailed\n2\twrong command line",
    .examples = "tokfix stats bugs.db\n"
                "tokfix stats bugs.db --json > stats.json\n"
                "tokfix stats bugs.db --split train --marked none --format latex > fixes.tex\n"
                "tokfix stats bugs.db --format csv > stats.csv\n"
                "sqlite3 bugs.db 'select * from bug_types'",
    .operands = {"one database", 1, 1, NULL},
    .run = run,
};
