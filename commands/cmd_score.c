/* tokfix score: what a detector has right, and whether another has less. */
#include "cli/command_line.h"
#include "cli/tell.h"
#include "commands/commands.h"
#include "commands/exporting.h"
#include "commands/filters.h"
#include "commands/values.h"
#include "score/rewrites.h"
#include "score/score_baseline.h"

#include <inttypes.h>
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
    const char *gold, *predictions, *rewrites, *rewrite_predictions;
    struct text_list baselines;
    struct fix_choice choice;
    struct export_view view;
    int64_t k; /* of so many first predictions one must be right */
    int64_t n_jobs;
    bool has_thesis, has_format;
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
     TO_TEXT(arguments, predictions)},
    {0, "baseline", "FILE",
     "what another system predicts of the same items: both are compared by McNemar's test; may be "
     "given several times",
     TO_TEXTS(arguments, baselines)},
    {0, "rewrites", "PATH",
     "rewrites of the bugs that keep what the programs mean: a database of tokfix rewrite, or rows "
     "exported from it (see Rewrites)",
     TO_TEXT(arguments, rewrites)},
    {0, "rewrite-predictions", "FILE", "what the system predicts of the rewrites",
     TO_TEXT(arguments, rewrite_predictions)},
    {0, "k", "N",
     "an item is solved when one of the first N predictions is right: with --baseline, with "
     "--rewrites and in LaTeX. Li and others count 200 candidates. The tables have a column for N",
     "1", TO_NUMBER(arguments, k, 1, MAX_SCORE_K)},
    {0, "split", "LIST",
     "of a database: train, validation, test, as tokfix split decided; all: these three; none: "
     "fixes in no split. Required when the database has several splits",
     TO_SPLITS(arguments, choice.splits)},
    {0, "negatives", "X",
     "of a database: add correct programs, as in tokfix export: X for each fix of a split, or X% "
     "of its items",
     "0", TO_NEGATIVES(arguments, choice.negatives)},
    {0, "task", "TASK", "the task of answers in words, as for `tokfix export`", "repair",
     .otherwise = "that of the rows, else repair", TO_TASK(arguments, view.task)},
    {0, "granularity", "HOW",
     "answers in words: how much was shown, as for `tokfix export`: program, function, line",
     "program", TO_ENUM(arguments, view.granularity, names_granularity)},
    {0, "context", "K", "line: so many lines above and below were shown", "3",
     TO_NUMBER(arguments, view.n_context, 0, EXPORTING_MAX_CONTEXT)},
    {0, "mark-location", NULL,
     "the system was given the place of the bug, and only repairs it, as in the thesis (see Repair "
     "at the given place); rows of `tokfix export --mark-location --with-ids` say so themselves",
     TO_FLAG(arguments, view.has_marks)},
    {0, "thesis", NULL,
     "print the detectors of Takada's thesis beside the system (its tables 1 and 6); not in LaTeX",
     TO_FLAG(arguments, has_thesis)},
    {0, "format", "FORMAT",
     "how the scores are printed\n"
     "text\ttables for people\n"
     "csv\ta row for each share, with its interval\n"
     "latex\ta booktabs table of the first predictions (--k)\n"
     "json\tall figures as one JSON object, under stable keys",
     .otherwise = "text", .names = names_table_format, .take = take_format_once},
    {0, "json", NULL, "the same as --format json", .take = take_format_once},
    {0, "latex", NULL, "the same as --format latex", .take = take_format_once},
    OPTION_JOBS(arguments, n_jobs),
    {0},
};

