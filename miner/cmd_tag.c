/* tokfix tag: correct code with tags in the place of some tokens. */
#include "base/json.h"
#include "base/pipeline.h"
#include "base/target.h"
#include "cli/command_line.h"
#include "cli/tell.h"
#include "db/store.h"
#include "export/tagged.h"
#include "export/tagging.h"
#include "miner/commands.h"
#include "miner/exporting.h"
#include "miner/names.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_MAX_TAGS = 5 };

enum {
    OPTION_FORMAT = 256,
    OPTION_RATIO,
    OPTION_GRANULARITY,
    OPTION_MAX_TAGS,
    OPTION_SEED,
    OPTION_SPLIT,
    OPTION_FORCE,
    OPTION_JSON
};

static const struct command_option own_options[] = {
    {OPTION_FORMAT, "format", "FORMAT",
     "what is written, JSON lines\n"
     "tags\tthe code, the tagged code, and where the tags are\n"
     "prompt-completion\tTRL: prompt (with the tagged code), completion (the code)\n"
     "messages\tchat: TRL, Axolotl, OpenAI, LLaMA-Factory (sharegpt)",
     "tags", names_tag_format},
    {'o', "output", "FILE", "where to write; .gz and .zst compress", "-, standard output", NULL},
    {OPTION_RATIO, "ratio", "R", "so many rows for each fix of the database, up to 1000", "1",
     NULL},
    {OPTION_GRANULARITY, "granularity", "HOW",
     "what a row is of\n"
     "program\ta whole program\n"
     "function\ta function, the run of statements at the top level, or a class",
     "function", names_tag_granularity},
    {OPTION_MAX_TAGS, "max-tags", "N", "tokens that are tagged in a row: 1 to N, by chance", "5",
     NULL},
    {OPTION_SEED, "seed", "SEED", "any text; what is by chance goes by it", "0", NULL},
    {OPTION_SPLIT, "split", "LIST",
     "train, validation, test, as tokfix split decided; all: these three; none: programs in no "
     "split. Required when the database has several splits",
     NULL, names_split_choice},
    {OPTION_FORCE, "force", NULL, "replace an existing file", NULL, NULL},
    {OPTION_JSON, "json", NULL, "how many rows of what as one JSON object on standard output", NULL,
     NULL},
    COMMAND_LINE_JOBS,
    {0},
};

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

static int write_file(const struct arguments *arguments, struct db *db,
                      struct tagging_counts *counts, struct err *err)
{
    struct output *output;
    struct output_plan plan = {arguments->output, arguments->options.format, 0,
                               arguments->is_replacing, NULL};
    if (target_spare(arguments->output, arguments->db, "the database", err) != 0 ||
        output_open(&output, &plan, err) != 0)
        return ERR;
    if (tagging_write(db, &arguments->options, output, counts, err) != 0) {
        output_abandon(output);
        return ERR;
    }
    return output_commit(output, NULL, err);
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
             " different %s of code; take a larger --max-tags or a smaller --ratio",
             counts->n_programs, plural(counts->n_programs, "program has", "programs have"),
             counts->n_parts, plural(counts->n_parts, "piece", "pieces"));
}

static void print_json(const struct tagging_counts *counts)
{
    struct json *json = json_object();
    json_set_int(json, "rows", counts->n_written);
    json_set_int(json, "wanted", counts->n_wanted);
    json_set_int(json, "fixes", counts->n_fixes);
    json_set_int(json, "correct_programs", counts->n_programs);
    json_set_int(json, "tagged_programs", counts->n_tagged_programs);
    json_set_int(json, "different_pieces", counts->n_parts);
    json_set_int(json, "ambiguous_rows", counts->n_ambiguous);
    json_set_int(json, "programs_holding_mark", counts->n_holding_mark);
    json_set_int(json, "programs_unparsed", counts->n_unparsed);
    json_write_pretty(json, stdout);
    json_free(json);
}

static int tag(const struct command *command, struct arguments *arguments)
{
    struct err err;
    struct db *db;
    struct tagging_counts counts;
    struct exporting *exporting = &arguments->exporting;
    if (store_open(&db, arguments->db, &err) != 0)
        return command_fail(command, &err);
    exporting_show_progress(exporting, "tagging", (int)arguments->n_jobs);
    arguments->options.choice = exporting->choice;
    arguments->options.template = &exporting->template;
    arguments->options.n_threads = exporting->options.n_threads;
    arguments->options.on_progress = exporting->options.on_progress;
    arguments->options.context = exporting->options.context;
    int status = write_file(arguments, db, &counts, &err);
    progress_clear(&exporting->progress);
    db_close(db);
    if (status != 0)
        return command_fail(command, &err);
    tell_counts(command, &counts);
    if (arguments->is_json)
        print_json(&counts);
    return EXIT_OK;
}

