/* tokfix score: what a detector has right, and whether another has less. */
#include "cli/command_line.h"
#include "cli/tell.h"
#include "commands/commands.h"
#include "commands/exporting.h"
#include "commands/filters.h"
#include "commands/values.h"
#include "score/score_collect.h"

#include <string.h>

static const struct command_section sections[] = {
    {"Predictions",
     "JSON lines, .gz and .zst too: {\"id\": ..., \"rank\": 1, \"line\": 8, \"column\": 4, "
     "\"repair\": \"<=\", \"probability\": 0.9}.\n"
     "id\tof the item: `id` of pairs, `commit_sha` of nbf; the key may have either name\n"
     "rank\t1, 2, 3, ... for each id, the best first; 1 when absent\n"
     "line, column\tof the token, from 1 and from 0 in code points, in buggy_code of pairs, "
     "input_text of nbf; without a line (absent or null) the prediction is \"no bug\"\n"
     "repair\tthe token that is to stand there. An empty one deletes the token. `not` is inserted "
     "before the token, unless that is another operator, which it replaces\n"
     "answer\tinstead of line, column and repair: an answer in words (see Answers)\n"
     "code\tinstead of these: the code of what was shown (of pairs: the whole program), as the "
     "system leaves it\n"
     "probability\tthat the prediction is right, 0 to 1; may be absent\n"
     "\n"
     "A line that is not so is an error, and nothing is scored. Predictions of ids that GOLD does "
     "not have are counted and told. An item without predictions counts as one with \"no bug\"."},
    {"Answers",
     "The answers of a language model to the prompts of `tokfix export`: {\"id\": ..., \"answer\": "
     "\"...\"}. GOLD is the database, rows of pairs, or rows that were exported with --with-ids, "
     "which contain the task and what was shown. An answer that begins with \"no bug\" means no "
     "bug.\n"
     "repair\tthe corrected program, function or line; the longest of several ``` blocks. It "
     "replaces what was shown, and the tokens are compared\n"
     "locate\tline 8, column 4, as in what was shown\n"
     "locate-repair\tthe same, then `<` should be `<=`; `not` is missing before `x`; `not` should "
     "not be there\n"
     "explain\tthe same with the line alone\n"
     "classify\tone category\n"
     "\n"
     "An answer that cannot be read is wrong, and is counted."},
    {"What is right",
     "place\tline and column are those of the bug\n"
     "both\tat that place the token is the right one (`not  in` is `not in`), or the program with "
     "the edit has the tokens of the fixed one; for answers in words, what the task asks for\n"
     "repair\tof the bugs whose place is right, those that are right in both: a repair at a wrong "
     "place repairs nothing\n"
     "\n"
     "Predictions that are whole code are patches: how many of them have the tokens of the fixed "
     "program (exact matches, as Hu and Lee count them) is printed, too. Programs are not run.\n"
     "\n"
     "Of k predictions one must be so. A correct program is a false positive when a bug is "
     "predicted and \"no bug\" is not among the first k. Intervals are Wilson's, 95 %."},
    {"Repair at the given place",
     "The thesis's repair rate is measured with the place of the bug given, so it is not "
     "comparable with the repair of a system that has to find the place. For the comparable one, "
     "show the system the place, and give --mark-location. A model that answers in words gets "
     "`tokfix export --task repair --mark-location --with-ids`, whose rows are GOLD. Of any other "
     "GOLD, the predictions are {\"id\": ..., \"repair\": \"<=\"}, without a place; one that names "
     "another place is wrong. Then one score is printed, the share of all bugs that are repaired. "
     "Correct programs have no place to be given: GOLD must not hold any."},
    {"Rewrites",
     "A bug is solved when one of the first k predictions (--k) is right in both.\n"
     "PDM\tNDM/NAM of Li and others (doi 10.13328/j.cnki.jos.007110): of the rewrites of solved "
     "bugs, those that are not solved\n"
     "PDA\tNDS/NAS: of the solved bugs, with or without rewrites, those with at least one rewrite "
     "that is not solved\n"
     "changed\tours: of all rewrites of all bugs, those with another verdict than their bug, "
     "gained and lost; and of the bugs that have rewrites, those with such a one\n"
     "without leaks\tours: of what is solved, what does not leak (--keep excluded)\n"
     "\n"
     "Bugs that are not solved never count in PDM and PDA. Figures of several kinds are pooled: "
     "numerators and denominators are summed, and a bug counts once for each kind. "
     "rename+condition "
     "pools the two kinds of Li and others. A rewrite is solved when a prediction gives exactly "
     "the fixed program, or says place and token; a patch that only passes the tests is lost, as "
     "in the paper."},
    {0},
};

struct arguments {
    struct score_request request;
    bool has_format;
    enum table_format format;
};

