/* tokfix tag: correct code with tags in the place of some tokens. */
#include "base/json.h"
#include "base/target.h"
#include "cli/command_line.h"
#include "cli/tell.h"
#include "db/store.h"
#include "export/tagged.h"
#include "export/tagging.h"
#include "commands/commands.h"
#include "commands/exporting.h"
#include "commands/filters.h"
#include "commands/values.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *names_tag_format(int number)
{
    static const struct export_format *const formats[] = {
        &export_format_tags, &export_format_prompt_completion, &export_format_messages};
    return number < 3 ? formats[number]->name : NULL;
}

static const char *names_tag_granularity(int number)
{
    static const char *const names[] = {"piece", "function", "program", NULL};
    return names[number];
}

static const struct command_section sections[] = {
    {"Rows",
     "In the format tags a row has id, problem_id, submission_id, split (empty for none), "
     "granularity (program, function, or code for other statements), n_tags, positions, code and "
     "tagged_code. A position has line (from 1), column (from 0, in code points), start_byte, "
     "end_byte (UTF-8), token and token_index, all in code. Each <BUG> of tagged_code, in order, "
     "replaced by the token of its position gives code."},
    {0},
};

struct arguments {
    const char *db, *output;
    struct exporting exporting; /* format, choice and template */
    struct tagging_options options;
    bool is_replacing, is_json;
    int64_t n_jobs;
};

static int take_tag_format(const struct command_option *option, const char *text, void *variable,
                           struct err *err)
{
    const struct export_format *format = export_format_find(text);
    (void)option, (void)err;
    *(const struct export_format **)variable = format ? format : &export_format_tags;
    return 0;
}

static int take_ratio(const struct command_option *option, const char *text, void *variable,
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
    filters_take_splits(option, text, splits, err);
    for (size_t i = 0; i < splits->n; i++)
        if (strcmp(splits->items[i], "test") == 0)
            return err_set(err,
                           "--split %s is refused: rows of the test set would be trained on, "
                           "and it would not be a test any more (Hu and Lee tag train and "
                           "validation only); take --split train,validation",
                           text);
    return 0;
}

static const struct command_option own_options[] = {
    {0, "format", "FORMAT",
     "what is written, JSON lines\n"
     "tags\tthe code, the tagged code, and where the tags are\n"
     "prompt-completion\tTRL: prompt (with the tagged code), completion (the code)\n"
     "messages\tchat: TRL, Axolotl, OpenAI, LLaMA-Factory (sharegpt)",
     "tags", .names = names_tag_format,
     TO_VARIABLE(const struct export_format *, arguments, options.format, take_tag_format)},
    {'o', "output", "FILE|DIR",
     "where to write; .gz and .zst compress. A folder, DIR/, has a file for each split: "
     "train.jsonl, validation.jsonl",
     "-", .otherwise = "-, standard output", TO_TEXT(arguments, output)},
    {0, "ratio", "R",
     "so many rows for each fix of the chosen splits, up to 1000; the paper has as many rows as "
     "fixes, and mixes them",
     "1", .max = TAGGING_MAX_RATIO, .takes = "a number above 0, up to {max}",
     TO_VARIABLE(double, arguments, options.ratio, take_ratio)},
    {0, "granularity", "HOW",
     "what a row is of\n"
     "piece\ta function, a run of statements at the top level, or a class\n"
     "function\ta function (the methods of the paper)\n"
     "program\ta whole program; no tag is in a piece that a fix repaired",
     "piece", TO_ENUM(arguments, options.granularity, names_tag_granularity)},
    {0, "max-tags", "N",
     "tokens that are tagged in a row: 1 to N, by chance. The paper gives no range; this one is "
     "ours",
     "5", .takes = "a number from {min} to {max}",
     TO_SIZE(arguments, options.max_tags, 1, TAGGING_MAX_TAGS)},
    {0, "seed", "SEED", "any text; what is by chance goes by it", "0",
     TO_TEXT(arguments, exporting.choice.seed)},
    {0, "split", "LIST",
     "train, validation, as tokfix split decided; none: programs in no split. test is refused",
     .otherwise = "train,validation, when the database has splits", .names = names_split_choice,
     TO_VARIABLE(struct text_list, arguments, exporting.choice.splits, take_splits)},
    {0, "force", NULL, "replace an existing file", TO_FLAG(arguments, is_replacing)},
    {0, "json", NULL, "how many rows of what as one JSON object on standard output",
     TO_FLAG(arguments, is_json)},
    OPTION_JOBS(arguments, n_jobs),
    {0},
};

