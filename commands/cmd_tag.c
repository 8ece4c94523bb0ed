/* tokfix tag: writes correct code with tags in place of some tokens. */
#include "base/json.h"
#include "base/target.h"
#include "commands/command_list.h"
#include "commands/database_access.h"
#include "commands/filter_options.h"
#include "commands/program_language.h"
#include "export/export.h"
#include "export/tag_rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static OPTION_NAMES(name_of_tag_granularity, "piece", "function", "program");

struct arguments {
    const char *db, *output;
    struct tag_options options;
    bool is_replacing, is_json;
    int64_t n_jobs;
};

static int take_rows_per_fix(const struct command_option *option, const char *text, void *variable,
                             struct err *err)
{
    double *ratio = variable;
    char *end;
    (void)err;
    *ratio = strtod(text, &end);
    return *text && !*end && *ratio > 0 && *ratio <= (double)option->max ? 0 : ERR;
}

static int take_splits(const struct command_option *option, const char *text, void *variable,
                       struct err *err)
{
    struct text_list *splits = variable;
    option_take_list(option, text, splits, err);
    for (size_t i = 0; i < splits->n; i++)
        if (strcmp(splits->items[i], "test") == 0 || strcmp(splits->items[i], "all") == 0)
            return err_set(
                err,
                "--split %s is refused because a model would train on code of the test set (Hu "
                "and Lee tag only train and validation); use --split train,validation",
                text);
    return 0;
}

static const struct command_option own_options[] = {
    {'o', "output", "FILE", "output file: .jsonl, .jsonl.gz or .parquet", "-",
     .otherwise = "-, standard output", TO_TEXT(arguments, output)},
    {0, "rows-per-fix", "R",
     "number of rows for each fix of the chosen splits, up to 1000; the paper uses one, and mixes "
     "rows and fixes",
     "1", .max = TAG_MAX_ROWS_PER_FIX, .takes = "a number above 0, up to {max}",
     TO_VARIABLE(double, arguments, options.rows_per_fix, take_rows_per_fix)},
    {0, "granularity", "HOW",
     "code in a row\n"
     "piece: a function, a run of statements at the top level, or a class\n"
     "function: a function (the methods of the paper)\n"
     "program: a whole program; a piece that a fix repaired gets no tags",
     "piece", TO_ENUM(arguments, options.granularity, name_of_tag_granularity)},
    {0, "max-tags", "N",
     "maximum number of tagged tokens in a row; each row draws a number from 1 to N. The paper "
     "gives no range; this default is tokfix's own",
     "5", .takes = "a whole number from {min} to {max}",
     TO_SIZE(arguments, options.max_tags, 1, TAG_MAX_TAGS)},
    OPTION_SEED(arguments, options.choice.seed),
    {0, "without-comments", NULL,
     "leave the comments out of the programs; the tokens stay as they are, docstrings among them",
     TO_FLAG(arguments, options.omits_comments)},
    {0, "split", "LIST",
     "splits made by `tokfix split`: train, validation, or fold1, fold2, ...; none: programs in no "
     "split. test is refused, and code of folds that are not in the list is in no row",
     .otherwise = "train,validation, or all folds, if the database has splits",
     .names = filter_stratum_name,
     TO_VARIABLE(struct text_list, arguments, options.choice.splits, take_splits)},
    OPTION_SPLIT_SET(arguments, options.choice.split_set),
    {0, "force", NULL, "replace an existing file", TO_FLAG(arguments, is_replacing)},
    {0, "json", NULL, "print the counts of rows as one JSON object on standard output",
     TO_FLAG(arguments, is_json)},
    OPTION_JOBS(arguments, n_jobs),
    {0},
};

/* Fails if no row was drawn. */
static int refuse_nothing(const struct tag_counts *counts, struct err *err)
{
    if (counts->n_written)
        return 0;
    if (!counts->n_programs)
        return err_set(err, "there is nothing to write: no fix of the chosen splits has a correct "
                            "program");
    if (!counts->n_wanted)
        return err_set(err, "there is nothing to write: %s no row; use a larger --rows-per-fix",
                       counted(counts->n_fixes, "fix gets", "fixes get").text);
    return err_set(err, "there is nothing to write: no code of %s can be tagged",
                   counted(counts->n_programs, "correct program", "correct programs").text);
}

/* `is_empty`: no row was drawn; the counts say why. */
static int write_rows(struct tag_counts *counts, bool *is_empty, struct db *db,
                      const struct arguments *arguments, struct err *err)
{
    struct output_plan plan = {arguments->output, tag_row_features, arguments->is_replacing};
    scoped(output) *output = NULL;
    if (target_spare(arguments->output, arguments->db, "the database", err) != 0 ||
        output_open(&output, &plan, err) != 0 ||
        tag_rows_write(db, &arguments->options, output, counts, err) != 0)
        return ERR;
    *is_empty = !counts->n_written;
    return refuse_nothing(counts, err) == 0 ? output_commit(&output, NULL, err) : ERR;
}

