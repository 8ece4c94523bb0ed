/* tokfix baseline: writes the predictions of simple detectors. */
#include "base/target.h"
#include "commands/commands.h"
#include "commands/filters.h"
#include "commands/progress.h"
#include "db/store.h"
#include "export/export.h"
#include "score/detector.h"
#include "score/judge.h"

struct arguments {
    const char *db, *gold, *output;
    struct guess_options guesses;
    int64_t threshold; /* percent */
    struct fix_choice choice;
    struct text_list train;
    struct export_view view;
    bool is_replacing;
};

static const struct command_option own_options[] = {
    {0, "detector", "NAME",
     "what makes the predictions\n"
     "frequent\tthe edits that are most frequent in the fixes, after the same token\n"
     "ngram\tthe edits after which the tokens are most natural, by trigrams of the fixed programs\n"
     "random\tany edits; all categories have the same chance",
     "frequent", TO_ENUM(arguments, guesses.detector, detector_name)},
    {'o', "output", "FILE", "output file. The extensions .gz and .zst compress it", "-",
     .otherwise = "-, standard output", TO_TEXT(arguments, output)},
    {0, "split", "LIST", "splits to predict for, as in `tokfix score`",
     .otherwise = "test, or every fold", TO_SPLITS(arguments, choice.splits)},
    {0, "train-split", "LIST", "splits to learn from",
     .otherwise = "train; for each fold, the other folds", TO_LIST(arguments, train),
     .names = names_split},
    OPTION_SPLIT_SET(arguments, choice.split_set),
    {0, "gold", "FILE", "predict for the rows of this file, which `tokfix export` has written",
     TO_TEXT(arguments, gold)},
    {0, "negatives", "X", "also predict for correct programs, as in `tokfix score`", "0",
     TO_NEGATIVES(arguments, choice.negatives)},
    {0, "threshold", "PERCENT",
     "if there are correct programs, the first prediction is \"no bug\" unless the probability of "
     "a bug is greater; 0: it never is",
     "50", TO_NUMBER(arguments, threshold, 0, 99)},
    {0, "k", "N", "maximum number of predictions of an item", "10",
     TO_SIZE(arguments, guesses.k, 1, MAX_SCORE_K)},
    {0, "force", NULL, "replace an existing file", TO_FLAG(arguments, is_replacing)},
    {0},
};

/* Learns from some splits, without the fixes to predict, and predicts for others. */
static int guess(struct output *output, struct arguments *arguments, const struct text_list *train,
                 const struct text_list *splits, struct err *err)
{
    struct fix_choice learned_choice = arguments->choice, choice = arguments->choice;
    struct gold_options options = {&learned_choice, arguments->view};
    scoped(gold) learned = {0}, gold = {0};
    scoped(lessons) *lessons = lessons_new();
    scoped(progress) progress = {0};
    learned_choice.splits = *train;
    learned_choice.negatives = 0;
    choice.splits = *splits;
    if (gold_read(&learned, arguments->db, &options, err) != 0)
        return ERR;
    options.choice = &choice;
    if (gold_read(&gold, arguments->gold ? arguments->gold : arguments->db, &options, err) != 0)
        return ERR;
    progress_start(&progress, "predicting", "items", gold.items.n);
    for (size_t i = 0; i < learned.items.n; i++)
        if (table_find(&gold.ids, learned.items.items[i].id) == TABLE_NONE)
            lessons_add(lessons, &learned.items.items[i]);
    arguments->guesses.correct_odds =
        gold.n_correct ? (double)arguments->threshold / (100.0 - (double)arguments->threshold) : 0;
    for (size_t i = 0; i < gold.items.n; i++) {
        scoped(str) lines = {0};
        lessons_guess(&lines, lessons, &gold.items.items[i], &arguments->guesses);
        progress_update(&progress, i, i);
        if (output_write(output, 0, &lines, false, err) != 0)
            return ERR;
    }
    return 0;
}

/* Predicts for each fold after learning from the others. */
static int guess_folds(struct output *output, struct arguments *arguments, unsigned parts,
                       struct err *err)
{
    bool is_done = false;
    for (int fold = SPLIT_FOLDS; parts >> fold; fold++) {
        scoped_array struct text_list train = {0}, own = {0};
        for (int i = SPLIT_FOLDS; parts >> i; i++)
            array_push(i == fold ? &own : &train, split_names[i]);
        if (!fix_choice_takes_split(&arguments->choice, fold))
            continue;
        if (guess(output, arguments, &train, &own, err) != 0)
            return ERR;
        is_done = true;
    }
    return is_done ? 0 : err_set(err, "the split set has folds, but --split names none of them");
}

static int run(const struct command *command, void *variables, struct err *err)
{
    static const struct export_format format = {.name = "predictions"};
    struct arguments *arguments = variables;
    struct output_plan plan = {
        .path = arguments->output, .format = &format, .is_replacing = arguments->is_replacing};
    struct text_list *train = &arguments->train, *splits = &arguments->choice.splits;
    scoped(db) *db = NULL;
    scoped(output) *output = NULL;
    unsigned parts;
    arguments->view.task = export_task_find("repair");
    arguments->guesses.seed = arguments->choice.seed;
    if (store_open(&db, arguments->db, err) != 0 ||
        store_choose_split_set(db, arguments->db, arguments->choice.split_set, true, err) != 0 ||
        store_read_parts(&parts, db, err) != 0)
        return ERR;
    bool has_folds = parts >> SPLIT_FOLDS && !train->n;
    if (has_folds && arguments->gold)
        return command_usage(command, "--gold needs --train-split in a set of folds");
    if (!train->n)
        array_push(train, split_names[SPLIT_TRAIN]);
    if (!splits->n && !has_folds)
        array_push(splits, split_names[SPLIT_TEST]);
    if (target_spare(arguments->output, arguments->db, "the database", err) != 0 ||
        (arguments->gold &&
         target_spare(arguments->output, arguments->gold, "the rows of --gold", err) != 0) ||
        output_open(&output, &plan, err) != 0 ||
        (has_folds ? guess_folds(output, arguments, parts, err)
                   : guess(output, arguments, train, splits, err)) != 0)
        return ERR;
    return output_commit(&output, NULL, err) == 0 ? EXIT_OK : ERR;
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
    ARGUMENTS(arguments, .choice = FIX_CHOICE_DEFAULT, .view.granularity = GRANULARITY_OWN),
    .run = run,
};
