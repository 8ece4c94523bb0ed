/* tokfix score: scores a detector, and compares it with others. */
#include "base/target.h"
#include "commands/command_list.h"
#include "commands/database_access.h"
#include "commands/progress.h"
#include "commands/cli/command_line.h"
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
     "predictions of another system for the same rows; McNemar's test compares the two systems; "
     "may be repeated",
     TO_TEXTS(arguments, request.baselines)},
    {0, "k", "N",
     "with --baseline and with --rewrites, an item counts as solved if one of the first N "
     "predictions is right. Li and others count 200 candidates. The tables have the intervals of N",
     "1", .otherwise = "1, or the first of --pass-at",
     TO_NUMBER(arguments, request.k, 1, MAX_SCORE_K)},
    {0, "pass-at", "LIST",
     "the predictions of an item are independent samples in no order: print pass@k for each k of "
     "the list, as in 1,10,100, in place of the first predictions (see Samples)",
     .takes = "whole numbers separated by commas", TO_LIST(arguments, pass_at)},
    {0, "mark-location", NULL,
     "the system was given the place of the bug and only repairs it, as in the thesis (see Repair "
     "at the given place). Not needed for rows of `tokfix export --mark-location`",
     TO_FLAG(arguments, request.is_place_given)},
    {0, "rewrites", "FILE",
     "rows of rewrites of the buggy programs that keep their meaning, exported from the database "
     "of `tokfix rewrite` (see Rewrites)",
     TO_TEXT(arguments, request.rewrites)},
    {0, "rewrite-predictions", "FILE", "predictions of the system for the rewrites",
     TO_TEXT(arguments, request.rewrite_predictions)},
    {0, "thesis", NULL,
     "also print the detectors of Takada's thesis (its tables 1 and 6); not in LaTeX",
     TO_FLAG(arguments, request.has_thesis)},
    {0, "database", "DB",
     "the database that the rows were exported from: for the floor and --execute",
     TO_TEXT(arguments, request.database)},
    OPTION_SPLIT_SET(arguments, request.split_set),
    {0, "execute", NULL,
     "run the repaired programs on the tests of `tokfix verify`, which must have been run on the "
     "database (see Plausible repairs)",
     TO_FLAG(arguments, request.executes)},
    {0, "floor", "FILE", "write the predictions of the floor", TO_TEXT(arguments, request.floor)},
    {0, "force", NULL, "replace an existing file of --floor",
     TO_FLAG(arguments, request.is_replacing)},
    {0, "format", "FORMAT",
     "output format of the scores\n"
     "text: tables for people\n"
     "csv: a row for each proportion, with its interval\n"
     "latex: booktabs tables of the shares, and of the tests of each baseline\n"
     "json: all figures as one JSON object with stable keys",
     TO_TABLE_FORMAT(arguments, tables)},
    OPTION_TABLE_JSON(arguments, tables),
    OPTION_JOBS(arguments, request.n_jobs),
    {0},
};

static void print(const struct json *figures, const struct arguments *arguments)
{
    switch (arguments->tables.format) {
    case TABLE_JSON:
        json_write_pretty(figures, stdout);
        break;
    case TABLE_LATEX:
        score_print_latex(figures, arguments->request.gold, stdout);
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

static int score(const struct command *command, struct arguments *arguments, struct err *err)
{
    scoped(json) *figures = json_object();
    struct telling telling = {.command = command};
    struct score_request *request = &arguments->request;
    request->on_note = show_note;
    request->context = &telling;
    request->meter = progress_meter(&telling.progress);
    progress_start(&telling.progress, "scoring", "bugs", 0);
    int status = score_collect(figures, request, err);
    progress_clear(&telling.progress);
    if (status == 0)
        print(figures, arguments);
    return status == 0 ? EXIT_OK : ERR;
}

/* Takes the k of --pass-at, in ascending order, or those of tables of first predictions. */
static int take_ranks(const struct command *command, struct arguments *arguments)
{
    struct score_ranks *ranks = &arguments->request.ranks;
    int64_t k, *chosen = &arguments->request.k;
    *ranks = (struct score_ranks){.k = {1, 3, 5, 10}, .n = 4};
    if (!arguments->pass_at.n) {
        score_ranks_add(ranks, (int)*chosen);
        return EXIT_OK;
    }
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
    const struct score_request *request = &arguments->request;
    const char *const files[] = {request->gold, request->predictions, request->rewrites,
                                 request->rewrite_predictions};
    int n_inputs = 0;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        n_inputs += files[i] && strcmp(files[i], "-") == 0;
    for (size_t i = 0; i < request->baselines.n; i++)
        n_inputs += strcmp(request->baselines.items[i], "-") == 0;
    if (n_inputs > 1)
        return command_usage(command, "only one file can be standard input (-)");
    if (!request->predictions && (!request->database || request->baselines.n))
        return command_usage(command, "name the predictions: --predictions FILE; or for the floor "
                                      "alone the database: --database DB");
    if (!request->rewrites != !request->rewrite_predictions)
        return command_usage(command, "--rewrites and --rewrite-predictions need each other");
    if (!request->database && (request->executes || request->floor))
        return command_usage(command, "%s needs the database of the rows: --database DB",
                             request->executes ? "--execute" : "--floor");
    if (request->floor && target_spare(request->floor, request->database, "the database", err) != 0)
        return ERR;
    if (take_ranks(command, arguments) != EXIT_OK)
        return EXIT_USAGE;
    return request->executes ? verify_check_isolation(command, err) : EXIT_OK;
}

static int run(const struct command *command, void *variables, struct err *err)
{
    struct arguments *arguments = variables;
    int status = check(command, arguments, err);
    return status == EXIT_OK ? score(command, arguments, err) : status;
}

const struct command command_score = {
#include "commands/help/score.inc"
    .groups = OPTION_GROUP(own_options),
    .operands = {"one file of rows", 1, 1,
                 .first = OPTION_AT(const char *, arguments, request.gold)},
    ARGUMENTS(arguments, .request.predictions = NULL),
    .run = run,
};
