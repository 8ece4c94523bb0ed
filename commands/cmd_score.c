/* tokfix score: scores a detector, and compares it with others. */
#include "base/file.h"
#include "cli/command_line.h"
#include "commands/commands.h"
#include "commands/exporting.h"
#include "commands/filters.h"
#include "commands/isolation.h"
#include "commands/progress.h"
#include "score/score.h"

#include <inttypes.h>
#include <string.h>

struct arguments {
    struct score_request request;
    struct table_choice tables;
    struct text_list pass_at;
};

static const struct command_option own_options[] = {
    {0, "predictions", "FILE", "predictions of the system (see Predictions)",
     TO_TEXT(arguments, request.predictions)},
    {0, "baseline", "FILE",
     "predictions of another system for the same items; McNemar's test compares the two systems; "
     "may be repeated",
     TO_TEXTS(arguments, request.baselines)},
    {0, "rewrites", "PATH",
     "rewrites of the buggy programs that keep their meaning: a database made by `tokfix "
     "rewrite`, or rows exported from it (see Rewrites)",
     TO_TEXT(arguments, request.rewrites)},
    {0, "rewrite-predictions", "FILE", "predictions of the system for the rewrites",
     TO_TEXT(arguments, request.rewrite_predictions)},
    {0, "k", "N",
     "with --baseline and with --rewrites, an item counts as solved if one of the first N "
     "predictions is right. Li and others count 200 candidates. The tables have the intervals of N",
     "1", .otherwise = "1, or the first of --pass-at",
     TO_NUMBER(arguments, request.k, 1, MAX_SCORE_K)},
    {0, "pass-at", "LIST",
     "the predictions of an item are independent samples in no order: print pass@k for each k of "
     "the list, as in 1,10,100, in place of the first predictions (see Samples)",
     .takes = "whole numbers separated by commas", TO_LIST(arguments, pass_at)},
    {0, "split", "LIST",
     "with a database: splits made by `tokfix split`: train, validation, test, or fold1, fold2, "
     "...; all: all of these; none: fixes in no split. Required when the database has several "
     "splits",
     .otherwise = "all folds of a set of folds", TO_SPLITS(arguments, request.choice.splits)},
    OPTION_SPLIT_SET(arguments, request.choice.split_set),
    {0, "negatives", "X",
     "with a database, add correct programs, as in `tokfix export`: X for each fix of a split, or "
     "X% of the items of a split",
     "0", TO_NEGATIVES(arguments, request.choice.negatives)},
    {0, "task", "TASK", "task of answers in words, as in `tokfix export`", "repair",
     .otherwise = "the task of the rows, or else repair", TO_TASK(arguments, request.view.task)},
    {0, "granularity", "HOW",
     "how much code was shown, as in `tokfix export`: program, function, line. Places of a "
     "database count in that code",
     .otherwise = "function for fixes of git repositories, program for the others",
     TO_ENUM(arguments, request.view.granularity, granularity_name)},
    {0, "context", "K", "with --granularity line, the number of lines shown above and below", "3",
     TO_NUMBER(arguments, request.view.n_context, 0, 1000)},
    {0, "mark-location", NULL,
     "the system was given the place of the bug and only repairs it, as in the thesis (see Repair "
     "at the given place). Not needed for rows of `tokfix export --mark-location`",
     TO_FLAG(arguments, request.view.has_marks)},
    {0, "execute", NULL,
     "run the repaired programs on the tests of `tokfix verify`, which must have been run on the "
     "database (see Plausible repairs)",
     TO_FLAG(arguments, request.executes)},
    {0, "thesis", NULL,
     "also print the detectors of Takada's thesis (its tables 1 and 6); not in LaTeX",
     TO_FLAG(arguments, request.has_thesis)},
    {0, "format", "FORMAT",
     "output format of the scores\n"
     "text: tables for people\n"
     "csv: a row for each proportion, with its interval\n"
     "latex: a booktabs table of the first predictions (--k)\n"
     "json: all figures as one JSON object with stable keys",
     TO_TABLE_FORMAT(arguments, tables)},
    {0, "json", NULL, "same as --format json", TO_TABLE_JSON(arguments, tables)},
    OPTION_JOBS(arguments, request.n_jobs),
    {0},
};

static void print(const struct json *figures, const struct str *dataset,
                  const struct arguments *arguments)
{
    struct score_names names = {
        .dataset = dataset->length ? str_text(dataset) : NULL,
        .gold = file_name(arguments->request.gold),
    };
    switch (arguments->tables.format) {
    case TABLE_JSON:
        json_write_pretty(figures, stdout);
        break;
    case TABLE_LATEX:
        score_print_latex(figures, &names, stdout);
        break;
    case TABLE_CSV:
        score_print_csv(figures, stdout);
        break;
    default:
        score_print(figures, stdout);
    }
}

/* Where notes and progress go: a note removes the line of the progress. */
struct telling {
    const struct command *command;
    struct progress progress;
};

static void show_note(void *context, const char *note)
{
    struct telling *telling = context;
    progress_pause(&telling->progress);
    tell(telling->command, "%s", note);
}

static void show_wrong_line(void *context, const char *message)
{
    struct telling *telling = context;
    struct err err;
    progress_pause(&telling->progress);
    err_set(&err, "%s", message);
    command_fail(telling->command, &err);
}