static int set_ratio(const struct command *command, double *ratio)
{
    char *end;
    *ratio = strtod(optarg, &end);
    if (*optarg && !*end && *ratio > 0 && *ratio <= TAGGING_MAX_RATIO)
        return EXIT_OK;
    return command_usage(command, "--ratio takes a number above 0, up to %d, not '%s'",
                         TAGGING_MAX_RATIO, optarg);
}

static int set_max_tags(const struct command *command, size_t *max_tags)
{
    int64_t number;
    if (command_number(optarg, 1, TAGGING_MAX_TAGS, &number) != 0)
        return command_usage(command, "--max-tags takes a number from 1 to %d, not '%s'",
                             TAGGING_MAX_TAGS, optarg);
    *max_tags = (size_t)number;
    return EXIT_OK;
}

static int set_option(const struct command *command, void *context, int code)
{
    struct arguments *arguments = context;
    switch (code) {
    case OPTION_FORMAT:
        arguments->options.format = export_format_find(optarg);
        if (!arguments->options.format) /* the one that no fix is written in */
            arguments->options.format = &export_format_tags;
        return EXIT_OK;
    case 'o':
        arguments->output = optarg;
        return EXIT_OK;
    case OPTION_RATIO:
        return set_ratio(command, &arguments->options.ratio);
    case OPTION_GRANULARITY:
        arguments->options.by_function =
            command_name_number(names_tag_granularity, optarg) == GRANULARITY_FUNCTION;
        return EXIT_OK;
    case OPTION_MAX_TAGS:
        return set_max_tags(command, &arguments->options.max_tags);
    case OPTION_SEED:
        arguments->exporting.choice.seed = optarg;
        return EXIT_OK;
    case OPTION_SPLIT:
        exporting_set_splits(&arguments->exporting);
        return EXIT_OK;
    case OPTION_FORCE:
        arguments->is_replacing = true;
        return EXIT_OK;
    case OPTION_JSON:
        arguments->is_json = true;
        return EXIT_OK;
    case 'j':
        return command_line_jobs(command, optarg, &arguments->n_jobs);
    default:
        return EXIT_USAGE;
    }
}

static int run_with(const struct command *command, struct arguments *arguments)
{
    struct exporting *exporting = &arguments->exporting;
    if (arguments->is_json && strcmp(arguments->output, "-") == 0)
        return command_usage(command, "--json takes standard output; name a file for the rows: -o");
    exporting->options.format = &export_format_prompt_completion; /* any that shows the prompt */
    exporting->options.view.task = &export_task_untag;
    int status = exporting_check_name(command, arguments->output, arguments->options.format, false);
    if (status == EXIT_OK)
        status = exporting_complete(command, exporting);
    return status == EXIT_OK ? tag(command, arguments) : status;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {
        .output = "-",
        .n_jobs = pipeline_cpu_count(),
        .options = {.ratio = 1,
                    .by_function = true,
                    .max_tags = DEFAULT_MAX_TAGS,
                    .format = &export_format_tags},
    };
    int status;
    exporting_init(&arguments.exporting);
    if (command_line_read(command, argc, argv, set_option, &arguments, &status)) {
        arguments.db = argv[optind];
        status = run_with(command, &arguments);
    }
    exporting_release(&arguments.exporting);
    return status;
}

static const struct command_group groups[] = {{"Options", own_options}, {0}};

const struct command command_tag = {
    .name = "tag",
    .summary = "tag tokens of correct programs, to have more rows to train on",
    .synopsis = "DB [OPTION]...",
    .text =
        "Writes the code of correct programs with <BUG> in the place of some tokens, and the code "
        "itself as the answer (token tagging: Hu and Lee 2022, doi 10.3745/JIPS.04.0251). Which "
        "tokens and how many is by chance; tokens that only carry form (brackets, separators, line "
        "ends and blocks, comments) are never tagged.\n"
        "\n"
        "The correct programs are the fixed ones of the fixes that tokfix export takes by default, "
        "without those that are the buggy program of another fix, and without those that hold "
        "<BUG> themselves. There is a row for each such fix (see --ratio). Each function or "
        "program is taken once before any is taken twice, equal ones count as one, no two rows are "
        "equal, and a larger --ratio only adds rows. Of rows with the same tagged code and "
        "different answers (import <BUG> from import os and import sys) one is written; the others "
        "are counted.",
    .groups = groups,
    .sections = sections,
    .exit_status = "0\tdone\n1\tfailed\n2\twrong command line",
    .examples = "tokfix tag bugs.db --split train -o tags.jsonl.gz\n"
                "tokfix tag bugs.db --format messages --split train --ratio 2 -o tags.jsonl\n"
                "tokfix tag bugs.db --split all --granularity program --max-tags 1 --seed 7",
    .operands = {"one database", 1, 1, NULL},
    .if_stopped = "nothing was made",
    .run = run,
};
