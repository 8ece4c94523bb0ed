/* tokfix mine: mines a dataset into a database. */
#include "cli/command_line.h"
#include "commands/commands.h"
#include "commands/mining.h"
#include "commands/values.h"
#include "sources/rows/row_columns.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define DEFAULT_TARGET "bugs.db"

enum { LIMIT_MAX_BYTES = 1 << 30 };

#define TEXT_OF(number) #number
#define AS_TEXT(number) TEXT_OF(number)

static OPTION_NAMES(names_failing, "judged", "all");

/* An archive may come through a pipe. */
static const char *named(const char *path)
{
    return strcmp(path, "-") == 0 ? "/dev/stdin" : path;
}

static int take_output(const struct command_option *option, const char *text, void *variable,
                       struct err *err)
{
    if (strcmp(text, "-") == 0)
        return err_set(err, "a database cannot be written to standard output; name a file: -o DB");
    return option_take_text(option, text, variable, err);
}

static int take_metadata(const struct command_option *option, const char *text, void *variable,
                         struct err *err)
{
    return option_take_text(option, named(text), variable, err);
}

static int take_failing(const struct command_option *option, const char *text, void *variable,
                        struct err *err)
{
    (void)option, (void)err;
    *(enum failing *)variable = (enum failing)failing_find(text);
    return 0;
}

/* The list is read again when the rows are; here, so that an error is one of usage. */
static int take_columns(const struct command_option *option, const char *text, void *variable,
                        struct err *err)
{
    scoped(row_columns) columns = {0};
    if (row_columns_read(&columns, text, err) != 0)
        return ERR;
    return option_take_text(option, text, variable, err);
}

static int take_accepted(const struct command_option *option, const char *text, void *variable,
                         struct err *err)
{
    struct text_list *statuses = variable;
    option_take_list(option, text, statuses, err);
    for (size_t i = 0; i < statuses->n; i++)
        if (!*statuses->items[i])
            return ERR;
    return 0;
}