static int score(const struct command *command, struct arguments *arguments, struct err *err)
{
    scoped(str) dataset = {0};
    scoped(json) *figures = json_object();
    struct telling telling = {.command = command};
    struct score_request *request = &arguments->request;
    request->on_note = show_note;
    request->on_wrong_line = show_wrong_line;
    request->context = &telling;
    request->meter = progress_meter(&telling.progress);
    progress_start(&telling.progress, "executing", "bugs", 0);
    int status = score_collect(figures, &dataset, request, err);
    progress_clear(&telling.progress);
    if (status != 0)
        return ERR;
    print(figures, &dataset, arguments);
    const char *advice = score_advice(figures);
    if (advice)
        tell(command, "%s", advice);
    return EXIT_OK;
}

/* Refuses duplicate baselines: each would count as another comparison and raise the adjusted
 * p-value. */
static int check_baselines(const struct command *command, const struct arguments *arguments)
{
    const char *const *paths = arguments->request.baselines.items;
    for (size_t i = 0; i < arguments->request.baselines.n; i++)
        for (size_t earlier = 0; earlier < i; earlier++)
            if (strcmp(paths[i], paths[earlier]) == 0)
                return command_usage(command, "duplicate baseline '%s'; remove one", paths[i]);
    return EXIT_OK;
}

/* Takes the k of --pass-at, in ascending order, or those of tables of first predictions. */
static int take_ranks(const struct command *command, struct arguments *arguments)
{
    struct score_ranks *ranks = &arguments->request.ranks;
    int64_t k, *chosen = &arguments->request.k;
    *ranks = score_ranks_of((int)*chosen);
    if (!arguments->pass_at.n)
        return EXIT_OK;
    *ranks = (struct score_ranks){.are_samples = true};
    for (size_t i = 0; i < arguments->pass_at.n; i++) {
        const char *text = arguments->pass_at.items[i];
        if (option_number(text, 1, MAX_SCORE_K, &k) != 0)
            return command_usage(command, "--pass-at takes whole numbers from 1 to %d, not '%s'",
                                 MAX_SCORE_K, text);
        if (ranks->n == MAX_SCORE_RANKS)
            return command_usage(command, "--pass-at takes at most %d numbers", MAX_SCORE_RANKS);
        score_ranks_add(ranks, (int)k);
    }
    if (!command_line_has("k"))
        *chosen = ranks->k[0];
    for (int i = 0; i < ranks->n; i++)
        if (ranks->k[i] == *chosen)
            return EXIT_OK;
    return command_usage(command, "--k %" PRId64 " is not in --pass-at; add it there", *chosen);
}

/* Checks that the options can be combined. */
static int check(const struct command *command, struct arguments *arguments, struct err *err)
{
    const char *const files[] = {arguments->request.gold, arguments->request.predictions,
                                 arguments->request.rewrites,
                                 arguments->request.rewrite_predictions};
    const struct export_view *view = &arguments->request.view;
    int n_inputs = 0;
    bool is_store;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        n_inputs += files[i] && strcmp(files[i], "-") == 0;
    for (size_t i = 0; i < arguments->request.baselines.n; i++)
        n_inputs += strcmp(arguments->request.baselines.items[i], "-") == 0;
    if (!arguments->request.predictions)
        return command_usage(command, "name the predictions: --predictions FILE");
    if (!arguments->request.rewrites != !arguments->request.rewrite_predictions)
        return command_usage(command, "--rewrites and --rewrite-predictions need each other");
    if (command_line_has("context") && view->granularity != GRANULARITY_LINE)
        return command_usage(command, "--context needs --granularity line");
    if (view->has_marks && !view->task->is_repair)
        return command_usage(
            command,
            "--mark-location is for systems that only repair, but the task is %s; omit "
            "--mark-location or --task",
            view->task->name);
    if (arguments->request.executes && !judge_task_repairs(view->task))
        return command_usage(
            command,
            "--execute runs repaired programs, but answers to the task %s contain no repair; omit "
            "--execute or --task",
            view->task->name);
    if (take_ranks(command, arguments) != EXIT_OK)
        return EXIT_USAGE;
    if (n_inputs > 1)
        return command_usage(command, "only one file can be standard input (-)");
    if (check_baselines(command, arguments) != EXIT_OK)
        return EXIT_USAGE;
    if (gold_find_kind(&is_store, arguments->request.gold, err) != 0)
        return ERR;
    if ((command_line_has("split,split-set,negatives") || filters_are_given()) && !is_store)
        return command_usage(
            command, "options that select fixes need a database, but '%s' is not a database",
            arguments->request.gold);
    if (arguments->request.executes && !is_store)
        return command_usage(command,
                             "--execute needs a database, which has the tests, but '%s' is not a "
                             "database",
                             arguments->request.gold);
    return arguments->request.executes ? isolation_check(command, err) : EXIT_OK;
}

static int run(const struct command *command, void *variables, struct err *err)
{
    struct arguments *arguments = variables;
    arguments->request.has_task = command_line_has("task");
    arguments->request.has_granularity = command_line_has("granularity");
    arguments->request.has_context = command_line_has("context");
    int status = check(command, arguments, err);
    return status == EXIT_OK ? score(command, arguments, err) : status;
}

static const struct command_group groups[] = {
    {"Options", own_options, 0},
    {"Which fixes of a database", filter_license_shown, offsetof(struct arguments, request.choice)},
    FILTER_GROUPS("Which fixes of a database", arguments, request.choice),
    {0}};

const struct command command_score = {
    .name = "score",
    .manual =
        (const char[]){
#include "commands/help/score.txt.inc"
        },
    .groups = groups,
    .operands = {"one database or file of rows", 1, 1,
                 .first = OPTION_AT(const char *, arguments, request.gold)},
    ARGUMENTS(arguments, .request.choice = FIX_CHOICE_DEFAULT,
              .request.view.granularity = GRANULARITY_OWN),
    .run = run,
};