/* One format, however often it is named; an option without a value has the name of its format. */
static int take_format_once(const struct command_option *option, const char *text, void *variable,
                            struct err *err)
{
    struct arguments *arguments = variable;
    enum table_format format = (enum table_format)command_name_number(
        names_table_format, option->value ? text : option->name);
    if (arguments->has_format && arguments->format != format)
        return err_set(err, "choose one format: --format, --json or --latex");
    arguments->has_format = true;
    arguments->format = format;
    return 0;
}

static const struct command_option own_options[] = {
    {0, "predictions", "FILE", "what the system predicts (see Predictions)",
     TO_TEXT(arguments, request.predictions)},
    {0, "baseline", "FILE",
     "what another system predicts of the same items: both are compared by McNemar's test; may be "
     "given several times",
     TO_TEXTS(arguments, request.baselines)},
    {0, "rewrites", "PATH",
     "rewrites of the bugs that keep what the programs mean: a database of tokfix rewrite, or rows "
     "exported from it (see Rewrites)",
     TO_TEXT(arguments, request.rewrites)},
    {0, "rewrite-predictions", "FILE", "what the system predicts of the rewrites",
     TO_TEXT(arguments, request.rewrite_predictions)},
    {0, "k", "N",
     "an item is solved when one of the first N predictions is right: with --baseline, with "
     "--rewrites and in LaTeX. Li and others count 200 candidates. The tables have a column for N",
     "1", TO_NUMBER(arguments, request.k, 1, MAX_SCORE_K)},
    {0, "split", "LIST",
     "of a database: train, validation, test, as tokfix split decided; all: these three; none: "
     "fixes in no split. Required when the database has several splits",
     TO_SPLITS(arguments, request.choice.splits)},
    {0, "negatives", "X",
     "of a database: add correct programs, as in tokfix export: X for each fix of a split, or X% "
     "of its items",
     "0", TO_NEGATIVES(arguments, request.choice.negatives)},
    {0, "task", "TASK", "the task of answers in words, as for `tokfix export`", "repair",
     .otherwise = "that of the rows, else repair", TO_TASK(arguments, request.view.task)},
    {0, "granularity", "HOW",
     "answers in words: how much was shown, as for `tokfix export`: program, function, line",
     "program", TO_ENUM(arguments, request.view.granularity, names_granularity)},
    {0, "context", "K", "line: so many lines above and below were shown", "3",
     TO_NUMBER(arguments, request.view.n_context, 0, EXPORTING_MAX_CONTEXT)},
    {0, "mark-location", NULL,
     "the system was given the place of the bug, and only repairs it, as in the thesis (see Repair "
     "at the given place); rows of `tokfix export --mark-location --with-ids` say so themselves",
     TO_FLAG(arguments, request.view.has_marks)},
    {0, "thesis", NULL,
     "print the detectors of Takada's thesis beside the system (its tables 1 and 6); not in LaTeX",
     TO_FLAG(arguments, request.has_thesis)},
    {0, "format", "FORMAT",
     "how the scores are printed\n"
     "text\ttables for people\n"
     "csv\ta row for each share, with its interval\n"
     "latex\ta booktabs table of the first predictions (--k)\n"
     "json\tall figures as one JSON object, under stable keys",
     .otherwise = "text", .names = names_table_format, .take = take_format_once},
    {0, "json", NULL, "the same as --format json", .take = take_format_once},
    {0, "latex", NULL, "the same as --format latex", .take = take_format_once},
    OPTION_JOBS(arguments, request.n_jobs),
    {0},
};

