/* tokfix mine: from a CodeNet tree to a store. */
#include "base/pipeline.h"
#include "base/target.h"
#include "miner/command.h"
#include "miner/mine.h"
#include "miner/mine_report.h"

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
    MAX_JOBS = 1024,
};

static const char help[] =
    "Usage: tokfix mine DATASET [OPTION]...\n\n"
    "Reads a Project CodeNet tree, pairs failing submissions with later Accepted ones of\n"
    "the same user and problem, keeps the pairs that one replaced token (or one added or\n"
    "removed `not`) explains, and stores them in an SQLite database.\n\n"
    "DATASET is the folder that holds data/ and metadata/, or the folder that holds such a\n"
    "Project_CodeNet/; or an archive of either (.tar, .tar.gz, .tar.zst, .tar.xz), which is\n"
    "mined without being unpacked: what is needed of it goes into a temporary file beside\n"
    "DB. Nothing outside DATASET (and what --metadata names) is read.\n\n"
    "Options:\n"
    "  -o, --output DB        the database to make (default: " DEFAULT_TARGET ")\n"
    "      --force            replace an existing database\n"
    "      --metadata PATH    folder or archive of the metadata, when DATASET has none\n"
    "      --language NAME    language to mine (default: python)\n"
    "      --pairing KIND     all: each failing submission with every later Accepted one\n"
    "                         next: with the first Accepted one after it\n"
    "                         adjacent: only if that one directly follows (default: all)\n"
    "      --max-tokens N     longest program, in tokens (default: 1024)\n"
    "      --max-bytes N      largest source, in bytes (default: 1048576)\n"
    "      --no-sieve         parse also the pairs whose texts already show that more than one\n"
    "                         token differs: the same result, ten to thirty times slower\n"
    "  -j, --jobs N           threads (default: the CPUs this process may use); the result\n"
    "                         does not depend on it\n"
    "  -h, --help             this text\n\n"
    "Rows and files that cannot be used are reported (the first ten of a kind), counted, and\n"
    "stored in the table input_errors; the run goes on. The database appears when it is\n"
    "complete: until then it is written as DB.partial.\n\n"
    "Exit status: 0 done, 1 failed, 2 wrong command line.\n\n"
    "Examples:\n"
    "  tokfix mine Project_CodeNet\n"
    "  tokfix mine Project_CodeNet.tar.gz --metadata ~/codenet-metadata -o python.db -j 8\n"
    "  tokfix mine Project_CodeNet --pairing next --max-tokens 512 --force\n";

struct arguments {
    const char *dataset, *metadata, *output;
    struct mine_options options;
    int n_jobs;
    bool is_replacing;
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
    int status = mine_dataset(dataset, &arguments->options, arguments->n_jobs, store, &listener,
                              summary, err);
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

static int mine(const struct command *command, const struct arguments *arguments)
{
    struct err err;
    struct target target;
    struct mine_summary summary;
    struct mine_report report = {.command = command->name};
    if (strcmp(arguments->output, DEFAULT_TARGET) == 0)
        mkdir("out", 0777); /* when it fails, opening the target says why */
    if (target_open(&target, arguments->output, arguments->is_replacing, &err) != 0)
        return command_fail(command, &err);
    int status = open_and_fill(arguments, &target, &report, &summary, &err);
    if (status == 0)
        status = target_commit(&target, &err);
    else
        target_abandon(&target);
    if (status != 0)
        return command_fail(command, &err);
    mine_report_rest(&report, arguments->output);
    fprintf(stderr,
            "tokfix %s: pairs: %" PRId64 ", single-token fixes: %" PRId64
            ", in the six categories: %" PRId64 "\nNext: tokfix stats %s\n",
            command->name, summary.n_pairs, summary.n_fixes, summary.n_bugs, arguments->output);
    return EXIT_OK;
}

enum {
    OPTION_FORCE = 256,
    OPTION_METADATA,
    OPTION_LANGUAGE,
    OPTION_PAIRING,
    OPTION_MAX_TOKENS,
    OPTION_MAX_BYTES,
    OPTION_NO_SIEVE,
};

static const struct option long_options[] = {
    {"output", required_argument, NULL, 'o'},
    {"force", no_argument, NULL, OPTION_FORCE},
    {"metadata", required_argument, NULL, OPTION_METADATA},
    {"language", required_argument, NULL, OPTION_LANGUAGE},
    {"pairing", required_argument, NULL, OPTION_PAIRING},
    {"max-tokens", required_argument, NULL, OPTION_MAX_TOKENS},
    {"max-bytes", required_argument, NULL, OPTION_MAX_BYTES},
    {"no-sieve", no_argument, NULL, OPTION_NO_SIEVE},
    {"jobs", required_argument, NULL, 'j'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static int set_pairing(const struct command *command, struct arguments *arguments)
{
    int pairing = pairing_find(optarg);
    if (pairing < 0)
        return command_usage(command, "'%s' is no pairing; there are: all, next, adjacent", optarg);
    arguments->options.pairing = (enum pairing)pairing;
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

/* Returns EXIT_OK, or the exit status with which to stop. */
static int set_option(const struct command *command, struct arguments *arguments, int code,
                      char **argv)
{
    int64_t number = 0;
    int status = EXIT_OK;
    switch (code) {
    case 'o':
        arguments->output = optarg;
        return EXIT_OK;
    case OPTION_FORCE:
        arguments->is_replacing = true;
        return EXIT_OK;
    case OPTION_METADATA:
        arguments->metadata = optarg;
        return EXIT_OK;
    case OPTION_LANGUAGE:
        arguments->options.language = command_language(command, optarg);
        return arguments->options.language ? EXIT_OK : EXIT_USAGE;
    case OPTION_PAIRING:
        return set_pairing(command, arguments);
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
    case 'j':
        status = set_number(command, "--jobs", MAX_JOBS, &number);
        arguments->n_jobs = (int)number;
        return status;
    default:
        return command_bad_option(command, code, argv);
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
    int code;
    while ((code = getopt_long(argc, argv, ":o:j:h", long_options, NULL)) != -1) {
        if (code == 'h')
            return command_help(command);
        int status = set_option(command, &arguments, code, argv);
        if (status != EXIT_OK)
            return status;
    }
    if (argc - optind != 1)
        return command_usage(command,
                             argc == optind ? "name the dataset to mine" : "one dataset at a time");
    arguments.dataset = argv[optind];
    return mine(command, &arguments);
}

const struct command command_mine = {
    .name = "mine",
    .summary = "find single-token fixes in a CodeNet tree and store them",
    .help = help,
    .run = run,
};
