/* tokfix baseline: writes the predictions of simple detectors. */
#include "commands/commands.h"
#include "commands/filters.h"
#include "commands/progress.h"
#include "score/detector.h"
#include "score/judge.h"

struct arguments {
    const char *db, *output;
    struct detector_options detector;
    struct fix_choice choice;
    enum granularity granularity;
    bool is_replacing;
};

static OPTION_NAMES(names_detector, "frequent", "ngram", "random");

static const struct command_option own_options[] = {
    {0, "detector", "NAME", "what predicts: frequent edits, natural tokens (ngram), or chance",
     "frequent", TO_ENUM(arguments, detector.kind, names_detector)},
    {'o', "output", "FILE", "output file. The extensions .gz and .zst compress it", "-",
     .otherwise = "-, standard output", TO_TEXT(arguments, output)},
    {0, "split", "LIST", "splits to predict for, but not train", .otherwise = "test, or every fold",
     TO_SPLITS(arguments, choice.splits)},
    OPTION_SPLIT_SET(arguments, choice.split_set),
    {0, "granularity", "HOW", "in what code places count, as in `tokfix score`",
     .otherwise = "as there", TO_ENUM(arguments, granularity, granularity_name)},
    {0, "k", "N", "predictions per bug, at most", "10",
     TO_SIZE(arguments, detector.k, 1, MAX_SCORE_K)},
    {0, "force", NULL, "replace an existing file", TO_FLAG(arguments, is_replacing)},
    {0},
};

/* Reads the bugs to predict, and the fixes to learn from: those in train, or in all folds. */
static int read_fixes(struct gold *bugs, struct gold *fixes, const struct arguments *arguments,
                      struct err *err)
{
    struct fix_choice choice = arguments->choice;
    struct gold_options options = {
        &choice, {.task = export_task_find("repair"), .granularity = arguments->granularity}};
    scoped(db) *db = NULL;
    unsigned parts;
    if (store_open(&db, arguments->db, err) != 0 ||
        store_choose_split_set(db, arguments->db, choice.split_set, true, err) != 0 ||
        store_read_parts(&parts, db, err) != 0)
        return ERR;
    const char *test = "test", *train = parts >> SPLIT_FOLDS ? "all" : "train";
    if (!choice.splits.n && !(parts >> SPLIT_FOLDS))
        choice.splits = (struct text_list){&test, 1, 1};
    if (!(parts >> SPLIT_FOLDS) && fix_choice_takes_split(&choice, SPLIT_TRAIN))
        return err_set(err, "train is learned from; predict for others, such as --split test");
    if (gold_read(bugs, arguments->db, &options, err) != 0)
        return ERR;
    choice.splits = (struct text_list){&train, 1, 1};
    return gold_read(fixes, arguments->db, &options, err);
}

static int run(const struct command *command, void *variables, struct err *err)
{
    struct arguments *arguments = variables;
    struct output_plan plan = {arguments->output, NULL, arguments->is_replacing};
    scoped(output) *output = NULL;
    scoped(gold) bugs = {0}, fixes = {0};
    scoped(progress) progress = {0};
    scoped(str) end = {0};
    int64_t n = 0;
    if (target_spare(arguments->output, arguments->db, "the database", err) != 0 ||
        output_open(&output, &plan, err) != 0 || read_fixes(&bugs, &fixes, arguments, err) != 0)
        return ERR;
    arguments->detector.seed = arguments->choice.seed;
    arguments->detector.meter = progress_meter(&progress);
    progress_start(&progress, "predicting", "bugs", bugs.items.n);
    for (int part = 0; part < N_STRATA; part++)
        if (detector_run(&n, output, &arguments->detector, &fixes, &bugs, part, err) != 0)
            return ERR;
    if (output_commit(&output, NULL, err) != 0)
        return ERR;
    progress_clear(&progress);
    tell(command, "%s for %s, learned from %s", counted(n, "prediction", "predictions").text,
         counted((int64_t)bugs.items.n, "bug", "bugs").text,
         counted((int64_t)fixes.items.n, "fix", "fixes").text);
    filters_add_set(&end, arguments->choice.split_set);
    str_print(&end, "%s --predictions ", bugs.account.parts >> SPLIT_FOLDS ? "" : " --split test");
    shell_add_path(&end, arguments->output);
    if (strcmp(arguments->output, "-") != 0 && !arguments->choice.splits.n &&
        !filters_are_given() && arguments->granularity == GRANULARITY_OWN)
        tell_next("tokfix score", arguments->db, str_text(&end));
    return EXIT_OK;
}

static const struct command_group groups[] = {
    {"Options", own_options, 0},
    FILTER_GROUPS("Which fixes", arguments, choice),
    {0},
};

const struct command command_baseline = {
    .name = "baseline",
    .manual =
        (const char[]){
#include "commands/help/baseline.txt.inc"
        },
    .groups = groups,
    .operands = {"one database", 1, 1, .first = OPTION_AT(const char *, arguments, db)},
    .if_stopped = "nothing was written",
    ARGUMENTS(arguments, .choice = FIX_CHOICE_DEFAULT, .granularity = GRANULARITY_OWN),
    .run = run,
};
