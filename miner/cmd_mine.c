/* tokfix mine: from a CodeNet tree to a store. */
#include "base/json.h"
#include "base/pipeline.h"
#include "base/shell.h"
#include "base/target.h"
#include "cli/command_line.h"
#include "cli/tell.h"
#include "miner/commands.h"
#include "miner/mine.h"
#include "miner/mine_report.h"
#include "miner/names.h"
#include "miner/replacing.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define DEFAULT_TARGET "out/bugs.db"

enum {
    DEFAULT_MAX_TOKENS = 1024, /* the published detector's limit */
    DEFAULT_MAX_BYTES = 1 << 20,
    LIMIT_MAX_BYTES = 1 << 30,
};

enum {
    OPTION_FORCE = 256,
    OPTION_METADATA,
    OPTION_LANGUAGE,
    OPTION_PAIRING,
    OPTION_MAX_TOKENS,
    OPTION_MAX_BYTES,
    OPTION_NO_SIEVE,
    OPTION_JSON,
};

static const struct command_option own_options[] = {
    {'o', "output", "DB", "the database to make", DEFAULT_TARGET, NULL},
    {OPTION_FORCE, "force", NULL, "replace an existing database", NULL, NULL},
    {OPTION_METADATA, "metadata", "PATH",
     "folder or archive of the metadata, when DATASET has none", NULL, NULL},
    {OPTION_LANGUAGE, "language", "NAME", "language to mine", "python", names_language},
    {OPTION_PAIRING, "pairing", "KIND",
     "which submissions of a user are compared\n"
     "all\teach failing one with every later Accepted one\n"
     "next\twith the first Accepted one after it\n"
     "adjacent\tonly if that one directly follows",
     "all", names_pairing},
    {OPTION_MAX_TOKENS, "max-tokens", "N", "longest program, in tokens", "1024", NULL},
    {OPTION_MAX_BYTES, "max-bytes", "N", "largest source, in bytes", "1048576", NULL},
    {OPTION_NO_SIEVE, "no-sieve", NULL,
     "parse also the pairs whose texts already show that more than one token differs: the same "
     "result, ten to thirty times slower",
     NULL, NULL},
    {OPTION_JSON, "json", NULL, "what was found as one JSON object on standard output", NULL, NULL},
    COMMAND_LINE_JOBS,
    {0},
};

struct arguments {
    const char *dataset, *metadata, *output;
    struct mine_options options;
    int64_t n_jobs;
    bool is_replacing, is_json;
};

/* Mines into the partial file. */
static int fill(const struct arguments *arguments, struct dataset *dataset,
                const char *partial_path, struct mine_report *report, struct mine_summary *summary,
                struct err *err)
{
    struct store *store;
    struct mine_listener listener = {report, mine_report_error, mine_report_mining};
    for (size_t i = 0; i < dataset->list.problems.n; i++)
        report->total_bytes += dataset->list.problems.items[i].metadata_bytes;
    if (store_create(&store, partial_path, err) != 0)
        return ERR;
    int status = mine_dataset(dataset, &arguments->options, (int)arguments->n_jobs, store,
                              &listener, summary, err);
    progress_clear(&report->progress);
    if (status != 0) {
        store_abandon(store);
        return ERR;
    }
    return store_finish(store, err);
}

/* Opens the data set and mines it into the partial file of the target. */
static int open_and_fill(const struct arguments *arguments, const struct target *target,
                         struct mine_report *report, struct mine_summary *summary, struct err *err)
{
    struct str folder = {0};
    struct dataset dataset;
    const char *slash = strrchr(target->partial_path, '/');
    if (slash)
        str_add(&folder, target->partial_path, (size_t)(slash - target->partial_path) + 1);
    else
        str_add_text(&folder, ".");
    struct dataset_options options = {
        .path = arguments->dataset,
        .metadata = arguments->metadata,
        .language = arguments->options.language,
        .max_source_bytes = arguments->options.max_bytes,
        .temporary_folder = str_text(&folder),
        .on_progress = mine_report_reading,
        .context = report,
    };
    int status = dataset_open(&dataset, &options, err);
    progress_clear(&report->progress);
    if (status == 0)
        status = fill(arguments, &dataset, target->partial_path, report, summary, err);
    dataset_close(&dataset);
    str_release(&folder);
    return status;
}

static void print_json(const struct arguments *arguments, const struct mine_report *report,
                       const struct mine_summary *summary)
{
    struct json *found = json_object(), *errors = json_object();
    json_set_text(found, "database", arguments->output);
    json_set_int(found, "pairs", summary->n_pairs);
    json_set_int(found, "fixes", summary->n_fixes);
    json_set_int(found, "fixes_in_six_categories", summary->n_bugs);
    for (int kind = 0; kind < N_INPUT_ERROR_KINDS; kind++)
        json_set_int(errors, input_error_kind_name((enum input_error_kind)kind),
                     (int64_t)report->n_of_kind[kind]);
    json_set(found, "input_errors", errors);
    json_write_pretty(found, stdout);
    json_free(found);
}

static void tell_mined(const struct command *command, const struct arguments *arguments,
                       const struct mine_report *report, const struct mine_summary *summary)
{
    struct str database = {0};
    shell_add_word(&database, arguments->output);
    mine_report_rest(report, str_text(&database));
    tell(command,
         "pairs: %" PRId64 ", single-token fixes: %" PRId64 ", in the six categories: %" PRId64
         "\nNext: tokfix stats %s",
         summary->n_pairs, summary->n_fixes, summary->n_bugs, str_text(&database));
    str_release(&database);
}

