/* tokfix score: what a detector has right, and whether another has less. */
#include "base/pipeline.h"
#include "cli/command_line.h"
#include "cli/tell.h"
#include "miner/categories.h"
#include "miner/commands.h"
#include "miner/exporting.h"
#include "miner/exporting_filters.h"
#include "miner/names.h"
#include "report/rewrites.h"
#include "report/score.h"

#include <getopt.h>
#include <inttypes.h>
#include <string.h>

enum {
    OPTION_PREDICTIONS = 256,
    OPTION_BASELINE,
    OPTION_REWRITES,
    OPTION_REWRITE_PREDICTIONS,
    OPTION_SPLIT,
    OPTION_LATEX,
    OPTION_JSON,
};

static const struct command_option own_options[] = {
    {OPTION_PREDICTIONS, "predictions", "FILE", "what the system predicts (see Predictions)", NULL,
     NULL},
    {OPTION_BASELINE, "baseline", "FILE",
     "what another system predicts of the same items: both are compared by McNemar's test", NULL,
     NULL},
    {OPTION_REWRITES, "rewrites", "PATH",
     "rewrites of the bugs that keep what the programs mean: a database of tokfix rewrite, or rows "
     "exported from it; how many verdicts differ on them",
     NULL, NULL},
    {OPTION_REWRITE_PREDICTIONS, "rewrite-predictions", "FILE",
     "what the system predicts of the rewrites", NULL, NULL},
    {OPTION_SPLIT, "split", "LIST",
     "of a database: train, validation, test, as tokfix split decided; all: these three; none: fixes "
     "that are in no split. Must be given when the database has splits that would be mixed",
     NULL, names_split_choice},
    {EXPORTING_NEGATIVES, "negatives", "X",
     "of a database: correct programs, too, as in tokfix export: X for each fix of a split, or X% of "
     "its items",
     "0", NULL},
    {OPTION_JSON, "json", NULL, "all figures as one JSON object, under stable keys", NULL, NULL},
    {OPTION_LATEX, "latex", NULL, "rows for a LaTeX table, one for each category, in percent", NULL,
     NULL},
    COMMAND_LINE_JOBS,
    {0},
};

static const struct command_section sections[] = {
    {"Predictions",
     "JSON lines, .gz and .zst too: {\"id\": ..., \"rank\": 1, \"line\": 8, \"column\": 4, "
     "\"repair\": \"<=\", \"probability\": 0.9}.\n"
     "id\tof the item: `id` of pairs, `commit_sha` of nbf\n"
     "rank\t1, 2, 3, ... for each id, the best first; 1 when absent\n"
     "line, column\tof the token, from 1 and from 0 in code points, in buggy_code of pairs, "
     "input_text of nbf; without a line (absent or null) the prediction is \"no bug\"\n"
     "repair\tthe token that is to stand there. An empty one deletes the token. `not` is inserted "
     "before the token, unless that is another operator, which it replaces\n"
     "probability\tthat the prediction is right, 0 to 1; may be absent\n"
     "\n"
     "A line that is not so is an error, and nothing is scored. Predictions of ids that GOLD does "
     "not have are counted and told. An item without predictions counts as one with \"no bug\"."},
    {"What is right",
     "place\tline and column are those of the bug\n"
     "repair\tthe token is the right one (`not  in` is `not in`), or the program with the edit has "
     "the tokens of the fixed one\n"
     "both\tplace and repair of one prediction are right, or the program with the edit has the "
     "tokens of the fixed one\n"
     "\n"
     "Of k predictions one must be so. A correct program is a false positive when a bug is "
     "predicted and \"no bug\" is not among the first k. Intervals are Wilson's, 95 %."},
    {0},
};

struct arguments {
    const char *gold, *predictions, *baseline, *rewrites, *rewrite_predictions;
    struct exporting exporting; /* its choice, and what the lists in that point into */
    int64_t n_jobs;
    bool has_choice; /* an option that says which fixes of a database */
    bool is_json, is_latex;
};