/* A system on a gold. */
struct system {
    struct predictions predictions;
    const struct export_task *task; /* of answers in words; NULL: it has none */
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

/* Whether an id has one submission on both sides: its last two parts are the same. */
static bool names_correct_program(const char *id)
{
    const char *last = strrchr(id, '-');
    size_t length = last ? strlen(last) : 0;
    return last && (size_t)(last - id) >= length && memcmp(last - length, last, length) == 0;
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
    if (predictions->n_unknown && gold->is_store && !gold->n_correct &&
        names_correct_program(predictions->first_unknown))
        tell(command,
             "%s: the first one is of a correct program: give --negatives X as for the export",
             path);
    if (n_silent)
        tell(command, "%s: %" PRId64 " of %zu %s no prediction, which counts as \"no bug\"", path,
             n_silent, gold->items.n,
             plural(gold->items.n, "item has", plural(n_silent, "items has", "items have")));
}

static void tell_unreadable(const struct command *command, const struct system *system,
                            const char *path)
{
    int64_t n = 0, n_answers = system->predictions.n_in_words;
    for (size_t i = 0; i < system->verdicts.n; i++)
        n += system->verdicts.items[i].n_unreadable;
    if (n)
        tell(command,
             "%s: %" PRId64 " of %" PRId64
             " %s cannot be read as answers to the task %s, and count as wrong",
             path, n, n_answers, plural((double)n_answers, "answer", "answers"),
             system->task->name);
}

/* Reads and judges the predictions of a file. */
static int judge(const struct command *command, struct system *out, const struct gold *gold,
                 const char *path, const struct arguments *arguments, struct err *err)
{
    const struct export_task *asked = arguments->view.task;
    int status = predictions_read(&out->predictions, path, gold, err);
    if (status == 0 && out->predictions.n_errors)
        status = refuse_errors(command, &out->predictions, path, err);
    if (status != 0)
        return ERR;
    tell_gaps(command, gold, &out->predictions, path);
    if (out->predictions.n_in_words)
        out->task = gold->task ? gold->task : asked;
    status = verdicts_make(&out->verdicts, gold, &out->predictions, out->task, (int)arguments->k,
                           (int)arguments->n_jobs, err);
    if (status == 0)
        tell_unreadable(command, out, path);
    return status;
}

static struct json *inputs_of(const struct gold *gold, const struct system *system)
{
    return score_inputs(gold, &system->predictions, &system->verdicts, system->task);
}

/* The figures of one system alone. */
static void add_shares(struct json *object, const struct gold *gold, const struct system *system,
                       int64_t k)
{
    struct score_ranks ranks = score_ranks_of((int)k);
    json_set(object, "inputs", inputs_of(gold, system));
    json_set(object, "bugs", score_bugs(gold, &system->verdicts, system->task, &ranks));
    json_set(object, "patches", score_patches(&system->verdicts));
    json_set(object, "false_positives", score_false_positives(gold, &system->verdicts, &ranks));
}

/* The last part of a path: a paper shows no folders. */
static const char *name_of(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : path;
}

static int add_baselines(const struct command *command, struct json *score,
                         const struct arguments *arguments, const struct gold *gold,
                         const struct system *system, struct err *err)
{
    size_t n = arguments->baselines.n;
    struct system *baselines = mem_alloc(n, sizeof *baselines);
    const struct verdicts **verdicts = mem_alloc(n, sizeof *verdicts);
    struct json **comparisons = mem_alloc(n, sizeof *comparisons), *list = json_array();
    int status = 0;
    for (size_t i = 0; i < n && status == 0; i++) {
        const char *path = arguments->baselines.items[i];
        status = judge(command, &baselines[i], gold, path, arguments, err);
        verdicts[i] = &baselines[i].verdicts;
    }
    if (status == 0)
        score_compare(comparisons, gold, &system->verdicts, verdicts, n, (int)arguments->k);
    for (size_t i = 0; i < n && status == 0; i++) {
        struct json *object = json_object();
        json_set_text(object, "name", name_of(arguments->baselines.items[i]));
        add_shares(object, gold, &baselines[i], arguments->k);
        json_set(object, "comparison", comparisons[i]);
        json_push(list, object);
    }
    json_set(score, "baselines", list);
    for (size_t i = 0; i < n; i++)
        system_release(&baselines[i]);
    free(baselines);
    free(verdicts);
    free(comparisons);
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
    struct fix_choice choice = fix_choice_default(); /* every rewrite */
    choice.mixes_splits = true;
    choice.kept = MARK_DUPLICATE | MARK_CONFLICTING | MARK_EXCLUDED;
    struct gold_options options = {&choice, arguments->view};
    int status = gold_read(&rewrites, arguments->rewrites, &options, err);
    if (status == 0 && rewrites.is_place_given != gold->is_place_given)
        status = err_set(err,
                         "the place of the bug is given in only one of '%s' and '%s'; give it in "
                         "both (--mark-location) or in none",
                         arguments->gold, arguments->rewrites);
    if (status == 0)
        status =
            judge(command, &rewritten, &rewrites, arguments->rewrite_predictions, arguments, err);
    if (status == 0)
        status = rewrites_score(&figures, gold, &system->verdicts, &rewrites, &rewritten.verdicts,
                                (int)arguments->k, err);
    if (status == 0) {
        tell_rewrites(command, gold, figures);
        json_set(figures, "inputs", inputs_of(&rewrites, &rewritten));
        json_set(score, "rewrites", figures);
    }
    system_release(&rewritten);
    gold_release(&rewrites);
    fix_choice_release(&choice);
    return status;
}

/* Rows with ids say themselves what was asked, and what was shown. */
static int check_view(const struct gold *gold, const struct arguments *arguments, struct err *err)
{
    const struct export_task *asked = arguments->view.task;
    if (gold->task && command_line_has("task") && asked != gold->task)
        return err_set(err, "'%s' has rows of the task %s, not %s; leave --task away",
                       arguments->gold, gold->task->name, asked->name);
    if (gold->task && command_line_has("granularity,context"))
        return err_set(err, "the rows of '%s' say what was shown; leave --granularity away",
                       arguments->gold);
    return 0;
}

/* Collects all figures, and the name of the data set. */
static int collect(const struct command *command, struct json *score, struct str *dataset,
                   const struct arguments *arguments, struct err *err)
{
    struct gold gold;
    struct system system = {0};
    struct gold_options options = {&arguments->choice, arguments->view};
    int status = gold_read(&gold, arguments->gold, &options, err);
    if (status == 0)
        status = check_view(&gold, arguments, err);
    if (status == 0) {
        str_add_text(dataset, gold.dataset ? gold.dataset : "");
        if (gold.is_store)
            exporting_tell_account(command, &gold.account);
        status = judge(command, &system, &gold, arguments->predictions, arguments, err);
    }
    if (status == 0) {
        json_set_int(score, "k", arguments->k);
        add_shares(score, &gold, &system, arguments->k);
        json_set(score, "calibration", score_calibration(&gold, &system.verdicts));
        if (arguments->has_thesis)
            json_set(score, "thesis", score_thesis());
    }
    if (status == 0 && arguments->baselines.n)
        status = add_baselines(command, score, arguments, &gold, &system, err);
    if (status == 0 && arguments->rewrites)
        status = add_rewrites(command, score, arguments, &gold, &system, err);
    system_release(&system);
    gold_release(&gold);
    return status;
}

static void print(const struct json *figures, const struct str *dataset,
                  const struct arguments *arguments)
{
    struct score_names names = {
        .dataset = dataset->length ? str_text(dataset) : NULL,
        .gold = name_of(arguments->gold),
        .system = name_of(arguments->predictions),
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
    int status = collect(command, figures, &dataset, arguments, &err);
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
    const char *const *paths = arguments->baselines.items;
    for (size_t i = 0; i < arguments->baselines.n; i++)
        for (size_t earlier = 0; earlier < i; earlier++)
            if (strcmp(paths[i], paths[earlier]) == 0)
                return command_usage(command, "duplicate baseline '%s'; remove one", paths[i]);
    return EXIT_OK;
}

/* Whether what is asked for goes together: EXIT_OK, or another status with a message. */
static int check(const struct command *command, const struct arguments *arguments)
{
    const char *const files[] = {arguments->gold, arguments->predictions, arguments->rewrites,
                                 arguments->rewrite_predictions};
    const struct export_view *view = &arguments->view;
    int n_inputs = 0;
    bool is_store;
    struct err err;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        n_inputs += files[i] && strcmp(files[i], "-") == 0;
    for (size_t i = 0; i < arguments->baselines.n; i++)
        n_inputs += strcmp(arguments->baselines.items[i], "-") == 0;
    if (!arguments->predictions)
        return command_usage(command, "name the predictions: --predictions FILE");
    if (!arguments->rewrites != !arguments->rewrite_predictions)
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
    if (gold_find_kind(&is_store, arguments->gold, &err) != 0)
        return command_fail(command, &err);
    if ((command_line_has("split,negatives") || filters_are_given()) && !is_store)
        return command_usage(command,
                             "options that say which fixes go with a database; '%s' is none",
                             arguments->gold);
    return EXIT_OK;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {.choice = fix_choice_default()};
    int status;
    if (command_line_read(command, argc, argv, &arguments, &status)) {
        arguments.gold = argv[optind];
        status = check(command, &arguments);
        if (status == EXIT_OK)
            status = score(command, &arguments);
    }
    fix_choice_release(&arguments.choice);
    array_release(&arguments.baselines);
    return status;
}

static const struct command_group groups[] = {
    {"Options", own_options, 0},
    FILTER_GROUPS("Which fixes of a database", arguments, choice),
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