/* Makes the partial file; what is mined is not written over. */
static int open_target(struct target *target, const struct arguments *arguments, struct err *err)
{
    const char *metadata = arguments->metadata;
    if (strcmp(arguments->output, DEFAULT_TARGET) == 0)
        mkdir("out", 0777); /* when it fails, opening the target says why */
    if (target_spare(arguments->output, arguments->dataset, "the dataset", err) != 0 ||
        (metadata && target_spare(arguments->output, metadata, "the metadata", err) != 0))
        return ERR;
    if (replacing_is_safe(arguments->output, true, err) != 0)
        return ERR;
    return target_open(target, arguments->output, arguments->is_replacing, err);
}

static int mine(const struct command *command, const struct arguments *arguments)
{
    struct err err;
    struct target target;
    struct mine_summary summary;
    struct mine_report report = {.command = command};
    if (open_target(&target, arguments, &err) != 0)
        return command_fail(command, &err);
    int status = open_and_fill(arguments, &target, &report, &summary, &err);
    if (status == 0)
        status = target_commit(&target, &err);
    else
        target_abandon(&target);
    if (status != 0)
        return command_fail(command, &err);
    tell_mined(command, arguments, &report, &summary);
    if (arguments->is_json)
        print_json(arguments, &report, &summary);
    return EXIT_OK;
}

static int set_number(const struct command *command, const char *option, int64_t max,
                      int64_t *number)
{
    if (command_number(optarg, 1, max, number) == 0)
        return EXIT_OK;
    return command_usage(command, "%s takes a whole number from 1 to %" PRId64 ", not '%s'", option,
                         max, optarg);
}

/* An archive may come through a pipe. */
static const char *named(const char *path)
{
    return strcmp(path, "-") == 0 ? "/dev/stdin" : path;
}

static int set_output(const struct command *command, struct arguments *arguments)
{
    if (strcmp(optarg, "-") == 0)
        return command_usage(command,
                             "a database cannot go to standard output; name a file: -o DB");
    arguments->output = optarg;
    return EXIT_OK;
}

static int set_option(const struct command *command, void *context, int code)
{
    struct arguments *arguments = context;
    int64_t number = 0;
    int status = EXIT_OK;
    switch (code) {
    case 'o':
        return set_output(command, arguments);
    case OPTION_FORCE:
        arguments->is_replacing = true;
        return EXIT_OK;
    case OPTION_METADATA:
        arguments->metadata = named(optarg);
        return EXIT_OK;
    case OPTION_LANGUAGE:
        arguments->options.language = language_find(optarg);
        return EXIT_OK;
    case OPTION_PAIRING:
        arguments->options.pairing = (enum pairing)pairing_find(optarg);
        return EXIT_OK;
    case OPTION_MAX_TOKENS:
        status = set_number(command, "--max-tokens", INT32_MAX, &number);
        arguments->options.max_tokens = (size_t)number;
        return status;
    case OPTION_MAX_BYTES:
        status = set_number(command, "--max-bytes", LIMIT_MAX_BYTES, &number);
        arguments->options.max_bytes = (size_t)number;
        return status;
    case OPTION_NO_SIEVE:
        arguments->options.parses_all = true;
        return EXIT_OK;
    case OPTION_JSON:
        arguments->is_json = true;
        return EXIT_OK;
    default:
        return command_line_jobs(command, optarg, &arguments->n_jobs);
    }
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {
        .output = DEFAULT_TARGET,
        .options = {.language = languages[0],
                    .pairing = PAIRING_ALL,
                    .max_bytes = DEFAULT_MAX_BYTES,
                    .max_tokens = DEFAULT_MAX_TOKENS},
        .n_jobs = pipeline_cpu_count(),
    };
    int status;
    if (!command_line_read(command, argc, argv, set_option, &arguments, &status))
        return status;
    arguments.dataset = named(argv[optind]);
    return mine(command, &arguments);
}

static const struct command_group groups[] = {{"Options", own_options}, {0}};

const struct command command_mine = {
    .name = "mine",
    .summary = "find single-token fixes in a CodeNet tree and store them",
    .synopsis = "DATASET [OPTION]...",
    .text =
        "Reads a Project CodeNet tree, pairs failing submissions with later Accepted ones of the "
        "same user and problem, keeps the pairs that one replaced token (or one added or removed "
        "`not`) explains, and stores them in an SQLite database.\n"
        "\n"
        "DATASET is the folder that holds data/ and metadata/, or the folder that holds such a "
        "Project_CodeNet/; or an archive of either (.tar, .tar.gz, .tar.zst, .tar.xz; - is "
        "standard input), which is mined without being unpacked: what is needed of it goes into "
        "a temporary file beside DB. Nothing outside DATASET (and what --metadata names) is "
        "read.\n"
        "\n"
        "Rows and files that cannot be used are reported (the first ten of a kind), counted, and "
        "stored in the table input_errors; the run goes on. The database appears when it is "
        "complete: until then it is written as DB.partial.",
    .groups = groups,
    .exit_status = "0\tdone\n1\tfailed: the message says why, and no database was made\n"
                   "2\twrong command line",
    .examples =
        "tokfix mine Project_CodeNet\n"
        "tokfix mine Project_CodeNet.tar.gz --metadata ~/codenet-metadata -o python.db -j 8\n"
        "tokfix mine Project_CodeNet --pairing next --max-tokens 512 --force",
    .operands = {"one dataset", 1, 1, NULL},
    .run = run,
};