static void tell_counts(const struct command *command, const struct tag_counts *counts)
{
    filter_options_tell(command, &counts->account, ADVISE_LICENSE_AND_REGION);
    tell_count(command, counts->n_holding_mark, "program left out: it contains <BUG>",
               "programs left out: they contain <BUG>");
    tell_count(command, counts->n_without_tokens, "program left out: it cannot be cut into tokens",
               "programs left out: they cannot be cut into tokens");
    tell_count(command, counts->n_repaired, "piece of code left out: a fix repaired it",
               "pieces of code left out: a fix repaired them");
    tell_count(command, counts->n_tested, "piece of code left out: it is in the test set",
               "pieces of code left out: they are in the test set");
    tell_count(command, counts->n_ambiguous,
               "row left out: another row has the same tagged code and another answer",
               "rows left out: another row has the same tagged code and another answer");
    tell(command, "%s of %s; %" PRId64 " requested, for %s",
         counted(counts->n_written, "row", "rows").text,
         counted(counts->n_tagged_programs, "program", "programs").text, counts->n_wanted,
         counted(counts->n_fixes, "fix", "fixes").text);
    if (counts->n_written < counts->n_wanted)
        tell(command, "no more different rows are possible: %s %s of code that can be tagged%s",
             counted(counts->n_programs, "correct program has", "correct programs have").text,
             counted(counts->n_parts, "different piece", "different pieces").text,
             counts->n_parts ? "; use a larger --max-tags or a smaller --rows-per-fix" : "");
}

static void print_json(const struct tag_counts *counts)
{
    scoped(json) *json = json_object();
    json_add(
        json, J_INT("rows", counts->n_written), J_INT("wanted", counts->n_wanted),
        J_INT("fixes", counts->n_fixes), J_INT("correct_programs", counts->n_programs),
        J_INT("tagged_programs", counts->n_tagged_programs),
        J_INT("different_pieces", counts->n_parts), J_INT("repaired_pieces", counts->n_repaired),
        J_INT("pieces_in_test", counts->n_tested), J_INT("ambiguous_rows", counts->n_ambiguous),
        J_INT("programs_holding_mark", counts->n_holding_mark),
        J_INT("programs_without_tokens", counts->n_without_tokens));
    json_write_pretty(json, stdout);
}

static int check(const struct command *command, const struct arguments *arguments)
{
    if (arguments->is_json && strcmp(arguments->output, "-") == 0)
        return command_usage(command,
                             "--json writes to standard output; name a file for the rows with -o");
    if (export_is_folder(arguments->output))
        return command_usage(command, "'%s' is a folder; name a file: -o tags.jsonl",
                             arguments->output);
    return EXIT_OK;
}

/* All categories but other. */
static void take_named(struct filter_value *categories)
{
    for (int i = 0; i < N_CATEGORIES; i++)
        if (i != CATEGORY_OTHER)
            array_push(&categories->list, bug_category_name((enum bug_category)i));
}

static int run(const struct command *command, void *variables, struct err *err)
{
    struct arguments *arguments = variables;
    struct tag_options *options = &arguments->options;
    struct fix_choice *choice = &options->choice;
    const struct language *language;
    struct progress progress;
    struct tag_counts counts = {0};
    bool is_empty = false;
    scoped(db) *db = NULL;
    int status = check(command, arguments);
    if (status != EXIT_OK)
        return status;
    take_named(&choice->filters[FILTER_CATEGORY]);
    if (database_read(&db, arguments->db, choice->split_set, err) != 0 ||
        program_language_choose(&language, command, db, language_has_mutations, "tagged programs",
                                err) != 0 ||
        store_view_language(db, language->name, err) != 0)
        return ERR;
    progress_start(&progress, "tagging", "rows", 0);
    options->n_threads = (int)arguments->n_jobs;
    options->meter = progress_meter(&progress);
    status = write_rows(&counts, &is_empty, db, arguments, err);
    progress_clear(&progress);
    if (status == 0 || is_empty)
        tell_counts(command, &counts);
    if (status != 0)
        return ERR;
    if (arguments->is_json)
        print_json(&counts);
    return EXIT_OK;
}

static const struct command_group groups[] = {
    {"Options", own_options, 0},
    {"Options", filters_of_tag, offsetof(struct arguments, options.choice)},
    {0},
};

const struct command command_tag = {
#include "commands/help/tag.inc"
    .groups = groups,
    .operands = {"one database", 1, 1, .first = OPTION_AT(const char *, arguments, db)},
    .if_stopped = "nothing was written",
    ARGUMENTS(arguments, .options.choice = FIX_CHOICE_DEFAULT),
    .run = run,
};
