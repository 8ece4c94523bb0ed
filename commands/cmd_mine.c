/* tokfix mine: from a CodeNet tree to a store. */
#include "base/shell.h"
#include "cli/command_line.h"
#include "commands/commands.h"
#include "commands/mine_run.h"
#include "commands/value_names.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define DEFAULT_TARGET "out/bugs.db"

enum { LIMIT_MAX_BYTES = 1 << 30 };

enum {
    OPTION_FORCE = 256,
    OPTION_METADATA,
    OPTION_LANGUAGE,
    OPTION_PAIRING,
    OPTION_FAILING,
    OPTION_MAX_TOKENS,
    OPTION_MAX_BYTES,
    OPTION_MAX_PAIRS,
    OPTION_NO_SIEVE,
    OPTION_JSON,
    OPTION_RESUME,
    OPTION_SHARD,
};

static const struct command_option own_options[] = {
    {'o', "output", "DB", "the database to make", DEFAULT_TARGET ", out/bugs-I-of-N.db for a shard",
     NULL},
    {OPTION_FORCE, "force", NULL, "replace an existing database, and begin anew", NULL, NULL},
    {OPTION_RESUME, "resume", NULL,
     "go on with what an interrupted run left in DB.unfinished, or begin; when DB is there and of "
     "this run, there is nothing to do",
     NULL, NULL},
    {OPTION_SHARD, "shard", "[I/]N",
     "mine only shard I of N, for tokfix merge; the number of a Slurm array's task "
     "(SLURM_ARRAY_TASK_ID) when I is left out",
     NULL, NULL},
    {OPTION_METADATA, "metadata", "PATH",
     "folder or archive of the metadata, when DATASET has none", NULL, NULL},
    {OPTION_LANGUAGE, "language", "NAME", "language to mine", "python", names_language},
    {OPTION_PAIRING, "pairing", "KIND",
     "which submissions of a user are compared\n"
     "all\teach failing one with every later Accepted one\n"
     "next\twith the first Accepted one after it\n"
     "adjacent\tonly if that one directly follows",
     "all", names_pairing},
    {OPTION_FAILING, "failing", "KIND",
     "which submissions are failing ones\n"
     "judged\tthose with one of eight verdicts: Compile Error, Wrong Answer, Time, Memory, Output "
     "or Query Limit Exceeded, Runtime Error, WA: Presentation Error\n"
     "all\tall that are not Accepted, as in the thesis: also where the judge failed, or the status "
     "is empty or unknown",
     "judged", names_failing},
    {OPTION_MAX_TOKENS, "max-tokens", "N", "longest program, in tokens", "no limit", NULL},
    {OPTION_MAX_BYTES, "max-bytes", "N", "largest source, in bytes", "1048576", NULL},
    {OPTION_MAX_PAIRS, "max-pairs", "N",
     "most pairs of one history; if there are more, the nearest ones are compared", "1000000",
     NULL},
    {OPTION_NO_SIEVE, "no-sieve", NULL,
     "parse also the pairs whose texts already show that more than one token differs: the same "
     "result, ten to thirty times slower",
     NULL, NULL},
    {OPTION_JSON, "json", NULL, "what was found as one JSON object on standard output", NULL, NULL},
    COMMAND_LINE_JOBS,
    {0},
};

/* An archive may come through a pipe. */
static const char *named(const char *path)
{
    return strcmp(path, "-") == 0 ? "/dev/stdin" : path;
}

static int set_output(const struct command *command, struct mine_arguments *arguments)
{
    if (strcmp(optarg, "-") == 0)
        return command_usage(command,
                             "a database cannot go to standard output; name a file: -o DB");
    arguments->output = optarg;
    return EXIT_OK;
}

static int set_shard(const struct command *command, struct mine_arguments *arguments)
{
    struct err err;
    return shard_read(&arguments->shard, optarg, &err) == 0
               ? EXIT_OK
               : command_usage(command, "%s", err.message);
}