static const struct command_option own_options[] = {
    {'o', "output", "DB", "database to create",
     .otherwise = DEFAULT_TARGET ", or bugs-I-of-N.db for a shard",
     TO_VARIABLE(const char *, mine_arguments, output, take_output)},
    {0, "force", NULL, "replace an existing database and discard an unfinished run",
     TO_FLAG(mine_arguments, is_replacing)},
    {0, "resume", NULL,
     "resume an interrupted run from DB.unfinished, or start a new run. If DB is the finished "
     "database of this run, do nothing",
     TO_FLAG(mine_arguments, is_resuming)},
    {0, "shard", "[I/]N",
     "mine only shard I of N, for `tokfix merge`; without I, use the task number of a Slurm array "
     "(SLURM_ARRAY_TASK_ID)",
     TO_SHARD(mine_arguments, shard)},
    {0, "format", "FORMAT",
     "what DATASET is\n"
     "codenet\ta Project CodeNet tree or archive\n"
     "jsonl\tJSON lines\n"
     "csv\tCSV with a header",
     .otherwise = "its name decides, or the first bytes of standard input",
     .names = source_format_name, TO_TEXT(mine_arguments, source.format)},
    {0, "columns", "PAIRS",
     "of rows: FIELD=COLUMN,... for the fields user, problem, date, status, language, code, path, "
     "id, original_language, contest, problem_name",
     .otherwise = "the usual names, below",
     TO_VARIABLE(const char *, mine_arguments, source.rows.columns, take_columns)},
    {0, "accepted", "LIST",
     "of rows: exactly these statuses are Accepted; all others are failing, except those of a "
     "judge that failed or has not judged",
     .otherwise = "those that judges use: Accepted, AC, OK, ..., 100",
     .takes = "statuses separated by commas, such as OK,Accepted",
     TO_VARIABLE(struct text_list, mine_arguments, source.rows.accepted, take_accepted)},
    {0, "metadata", "PATH", "folder or archive of the metadata, if DATASET contains none",
     TO_VARIABLE(const char *, mine_arguments, metadata, take_metadata)},
    {0, "language", "LIST",
     "programming languages to mine; the dataset is read once, and the order does not matter",
     LANGUAGE_DEFAULT, TO_BITS(mine_arguments, options.languages, names_language_choice)},
    {0, "pairing", "KIND",
     "which submissions of a user are compared\n"
     "all\teach failing submission with every later Accepted one\n"
     "next\teach failing submission with the next Accepted one\n"
     "adjacent\teach failing submission with the next Accepted one, if no other failing one is in "
     "between",
     "all", TO_ENUM(mine_arguments, options.pairing, pairing_name)},
    {0, "failing", "KIND",
     "which submissions count as failing\n"
     "judged\tsubmissions with one of eight verdicts: Compile Error, Wrong Answer, Time, Memory, "
     "Output or Query Limit Exceeded, Runtime Error, WA: Presentation Error\n"
     "all\tall submissions that are not Accepted, as in the thesis, even if the judge failed or "
     "the status is empty or unknown",
     "judged", .names = names_failing,
     TO_VARIABLE(enum failing, mine_arguments, options.failing, take_failing)},
    {0, "max-tokens", "N", "maximum number of tokens of a program", .otherwise = "no limit",
     TO_SIZE(mine_arguments, options.max_tokens, 1, INT32_MAX)},
    {0, "max-bytes", "N", "maximum number of bytes of a source file", AS_TEXT(RUN_MAX_BYTES),
     TO_SIZE(mine_arguments, options.max_bytes, 1, LIMIT_MAX_BYTES)},
    {0, "max-pairs", "N",
     "maximum number of pairs of one history; if there are more, the nearest pairs are compared",
     AS_TEXT(RUN_MAX_PAIRS), TO_SIZE(mine_arguments, options.max_pairs, 1, INT32_MAX)},
    {0, "git", NULL, "DATASET is a git repository, a folder of repositories, or a list of them",
     TO_FLAG(mine_arguments, source.git.is_chosen)},
    {0, "keywords", "KIND",
     "git: which commits are read; reverts never are\n"
     "words\twith error, bug, fix, issue, mistake, incorrect, fault, defect, flaw, type or a form "
     "of them in the message\n"
     "tssb\twith one of these ten words anywhere in the message, as TSSB-3M\n"
     "manysstubs\twith a word that has the stem of one of the ten, as ManySStuBs4J\n"
     "none\tall others, as BugLab",
     "words", TO_ENUM(mine_arguments, source.git.commits.keywords, keywords_name)},
    {0, "max-files", "N", "git: maximum number of files that a commit changes; 0 is no limit", "1",
     TO_SIZE(mine_arguments, source.git.commits.max_files, 0, INT32_MAX)},
    {0, "salt", "TEXT", "git: secret that is hashed with the e-mail addresses of authors", "tokfix",
     TO_TEXT(mine_arguments, source.git.commits.salt)},
    {0, "any-owner", NULL, "git: also read repositories that belong to another user",
     TO_FLAG(mine_arguments, source.git.any_owner)},
    {0, "json", NULL, "print a summary as one JSON object on standard output",
     TO_FLAG(mine_arguments, is_json)},
    OPTION_JOBS(mine_arguments, n_jobs),
    {0},
};

static void choose_output(struct mine_arguments *arguments, struct str *name)
{
    const struct shard *shard = &arguments->shard;
    if (arguments->output)
        return;
    str_add_text(name, DEFAULT_TARGET);
    if (shard->n_shards > 1) {
        int width = snprintf(NULL, 0, "%" PRId64, shard->n_shards);
        str_clear(name);
        str_print(name, "bugs-%0*" PRId64 "-of-%" PRId64 ".db", width, shard->number,
                  shard->n_shards);
    }
    arguments->output = str_text(name);
}

static int run(const struct command *command, void *variables, struct err *err)
{
    struct mine_arguments *arguments = variables;
    scoped(str) command_line = {0}, output = {0};
    (void)err;
    command_line_add_resuming(&command_line, "mine", NULL);
    choose_output(arguments, &output);
    arguments->command_line = str_text(&command_line);
    return mining_run(command, arguments);
}

const struct command command_mine = {
    .name = "mine",
    .manual =
        (const char[]){
#include "commands/help/mine.txt.inc"
        },
    .groups = OPTION_GROUP(own_options),
    .operands = {"one dataset", 1, 1, .first = OPTION_AT(const char *, mine_arguments, dataset)},
    ARGUMENTS(mine_arguments, .shard = {1, 1}),
    .run = run,
};