/* A system on a gold. */
struct system {
    struct predictions predictions;
    struct verdicts verdicts;
};

static void system_release(struct system *system)
{
    verdicts_release(&system->verdicts);
    predictions_release(&system->predictions);
}

/* Shows the lines that are wrong; the last message is the caller's to show. */
static int refuse_errors(const struct command *command, const struct predictions *predictions,
                         const char *path, struct err *err)
{
    for (size_t i = 0; i < predictions->errors.n; i++) {
        err_set(err, "%s", predictions->errors.items[i]);
        command_fail(command, err);
    }
    if (predictions->n_errors == 1)
        return err_set(err, "a line of '%s' is wrong: nothing was scored", path);
    return err_set(err, "%" PRId64 " lines of '%s' are wrong: nothing was scored",
                   predictions->n_errors, path);
}

static void tell_gaps(const struct command *command, const struct gold *gold,
                      const struct predictions *predictions, const char *path)
{
    int64_t n_silent = (int64_t)gold->items.n - predictions->n_answered;
    if (predictions->n_unknown)
        tell(command,
             "%s: %" PRId64 " %s of %" PRId64
             " %s that GOLD does not have, the first in line %" PRIu64 ": %.200s",
             path, predictions->n_unknown,
             plural(predictions->n_unknown, "prediction is", "predictions are"),
             predictions->n_unknown_ids, plural(predictions->n_unknown_ids, "id", "ids"),
             predictions->first_unknown_row, predictions->first_unknown);
    if (n_silent)
        tell(command, "%s: %" PRId64 " of %zu %s no prediction, which counts as \"no bug\"", path,
             n_silent, gold->items.n,
             plural(gold->items.n, "item has", plural(n_silent, "items has", "items have")));
}

/* Reads and judges the predictions of a file. */
static int judge(const struct command *command, struct system *out, const struct gold *gold,
                 const char *path, int64_t n_jobs, struct err *err)
{
    int status = predictions_read(&out->predictions, path, gold, err);
    if (status == 0 && out->predictions.n_errors)
        status = refuse_errors(command, &out->predictions, path, err);
    if (status != 0)
        return ERR;
    tell_gaps(command, gold, &out->predictions, path);
    return verdicts_make(&out->verdicts, gold, &out->predictions, (int)n_jobs, err);
}

static int add_baseline(const struct command *command, struct json *score,
                        const struct arguments *arguments, const struct gold *gold,
                        const struct system *system, struct err *err)
{
    struct system baseline = {0};
    int status = judge(command, &baseline, gold, arguments->baseline, arguments->n_jobs, err);
    if (status == 0) {
        struct json *object = json_object();
        json_set(object, "inputs", score_inputs(gold, &baseline.predictions));
        json_set(object, "bugs", score_bugs(gold, &baseline.verdicts));
        json_set(object, "false_positives", score_false_positives(gold, &baseline.verdicts));
        json_set(object, "comparison", score_baseline(gold, &system->verdicts, &baseline.verdicts));
        json_set(score, "baseline", object);
    }
    system_release(&baseline);
    return status;
}

static void tell_rewrites(const struct command *command, const struct gold *gold,
                          const struct json *figures)
{
    int64_t n_lost = json_int(json_get(figures, "without_original"), 0);
    int64_t n_correct = json_int(json_get(figures, "of_correct"), 0);
    if (n_lost)
        tell(command, "%" PRId64 " %s of items that GOLD does not have", n_lost,
             plural(n_lost, "rewrite is", "rewrites are"));
    if (n_correct)
        tell(command, "%" PRId64 " %s not looked at, being of correct programs", n_correct,
             plural(n_correct, "rewrite is", "rewrites are"));
    if (gold->account.n_marked[MARK_EXCLUDED / 2])
        tell(command,
             "%" PRId64 " %s not in GOLD: --keep excluded takes what leaks, to compare it with "
             "what does not",
             gold->account.n_marked[MARK_EXCLUDED / 2],
             plural(gold->account.n_marked[MARK_EXCLUDED / 2], "fix that leaks is",
                    "fixes that leak are"));
}

