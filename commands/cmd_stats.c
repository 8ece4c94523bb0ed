/* tokfix stats: prints a screen of numbers of a store, its tables, or its fixes in groups. */
#include "base/file.h"
#include "base/str.h"
#include "base/terminal.h"
#include "commands/command_list.h"
#include "commands/database_access.h"
#include "commands/filter_options.h"
#include "commands/program_language.h"
#include "report/stats.h"

#include <string.h>

struct arguments {
    const char *db;
    struct text_list names; /* of tables; `all` leaves it empty */
    int64_t limit;          /* 0: not given */
    int by;                 /* the number of a key after 0; 0: not given */
    struct table_choice tables;
    bool is_whole;
    struct fix_choice choice;
};

enum { LIMIT = 20 };

static const struct command_option own_options[] = {
    {0, "by", "KEY",
     "instead of the tables, a row for each user, problem and so on: its fixes, their most "
     "frequent category and edit, the time from the user's first failing submission to the fix, "
     "and the id of a typical fix (see Groups)",
     TO_ENUM_FROM(arguments, by, stats_by_name, 1)},
    {0, "format", "FORMAT",
     "output format of the tables\n"
     "text: aligned, for a terminal\n"
     "csv: one table for programs such as pandas (see CSV)\n"
     "latex: booktabs tables for a paper; by default of categories, by source, too\n"
     "json: one JSON object with stable keys",
     TO_TABLE_FORMAT(arguments, tables)},
    OPTION_TABLE_JSON(arguments, tables),
    {'n', "limit", "N|all",
     "maximum number of rows in the list of most frequent edits, and of --by",
     .otherwise = "20; weeks, and rows of CSV: all", TO_NUMBER_OR_ALL(arguments, limit, 1)},
    OPTION_SPLIT_SHOWN(arguments, choice.splits),
    OPTION_SPLIT_SET(arguments, choice.split_set),
    {0},
};

/* The operands after the database. */
static const char *name_of_table(int number)
{
    return number ? stats_table_name(number - 1) : "all";
}

/* The tables of the choice, up to a NULL; NULL: all. */
static const char *const *tables_of(const struct arguments *arguments)
{
    static const char *const none[] = {NULL};
    static const char *const screen[] = {"totals",    "categories", "edits",
                                         "languages", "sources",    NULL};
    static const char *const latex[] = {"categories", "source_categories", NULL};
    if (arguments->by)
        return none;
    if (arguments->names.n)
        return arguments->names.items;
    if (arguments->is_whole)
        return NULL;
    return arguments->tables.format == TABLE_LATEX  ? latex
           : arguments->tables.format == TABLE_TEXT ? screen
                                                    : NULL;
}

static int64_t limit_of(const struct arguments *arguments)
{
    bool has_order = arguments->by && stats_by_has_order(arguments->by - 1);
    if (arguments->limit)
        return arguments->limit;
    return has_order || arguments->tables.format == TABLE_CSV ? INT64_MAX : LIMIT;
}

/* What was collected. */
struct collected {
    struct json *stats, *by; /* by: NULL without --by */
};

static void collected_release(struct collected *collected)
{
    json_free(collected->stats);
    json_free(collected->by);
}
SCOPED_VALUE(collected, collected_release)

static int collect(struct collected *collected, const struct arguments *arguments, struct err *err)
{
    scoped(str) filters = {0};
    scoped(db) *db = NULL;
    scoped(fix_selection) selection = {0};
    filter_options_add_given(&filters, "by,format,json,limit", &arguments->choice);
    if (database_show(&db, arguments->db, &arguments->choice, err) != 0 ||
        program_language_view(db, fix_choice_language(&arguments->choice), err) != 0 ||
        (filters.length && fix_select(&selection, db, &arguments->choice, err) != 0))
        return ERR;
    struct stats_request request = {
        .n_edits = limit_of(arguments),
        .tables = tables_of(arguments),
        .selection = filters.length ? &selection : NULL,
        .filters = str_text(&filters),
    };
    if (stats_collect(&collected->stats, db, &request, err) != 0)
        return ERR;
    return arguments->by
               ? stats_by_collect(&collected->by, db, arguments->by - 1, limit_of(arguments), err)
               : 0;
}