static int set_option(const struct command *command, void *context, int code)
{
    struct mine_arguments *arguments = context;
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
    case OPTION_FAILING:
        arguments->options.failing = (enum failing)failing_find(optarg);
        return EXIT_OK;
    case OPTION_MAX_TOKENS:
        status = command_line_number(command, "--max-tokens", 1, INT32_MAX, &number);
        arguments->options.max_tokens = (size_t)number;
        return status;
    case OPTION_MAX_BYTES:
        status = command_line_number(command, "--max-bytes", 1, LIMIT_MAX_BYTES, &number);
        arguments->options.max_bytes = (size_t)number;
        return status;
    case OPTION_MAX_PAIRS:
        status = command_line_number(command, "--max-pairs", 1, INT32_MAX, &number);
        arguments->options.max_pairs = (size_t)number;
        return status;
    case OPTION_NO_SIEVE:
        arguments->options.parses_all = true;
        return EXIT_OK;
    case OPTION_JSON:
        arguments->is_json = true;
        return EXIT_OK;
    case OPTION_RESUME:
        arguments->is_resuming = true;
        return EXIT_OK;
    case OPTION_SHARD:
        return set_shard(command, arguments);
    default:
        return command_line_jobs(command, optarg, &arguments->n_jobs);
    }
}

/* The command line that goes on with what this one began. */
static void add_resuming(struct str *out, int argc, char **argv)
{
    str_add_text(out, "tokfix mine --resume");
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--resume") == 0)
            continue;
        str_add_text(out, " ");
        shell_add_word(out, argv[i]);
    }
}

/* The folder out/ is made when nobody named another. */
static void choose_output(struct mine_arguments *arguments, struct str *name)
{
    const struct shard *shard = &arguments->shard;
    if (arguments->output)
        return;
    mkdir("out", 0777); /* when it fails, opening the target says why */
    str_add_text(name, DEFAULT_TARGET);
    if (shard->n_shards > 1) {
        int width = snprintf(NULL, 0, "%" PRId64, shard->n_shards);
        str_clear(name);
        str_print(name, "out/bugs-%0*" PRId64 "-of-%" PRId64 ".db", width, shard->number,
                  shard->n_shards);
    }
    arguments->output = str_text(name);
}

static int run(const struct command *command, int argc, char **argv)
{
    struct str command_line = {0}, output = {0};
    struct mine_arguments arguments = mine_arguments_default();
    int status;
    add_resuming(&command_line, argc, argv);
    if (command_line_read(command, argc, argv, set_option, &arguments, &status)) {
        choose_output(&arguments, &output);
        arguments.dataset = named(argv[optind]);
        arguments.command_line = str_text(&command_line);
        status = mine_run(command, &arguments);
    }
    str_release(&command_line);
    str_release(&output);
    return status;
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
        "stored in the table input_errors; the run goes on.\n"
        "\n"
        "The database appears when it is complete. Until then the problems that are done stand in "
        "DB.unfinished, to which they are committed all along: after a crash, a kill or "
        "a full disk, --resume goes on with them, and the database is, byte for byte, that of an "
        "undisturbed run. Options, dataset (its metadata, by SHA-256) and tokfix must be those of "
        "the beginning; -j and --no-sieve may change. SIGINT (Ctrl-C) and SIGTERM let the problems "
        "at hand be finished first; a second SIGINT does not. SIGUSR1 prints a line on how far the "
        "run is.\n"
        "\n"
        "With --shard, many machines mine one dataset, each a part of its problems into a database "
        "of its own, which tokfix merge puts together. A problem's shard depends on its id alone "
        "(SHA-256).",
    .groups = groups,
    .exit_status =
        "0\tdone\n1\tfailed: the message says why, and no database was made\n"
        "2\twrong command line\n"
        "75\tstopped by SIGINT or SIGTERM: --resume goes on\n"
        "130\tstopped at once by a second SIGINT: --resume goes on with what was committed",
    .examples = "tokfix mine Project_CodeNet\n"
                "tokfix mine Project_CodeNet.tar.gz --metadata ~/metadata -o python.db -j 8\n"
                "tokfix mine Project_CodeNet --pairing next --max-tokens 512 --force\n"
                "tokfix mine Project_CodeNet -o python.db --resume\n"
                "tokfix mine Project_CodeNet --shard 3/16 -o shards/3.db",
    .operands = {"one dataset", 1, 1, NULL},
    .run = run,
};
