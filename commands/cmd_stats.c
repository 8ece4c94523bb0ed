/* tokfix stats: the tables of a store. */
#include "base/shell.h"
#include "cli/command_line.h"
#include "db/store.h"
#include "commands/categories.h"
#include "commands/commands.h"
#include "commands/exporting.h"
#include "commands/exporting_filters.h"
#include "commands/value_names.h"
#include "report/stats.h"

#include <getopt.h>
#include <string.h>

enum { DEFAULT_TOP = 20 };

enum { OPTION_JSON = 256, OPTION_FORMAT, OPTION_TOP, OPTION_SPLIT };

enum format { FORMAT_TEXT, FORMAT_CSV, FORMAT_LATEX, FORMAT_JSON };

static const char *names_stats_format(int number)
{
    static const char *const names[] = {"text", "csv", "latex", "json", NULL};
    return names[number];
}

static const struct command_option own_options[] = {
    {OPTION_FORMAT, "format", "FORMAT",
     "how the tables are written\n"
     "text\taligned, for a terminal\n"
     "csv\tone table for pandas and others (see CSV)\n"
     "latex\tthe categories as a booktabs table for a paper\n"
     "json\tone JSON object, under stable keys",
     "text", names_stats_format},
    {OPTION_JSON, "json", NULL, "the same as --format json", NULL, NULL},
    {OPTION_TOP, "top", "N", "how many of the most frequent edits", "20", NULL},
    {OPTION_SPLIT, "split", "LIST",
     "train, validation, test, as tokfix split decided; all: these three; none: fixes in no split",
     "all fixes", names_split_choice},
    {0},
};

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
    enum format format;
    struct exporting exporting; /* its choice, and what the lists in that point into */
    struct str filters;         /* the options that say which fixes; empty: none was given */
};

static int collect_chosen(struct json **out, struct db *db, const struct arguments *arguments,
                          struct err *err)
{
    struct fix_selection selection;
    int status = fix_select(&selection, db, &arguments->exporting.choice, err);
    if (status == 0)
        status = stats_collect_chosen(out, db, (int)arguments->top, &selection,
                                      str_text(&arguments->filters), err);
    fix_selection_release(&selection);
    return status;
}

static int print(const struct command *command, const char *path, const struct arguments *arguments)
{
    static void (*const writers[])(const struct json *stats, FILE *out) = {
        [FORMAT_TEXT] = stats_print,
        [FORMAT_CSV] = stats_print_csv,
        [FORMAT_LATEX] = stats_print_latex,
        [FORMAT_JSON] = json_write_pretty,
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

/* Keeps the option for captions. */
static void note_filter(struct arguments *arguments, int code)
{
    const struct command_option *option = exporting_show_options;
    while (option->name && option->code != code)
        option++;
    if (arguments->filters.length)
        str_add_text(&arguments->filters, " ");
    str_print(&arguments->filters, "--%s ", code == OPTION_SPLIT ? "split" : option->name);
    shell_add_word(&arguments->filters, optarg);
}

static int set_option(const struct command *command, void *context, int code)
{
    struct arguments *arguments = context;
    switch (code) {
    case OPTION_FORMAT:
        arguments->format = (enum format)command_name_number(names_stats_format, optarg);
        return EXIT_OK;
    case OPTION_JSON:
        arguments->format = FORMAT_JSON;
        return EXIT_OK;
    case OPTION_TOP:
        return command_line_number(command, "--top", 1, INT32_MAX, &arguments->top);
    case OPTION_SPLIT:
        note_filter(arguments, code);
        exporting_set_splits(&arguments->exporting);
        return EXIT_OK;
    default:
        note_filter(arguments, code);
        return exporting_set_filter(command, &arguments->exporting, code);
    }
}

static void complete(struct exporting *exporting)
{
    struct category_choice categories;
    categories_choose(exporting->categories ? exporting->categories : names_all, &categories);
    for (size_t i = 0; i < categories.n; i++)
        array_push(&exporting->choice.categories.list, categories.names[i]);
    exporting->choice.kept = MARK_DUPLICATE | MARK_CONFLICTING | MARK_EXCLUDED;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {.top = DEFAULT_TOP};
    int status;
    exporting_init(&arguments.exporting);
    if (command_line_read(command, argc, argv, set_option, &arguments, &status)) {
        complete(&arguments.exporting);
        status = print(command, argv[optind], &arguments);
    }
    exporting_release(&arguments.exporting);
    str_release(&arguments.filters);
    return status;
}

static const struct command_group groups[] = {
    {"Options", own_options}, {"Which fixes", exporting_show_options}, {0}};

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