static int add_rewrites(const struct command *command, struct json *score,
                        const struct arguments *arguments, const struct gold *gold,
                        const struct system *system, struct err *err)
{
    struct gold rewrites;
    struct system rewritten = {0};
    struct json *figures;
    struct export_choice choice = export_choice_default(); /* every rewrite */
    choice.mixes_splits = true;
    choice.kept = MARK_DUPLICATE | MARK_CONFLICTING | MARK_EXCLUDED;
    int status = gold_read(&rewrites, arguments->rewrites, &choice, err);
    if (status == 0)
        status = judge(command, &rewritten, &rewrites, arguments->rewrite_predictions,
                       arguments->n_jobs, err);
    if (status == 0)
        status =
            rewrites_score(&figures, gold, &system->verdicts, &rewrites, &rewritten.verdicts, err);
    if (status == 0) {
        tell_rewrites(command, gold, figures);
        json_set(figures, "inputs", score_inputs(&rewrites, &rewritten.predictions));
        json_set(score, "rewrites", figures);
    }
    system_release(&rewritten);
    gold_release(&rewrites);
    export_choice_release(&choice);
    return status;
}

/* Collects all figures. */
static int collect(const struct command *command, struct json *score,
                   const struct arguments *arguments, struct err *err)
{
    struct gold gold;
    struct system system = {0};
    int status = gold_read(&gold, arguments->gold, &arguments->exporting.choice, err);
    if (status == 0) {
        if (gold.is_store)
            exporting_tell_account(command, &gold.account);
        status = judge(command, &system, &gold, arguments->predictions, arguments->n_jobs, err);
    }
    if (status == 0) {
        json_set(score, "inputs", score_inputs(&gold, &system.predictions));
        json_set(score, "bugs", score_bugs(&gold, &system.verdicts));
        json_set(score, "false_positives", score_false_positives(&gold, &system.verdicts));
        json_set(score, "calibration", score_calibration(&gold, &system.verdicts));
    }
    if (status == 0 && arguments->baseline)
        status = add_baseline(command, score, arguments, &gold, &system, err);
    if (status == 0 && arguments->rewrites)
        status = add_rewrites(command, score, arguments, &gold, &system, err);
    system_release(&system);
    gold_release(&gold);
    return status;
}

static int score(const struct command *command, const struct arguments *arguments)
{
    struct err err;
    struct json *figures = json_object();
    int status = collect(command, figures, arguments, &err);
    const char *advice = status == 0 ? score_advice(figures) : NULL;
    if (status == 0 && arguments->is_json)
        json_write_pretty(figures, stdout);
    else if (status == 0 && arguments->is_latex)
        score_print_latex(figures, stdout);
    else if (status == 0)
        score_print(figures, stdout);
    if (advice)
        tell(command, "%s", advice);
    json_free(figures);
    return status == 0 ? EXIT_OK : command_fail(command, &err);
}

static int set_choice(const struct command *command, struct arguments *arguments, int code)
{
    arguments->has_choice = true;
    if (code != OPTION_SPLIT)
        return exporting_set_filter(command, &arguments->exporting, code);
    exporting_set_splits(&arguments->exporting);
    return EXIT_OK;
}

static int set_option(const struct command *command, void *context, int code)
{
    struct arguments *arguments = context;
    switch (code) {
    case OPTION_PREDICTIONS:
        arguments->predictions = optarg;
        return EXIT_OK;
    case OPTION_BASELINE:
        arguments->baseline = optarg;
        return EXIT_OK;
    case OPTION_REWRITES:
        arguments->rewrites = optarg;
        return EXIT_OK;
    case OPTION_REWRITE_PREDICTIONS:
        arguments->rewrite_predictions = optarg;
        return EXIT_OK;
    case OPTION_JSON:
        arguments->is_json = true;
        return EXIT_OK;
    case OPTION_LATEX:
        arguments->is_latex = true;
        return EXIT_OK;
    case 'j':
        return command_line_jobs(command, optarg, &arguments->n_jobs);
    default:
        return set_choice(command, arguments, code);
    }
}