/* What is made on the way. */
struct work {
    struct db *db;
    struct tagging_counts counts;
    struct output_files files;
};

static int write_file(struct work *work, const struct arguments *arguments, struct err *err)
{
    struct tagging_target target = {0};
    struct output_plan plan = {arguments->output, arguments->options.format, 0,
                               arguments->is_replacing, NULL};
    if (target_spare(arguments->output, arguments->db, "the database", err) != 0 ||
        output_open(&target.file, &plan, err) != 0)
        return ERR;
    if (tagging_write(work->db, &arguments->options, &target, &work->counts, err) != 0) {
        output_abandon(target.file);
        return ERR;
    }
    return output_commit(target.file, &work->files, err);
}

static int write_folder(struct work *work, const struct arguments *arguments, struct err *err)
{
    struct export_folder folder = {arguments->output, PACKING_NONE, 0, arguments->is_replacing};
    struct export_options options = {.format = arguments->options.format,
                                     .view = arguments->exporting.options.view};
    struct folder_files files = {.options = &options, .folder = &folder};
    struct tagging_target target = {.folder = &files};
    struct target made;
    if (target_open_shared(&made, arguments->output, err) != 0)
        return ERR;
    int status = tagging_write(work->db, &arguments->options, &target, &work->counts, err);
    if (status == 0)
        status = folder_files_place(&files, &work->files, err);
    folder_files_release(&files);
    if (status == 0)
        return target_commit(&made, err);
    target_abandon(&made);
    return ERR;
}

static void tell_counts(const struct command *command, const struct tagging_counts *counts)
{
    exporting_tell_account(command, &counts->account);
    if (counts->n_holding_mark)
        tell(command, "%" PRId64 " %s left out: %s %s %s", counts->n_holding_mark,
             plural(counts->n_holding_mark, "program", "programs"),
             plural(counts->n_holding_mark, "it holds", "they hold"), tag_mark,
             plural(counts->n_holding_mark, "itself", "themselves"));
    if (counts->n_unparsed)
        tell(command, "%" PRId64 " %s left out: %s not parse", counts->n_unparsed,
             plural(counts->n_unparsed, "program", "programs"),
             plural(counts->n_unparsed, "it does", "they do"));
    if (counts->n_repaired)
        tell(command, "%" PRId64 " %s left out: a fix repaired %s", counts->n_repaired,
             plural((double)counts->n_repaired, "piece", "pieces"),
             plural((double)counts->n_repaired, "it", "them"));
    if (counts->n_tested)
        tell(command, "%" PRId64 " %s left out: %s in the test set", counts->n_tested,
             plural((double)counts->n_tested, "piece", "pieces"),
             plural((double)counts->n_tested, "it is", "they are"));
    if (counts->n_ambiguous)
        tell(command,
             "%" PRId64 " %s left out: another row has the same tagged code and another answer",
             counts->n_ambiguous, plural(counts->n_ambiguous, "row", "rows"));
    tell(command, "%" PRId64 " %s of %" PRId64 " %s; %" PRId64 " wanted, for %" PRId64 " %s",
         counts->n_written, plural(counts->n_written, "row", "rows"), counts->n_tagged_programs,
         plural(counts->n_tagged_programs, "program", "programs"), counts->n_wanted,
         counts->n_fixes, plural(counts->n_fixes, "fix", "fixes"));
    if (counts->n_written < counts->n_wanted)
        tell(command,
             "there are no more different rows: %" PRId64 " correct %s %" PRId64
             " different %s of code that can be tagged%s",
             counts->n_programs, plural(counts->n_programs, "program has", "programs have"),
             counts->n_parts, plural(counts->n_parts, "piece", "pieces"),
             counts->n_parts ? "; take a larger --max-tags or a smaller --ratio" : "");
}

static void print_json(const struct work *work)
{
    const struct tagging_counts *counts = &work->counts;
    struct json *json = json_object(), *files = json_array();
    json_set_int(json, "rows", counts->n_written);
    json_set_int(json, "wanted", counts->n_wanted);
    json_set_int(json, "fixes", counts->n_fixes);
    json_set_int(json, "correct_programs", counts->n_programs);
    json_set_int(json, "tagged_programs", counts->n_tagged_programs);
    json_set_int(json, "different_pieces", counts->n_parts);
    json_set_int(json, "repaired_pieces", counts->n_repaired);
    json_set_int(json, "pieces_in_test", counts->n_tested);
    json_set_int(json, "ambiguous_rows", counts->n_ambiguous);
    json_set_int(json, "programs_holding_mark", counts->n_holding_mark);
    json_set_int(json, "programs_unparsed", counts->n_unparsed);
    for (size_t i = 0; i < work->files.list.n; i++) {
        struct json *file = json_object();
        json_set_text(file, "path", work->files.list.items[i].path);
        json_set_int(file, "rows", work->files.list.items[i].n_rows);
        json_push(files, file);
    }
    json_set(json, "files", files);
    json_write_pretty(json, stdout);
    json_free(json);
}