/* Prints to a pager if there is a terminal, and more than a screen. */
static int page_text(const struct collected *collected, const struct arguments *arguments,
                     struct err *err)
{
    const char *command = pager_command(stdout);
    struct pager *pager = command ? pager_open(command, stdout) : NULL;
    FILE *out = pager ? pager_stream(pager) : stdout;
    if (collected->by)
        stats_by_print(collected->by, arguments->by - 1, collected->stats, out);
    else
        stats_print(collected->stats, tables_of(arguments), !arguments->names.n, out);
    pager_close(pager);
    return file_flush(stdout, "-", err);
}

/* A copy of the named tables. */
static struct json *named_tables(const struct json *stats, const struct text_list *names)
{
    struct json *named = json_object();
    if (json_get(stats, "filters"))
        json_set(named, "filters", json_copy(json_get(stats, "filters")));
    for (size_t i = 0; i + 1 < names->n; i++)
        json_set(named, names->items[i], json_copy(json_get(stats, names->items[i])));
    return named;
}

static int print(const struct collected *collected, const struct arguments *arguments,
                 struct err *err)
{
    static const char *const by_tables[] = {"groups", NULL};
    const struct json *stats = collected->by ? collected->by : collected->stats;
    scoped(json) *named = NULL;
    switch (arguments->tables.format) {
    case TABLE_TEXT:
        return page_text(collected, arguments, err);
    case TABLE_CSV:
        stats_print_csv(stats, collected->by ? by_tables : tables_of(arguments), stdout);
        break;
    case TABLE_LATEX:
        stats_print_latex(stats, tables_of(arguments), stdout);
        break;
    case TABLE_JSON:
        named = arguments->names.n ? named_tables(stats, &arguments->names) : NULL;
        json_write_pretty(named ? named : stats, stdout);
    }
    return 0;
}

/* Says which tables have no rows. */
static void tell_empty(const struct command *command, const struct collected *collected,
                       const struct arguments *arguments)
{
    for (size_t i = 0; i + 1 < arguments->names.n; i++)
        if (!json_first(json_get(collected->stats, arguments->names.items[i])))
            tell(command, "the table '%s' has no rows here", arguments->names.items[i]);
}

/* Gives the names the form in which tables have them, and ends the list. */
static void take_names(struct arguments *arguments)
{
    struct text_list *names = &arguments->names;
    for (size_t i = 0; i < names->n; i++) {
        names->items[i] = name_of_table(option_name_number(name_of_table, names->items[i]));
        arguments->is_whole = arguments->is_whole || strcmp(names->items[i], "all") == 0;
    }
    if (arguments->is_whole)
        names->n = 0;
    else if (names->n)
        array_push(names, NULL);
}

static int run(const struct command *command, void *variables, struct err *err)
{
    struct arguments *arguments = variables;
    scoped(collected) collected = {0};
    if (arguments->names.n && arguments->by)
        return command_usage(command, "give either names of tables or --by");
    take_names(arguments);
    if (arguments->tables.format == TABLE_LATEX && (arguments->by || arguments->is_whole))
        return command_usage(command, "--format latex is for tables; name some");
    if (collect(&collected, arguments, err) != 0 || print(&collected, arguments, err) != 0)
        return ERR;
    tell_empty(command, &collected, arguments);
    if (arguments->tables.format == TABLE_TEXT && !arguments->is_whole && !arguments->names.n)
        tell_next("tokfix stats", arguments->db, " all");
    return EXIT_OK;
}

static const struct command_group groups[] = {
    {"Options", own_options, 0},
    {"Which fixes", filters_of_show, offsetof(struct arguments, choice)},
    {0}};

const struct command command_stats = {
#include "commands/help/stats.inc"
    .groups = groups,
    .operands = {"a database, and optionally names of tables", 1, SIZE_MAX,
                 .other_names = name_of_table, .first = OPTION_AT(const char *, arguments, db),
                 .others = OPTION_AT(struct text_list, arguments, names)},
    ARGUMENTS(arguments, .choice = FIX_CHOICE_DEFAULT),
    .run = run,
};