/* Whether what is asked for goes together: EXIT_OK, or another status with a message. */
static int check(const struct command *command, const struct arguments *arguments)
{
    const char *const files[] = {arguments->gold, arguments->predictions, arguments->baseline,
                                 arguments->rewrites, arguments->rewrite_predictions};
    int n_inputs = 0;
    bool is_store;
    struct err err;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        n_inputs += files[i] && strcmp(files[i], "-") == 0;
    if (!arguments->predictions)
        return command_usage(command, "name the predictions: --predictions FILE");
    if (!arguments->rewrites != !arguments->rewrite_predictions)
        return command_usage(command, "--rewrites and --rewrite-predictions go together");
    if (arguments->is_json && arguments->is_latex)
        return command_usage(command, "choose --json or --latex");
    if (n_inputs > 1)
        return command_usage(command, "only one file can be standard input (-)");
    if (gold_find_kind(&is_store, arguments->gold, &err) != 0)
        return command_fail(command, &err);
    if (arguments->has_choice && !is_store)
        return command_usage(command,
                             "options that say which fixes go with a database; '%s' is none",
                             arguments->gold);
    return EXIT_OK;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {.n_jobs = pipeline_cpu_count()};
    struct category_choice categories;
    int status;
    exporting_init(&arguments.exporting);
    if (command_line_read(command, argc, argv, set_option, &arguments, &status)) {
        struct exporting *exporting = &arguments.exporting;
        arguments.gold = argv[optind];
        categories_choose(exporting->categories, &categories);
        for (size_t i = 0; i < categories.n; i++)
            array_push(&exporting->choice.categories.list, categories.names[i]);
        status = check(command, &arguments);
        if (status == EXIT_OK)
            status = score(command, &arguments);
    }
    exporting_release(&arguments.exporting);
    return status;
}

static const struct command_group groups[] = {
    {"Options", own_options}, {"Which fixes of a database", exporting_filter_options}, {0}};

const struct command command_score = {
    .name = "score",
    .summary = "score a bug detector, and compare it with another",
    .synopsis = "GOLD --predictions FILE [OPTION]...",
    .text =
        "Scores what a system predicts of programs that are known to be buggy, or correct. GOLD is "
        "a database, of which the same fixes are taken as by tokfix export with the same options, "
        "or a file of rows that were exported as `pairs` or `nbf` (.gz and .zst too; -, standard "
        "input).\n"
        "\n"
        "Shows for each category how often place, repair, and both are right within the first 1, "
        "3, 5 and 10 predictions; false positives on correct programs; how far probabilities can "
        "be trusted; with --baseline whether two systems differ (McNemar's test, exact and with "
        "chi-squared; Holm's adjustment over the categories; odds ratio); with --rewrites how many "
        "verdicts change when programs are written otherwise.",
    .groups = groups,
    .sections = sections,
    .exit_status = "0\tdone\n1\tfailed, or a line of the input is wrong\n2\twrong command line",
    .examples =
        "tokfix score bugs.db --split test --negatives 1.0 --predictions mine.jsonl\n"
        "tokfix score test.jsonl --predictions mine.jsonl.gz --baseline other.jsonl --json\n"
        "tokfix score bugs.db --split test,none --keep excluded --predictions mine.jsonl --rewrites rewrites.db "
        "--rewrite-predictions mine-rewrites.jsonl\n"
        "tokfix score test.jsonl --predictions - --latex < mine.jsonl",
    .operands = {"one database or file of rows", 1, 1, NULL},
    .run = run,
};