static int tag(const struct command *command, struct arguments *arguments)
{
    struct err err;
    struct work work = {0};
    struct exporting *exporting = &arguments->exporting;
    bool is_folder = exporting_names_folder(arguments->output);
    if (store_open(&work.db, arguments->db, &err) != 0)
        return command_fail(command, &err);
    exporting_show_progress(exporting, "tagging", (int)arguments->n_jobs);
    arguments->options.choice = exporting->choice;
    arguments->options.template = &exporting->template;
    arguments->options.n_threads = exporting->options.n_threads;
    arguments->options.meter = exporting->options.meter;
    int status =
        is_folder ? write_folder(&work, arguments, &err) : write_file(&work, arguments, &err);
    progress_clear(&exporting->progress);
    db_close(work.db);
    if (status == 0) {
        tell_counts(command, &work.counts);
        if (is_folder)
            exporting_tell_files(command, &work.files);
        if (arguments->is_json)
            print_json(&work);
    }
    output_files_release(&work.files);
    return status == 0 ? EXIT_OK : command_fail(command, &err);
}

static int run_with(const struct command *command, struct arguments *arguments)
{
    struct exporting *exporting = &arguments->exporting;
    if (arguments->is_json && strcmp(arguments->output, "-") == 0)
        return command_usage(command, "--json takes standard output; name a file for the rows: -o");
    exporting->options.format = &export_format_prompt_completion; /* any that shows the prompt */
    exporting->options.view.task = &export_task_untag;
    filters_choose_categories(&exporting->choice.categories, FILTERS_FIRST_SIX);
    int status = exporting_check_name(command, arguments->output, arguments->options.format);
    if (status == EXIT_OK)
        status = exporting_complete(command, exporting);
    return status == EXIT_OK ? tag(command, arguments) : status;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {0};
    int status;
    exporting_init(&arguments.exporting);
    if (command_line_read(command, argc, argv, &arguments, &status)) {
        arguments.db = argv[optind];
        status = run_with(command, &arguments);
    }
    exporting_release(&arguments.exporting);
    return status;
}

static const struct command_group groups[] = {{"Options", own_options, 0}, {0}};

const struct command command_tag = {
    .name = "tag",
    .summary = "tag tokens of correct programs, to have more rows to train on",
    .synopsis = "DB [OPTION]...",
    .text =
        "Writes correct code with <BUG> in the place of some tokens, and the code itself as the "
        "answer: token tagging, by Hu and Lee (2022, doi 10.3745/JIPS.04.0251, section 3.1). They "
        "tag the methods without a bug of files that have one, take as many rows as there are "
        "fixes, and mix these with the fixes, for training and validation. Which tokens and how "
        "many is by chance; tokens that only carry form (brackets, separators, line ends and "
        "blocks, comments) are never tagged.\n"
        "\n"
        "The correct programs are the fixed ones of the fixes that tokfix export takes by default, "
        "without those that are the buggy program of another fix, and without those that contain "
        "<BUG> themselves. What a fix of the database repaired is left out: each function, class "
        "or run of statements with the place of an edit, before and after it, wherever it occurs. "
        "So is each piece that is also one of a test program. Comments, blanks and blank "
        "lines make no difference.\n"
        "\n"
        "Each split has a row for each of its fixes (see --ratio). Each piece or program is taken "
        "once before any is taken twice, equal ones count as one, no two rows are equal, and a "
        "larger --ratio only adds rows. Of rows with the same tagged code and different answers "
        "(import <BUG> from import os and import sys) one is written; the others are counted.\n"
        "\n"
        "Rows of the format tags name their split, so one file can contain train and validation. "
        "For the other formats choose with --split, or write to a folder, DIR/.",
    .groups = groups,
    .sections = sections,
    .exit_status = "0\tdone\n1\tfailed\n2\twrong command line",
    .examples = "tokfix tag bugs.db -o tags.jsonl.gz\n"
                "tokfix tag bugs.db --format messages --granularity function -o tagged/\n"
                "tokfix tag bugs.db --split train --granularity program --max-tags 1 --seed 7",
    .operands = {"one database", 1, 1, NULL},
    .if_stopped = "nothing was made",
    .run = run,
};