static void print(const struct json *figures, const struct str *dataset,
                  const struct arguments *arguments)
{
    struct score_names names = {
        .dataset = dataset->length ? str_text(dataset) : NULL,
        .gold = score_name_of(arguments->request.gold),
        .system = score_name_of(arguments->request.predictions),
    };
    switch (arguments->format) {
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

static int score(const struct command *command, const struct arguments *arguments)
{
    struct err err;
    struct str dataset = {0};
    struct json *figures = json_object();
    int status = score_collect(figures, &dataset, &arguments->request, &err);
    const char *advice = status == 0 ? score_advice(figures) : NULL;
    if (status == 0)
        print(figures, &dataset, arguments);
    if (advice)
        tell(command, "%s", advice);
    json_free(figures);
    str_release(&dataset);
    return status == 0 ? EXIT_OK : command_fail(command, &err);
}

/* A baseline that is given twice would count as two comparisons, and raise the adjusted p. */
static int check_baselines(const struct command *command, const struct arguments *arguments)
{
    const char *const *paths = arguments->request.baselines.items;
    for (size_t i = 0; i < arguments->request.baselines.n; i++)
        for (size_t earlier = 0; earlier < i; earlier++)
            if (strcmp(paths[i], paths[earlier]) == 0)
                return command_usage(command, "duplicate baseline '%s'; remove one", paths[i]);
    return EXIT_OK;
}

/* Whether what is asked for goes together: EXIT_OK, or another status with a message. */
static int check(const struct command *command, const struct arguments *arguments)
{
    const char *const files[] = {arguments->request.gold, arguments->request.predictions,
                                 arguments->request.rewrites,
                                 arguments->request.rewrite_predictions};
    const struct export_view *view = &arguments->request.view;
    int n_inputs = 0;
    bool is_store;
    struct err err;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        n_inputs += files[i] && strcmp(files[i], "-") == 0;
    for (size_t i = 0; i < arguments->request.baselines.n; i++)
        n_inputs += strcmp(arguments->request.baselines.items[i], "-") == 0;
    if (!arguments->request.predictions)
        return command_usage(command, "name the predictions: --predictions FILE");
    if (!arguments->request.rewrites != !arguments->request.rewrite_predictions)
        return command_usage(command, "--rewrites and --rewrite-predictions go together");
    if (command_line_has("context") && view->granularity != GRANULARITY_LINE)
        return command_usage(command, "--context goes with --granularity line");
    if (view->has_marks && !view->task->is_repair)
        return command_usage(
            command,
            "--mark-location is for systems that only repair, and the task %s asks "
            "for something else; leave one of them away",
            view->task->name);
    if (n_inputs > 1)
        return command_usage(command, "only one file can be standard input (-)");
    if (check_baselines(command, arguments) != EXIT_OK)
        return EXIT_USAGE;
    if (gold_find_kind(&is_store, arguments->request.gold, &err) != 0)
        return command_fail(command, &err);
    if ((command_line_has("split,negatives") || filters_are_given()) && !is_store)
        return command_usage(command,
                             "options that say which fixes go with a database; '%s' is none",
                             arguments->request.gold);
    return EXIT_OK;
}

static void show_note(void *command, const char *note)
{
    tell(command, "%s", note);
}

static void show_wrong_line(void *command, const char *message)
{
    struct err err;
    err_set(&err, "%s", message);
    command_fail(command, &err);
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {.request = {.choice = fix_choice_default(),
                                              .on_note = show_note,
                                              .on_wrong_line = show_wrong_line,
                                              .context = (void *)command}};
    int status;
    if (command_line_read(command, argc, argv, &arguments, &status)) {
        arguments.request.gold = argv[optind];
        arguments.request.has_task = command_line_has("task");
        arguments.request.has_view = command_line_has("granularity,context");
        status = check(command, &arguments);
        if (status == EXIT_OK)
            status = score(command, &arguments);
    }
    fix_choice_release(&arguments.request.choice);
    array_release(&arguments.request.baselines);
    return status;
}

static const struct command_group groups[] = {
    {"Options", own_options, 0},
    FILTER_GROUPS("Which fixes of a database", arguments, request.choice),
    {0}};

const struct command command_score = {
    .name = "score",
    .summary = "score a bug detector, and compare it with another",
    .synopsis = "GOLD --predictions FILE [OPTION]...",
    .text =
        "Scores what a system predicts of programs that are known to be buggy, or correct. GOLD is "
        "a database, of which the same fixes are taken as by tokfix export with the same options, "
        "or a file of rows that were exported as `pairs`, as `nbf` or with --with-ids (.gz and "
        ".zst too; -, standard input).\n"
        "\n"
        "Shows for each category how often place, repair, and both are right within the first 1, "
        "3, 5 and 10 predictions; false positives on correct programs; how far probabilities can "
        "be trusted; with --baseline whether two systems differ (McNemar's test, exact and with "
        "chi-squared; Holm's adjustment over several baselines, and over the categories; odds "
        "ratio), and what both solve, only one, and only the other, also as shares of what at "
        "least one solves; with --thesis the detectors of the thesis beside it; with --rewrites "
        "how much of what is solved is lost when programs are "
        "written otherwise.",
    .groups = groups,
    .sections = sections,
    .exit_status = "0\tdone\n1\tfailed, or a line of the input is wrong\n2\twrong command line",
    .examples = "tokfix score bugs.db --split test --negatives 1.0 --predictions mine.jsonl\n"
                "tokfix score test.jsonl --predictions mine.jsonl --baseline other.jsonl \\\n"
                "    --baseline third.jsonl --json\n"
                "tokfix score bugs.db --split test,none --keep excluded \\\n"
                "    --predictions mine.jsonl --rewrites rewrites.db \\\n"
                "    --rewrite-predictions mine-rewrites.jsonl\n"
                "tokfix score chat/test.jsonl --predictions answers.jsonl\n"
                "tokfix score test.jsonl --predictions - --format latex < mine.jsonl",
    .operands = {"one database or file of rows", 1, 1, NULL},
    .run = run,
};
