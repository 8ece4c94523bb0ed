/* tokfix export: fixes in the formats that trainers and scorers read. */
#include "base/file.h"
#include "base/pipeline.h"
#include "base/str.h"
#include "db/store.h"
#include "export/folder.h"
#include "miner/command_line.h"
#include "miner/exporting.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char help[] =
    "Usage: tokfix export DB --format FORMAT [OPTION]...\n\n"
    "Writes the fixes of a database, in a stable order. Duplicates (tokfix dedup), conflicting\n"
    "fixes and those marked as excluded (tokfix leak --mark) are left out; how many of each, and\n"
    "what the format cannot say, is told on standard error.\n\n"
    "Formats (JSON lines, but for codexglue):\n"
    "  pairs              a fix with both programs; every key in every row\n"
    "  nbf                the test format of nbfbaselines and RealiT; it has types for numbers and\n"
    "                     booleans only: other literals, literals of a changed type, and the\n"
    "                     category other are left out\n"
    "  prompt-completion  TRL: prompt, completion\n"
    "  messages           chat: TRL, Axolotl, OpenAI, LLaMA-Factory (sharegpt)\n"
    "  preference         TRL: prompt, chosen (the fix), rejected (the bug)\n"
    "  alpaca             instruction, input, output: LLaMA-Factory and others\n"
    "  segments           Axolotl: the loss is on the repaired part only\n"
    "  fim                fill in the middle: prefix, suffix, middle\n"
    "  codexglue          CodeXGLUE code refinement: parallel files of one line each\n"
    "  text               one text with tags around prompt and answer\n\n"
    "Options:\n"
    "      --format FORMAT       see above\n"
    "  -o, --output FILE|DIR     where to write (default: -, standard output); .gz and .zst\n"
    "                            compress. In a folder: files for each split, train.jsonl, ...\n"
    "      --shards N            cut into N files: train-00000-of-00004.jsonl.gz\n"
    "      --compress HOW        files in a folder: gz or zst (default: none)\n"
    "      --shuffle SEED        an order by chance (default: the order of the database)\n"
    "      --force               replace existing files\n"
    "  -j, --jobs N              threads (default: the CPUs this process may use); the result\n"
    "                            does not depend on it\n"
    "  -h, --help                this text\n\n";

static const char more_help[] =
    "What a row shows:\n" EXPORTING_ROWS_HELP "\n"
    "Which fixes:\n" EXPORTING_FILTERS_HELP
    "      --split LIST          train, validation, test, as tokfix split decided\n\n"
    "Templates are plain text. {code} is what is shown; there are also {granularity}, {language},\n"
    "{original_language}, {dialect}, {status}, {problem_id}, {id}, {line}, {column}, {before},\n"
    "{category}, {pattern}; {{ and }} are braces. Alpaca's instruction is the first paragraph.\n\n"
    "Applying a row of `pairs`: in buggy_code (UTF-8), the bytes from start_byte to end_byte\n"
    "become `after`, with a space where two word characters, or a digit and a dot, then meet\n"
    "at a joint; a deletion takes the blanks behind it along. The result has the tokens of\n"
    "fixed_code (line ends inside strings compare equal).\n\n"
    "Exit status: 0 done, 1 failed, 2 wrong command line.\n\n"
    "Examples:\n"
    "  tokfix export bugs.db --format pairs -o pairs.jsonl.gz\n"
    "  tokfix export bugs.db --format messages --granularity function -o chat/\n"
    "  tokfix export bugs.db --format segments --split train --shards 4 -o train.jsonl.gz\n"
    "  tokfix export bugs.db --format nbf --negatives 1.0 --split test -o test.jsonl\n";

enum { OPTION_FORCE = 256, OPTION_SPLIT, OPTION_SHARDS, OPTION_COMPRESS };

static const struct option long_options[] = {
    {"output", required_argument, NULL, 'o'},
    {"force", no_argument, NULL, OPTION_FORCE},
    {"split", required_argument, NULL, OPTION_SPLIT},
    {"shards", required_argument, NULL, OPTION_SHARDS},
    {"compress", required_argument, NULL, OPTION_COMPRESS},
    EXPORTING_OPTIONS,
    {"jobs", required_argument, NULL, 'j'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

struct arguments {
    const char *db, *output;
    struct exporting exporting;
    int64_t n_shards, n_jobs;
    enum packing packing;
    bool is_replacing;
};

/* What is made on the way. */
struct work {
    struct db *db;
    struct export_selection selection;
    struct export_counts counts;
    struct output_files files;
};

static bool is_database(const struct arguments *arguments)
{
    struct stat db, output;
    return stat(arguments->db, &db) == 0 && stat(arguments->output, &output) == 0 &&
           db.st_dev == output.st_dev && db.st_ino == output.st_ino;
}

static int write_file(struct work *work, const struct arguments *arguments, struct err *err)
{
    const struct export_options *options = &arguments->exporting.options;
    struct output *output;
    size_t n = work->selection.items.n, n_shards = (size_t)arguments->n_shards;
    struct output_plan plan = {arguments->output, options->format, n_shards,
                               arguments->is_replacing};
    if (is_database(arguments))
        return err_set(err, "'%s' is the database itself; name another file", arguments->output);
    if (n_shards > n)
        return err_set(err, "there are only %zu rows for %zu shards", n, n_shards);
    if (output_open(&output, &plan, err) != 0)
        return ERR;
    if (export_write(work->db, work->selection.items.items, n, options, output, n_shards,
                     &work->counts, err) != 0) {
        output_abandon(output);
        return ERR;
    }
    return output_commit(output, &work->files, err);
}

static bool names_folder(const char *path)
{
    size_t length = strlen(path);
    bool is_stdout = strcmp(path, "-") == 0;
    return !is_stdout && (file_is_folder(path) || (length && path[length - 1] == '/'));
}

static int write_folder(struct work *work, const struct arguments *arguments, struct err *err)
{
    struct export_folder folder = {arguments->output, arguments->packing,
                                   (size_t)arguments->n_shards, arguments->is_replacing};
    bool is_new = !file_is_folder(folder.path);
    if (is_new && mkdir(folder.path, 0777) != 0)
        return err_set_errno(err, "cannot make the folder '%s'", folder.path);
    int status = export_to_folder(work->db, &work->selection, &arguments->exporting.options,
                                  &folder, &work->counts, &work->files, err);
    if (status != 0 && is_new)
        rmdir(folder.path);
    return status;
}

static int write_rows(struct work *work, const struct arguments *arguments, struct err *err)
{
    const struct exporting *exporting = &arguments->exporting;
    if (export_select(&work->selection, work->db, &exporting->choice, err) != 0)
        return ERR;
    return names_folder(arguments->output) ? write_folder(work, arguments, err)
                                           : write_file(work, arguments, err);
}

static void tell_files(const struct command *command, const struct work *work)
{
    for (size_t i = 0; i < work->files.list.n; i++)
        fprintf(stderr, "tokfix %s: %" PRId64 " rows in %s\n", command->name,
                work->files.list.items[i].n_rows, work->files.list.items[i].path);
}

static int export(const struct command *command, struct arguments *arguments)
{
    struct err err;
    struct work work = {0};
    struct exporting *exporting = &arguments->exporting;
    if (store_open(&work.db, arguments->db, &err) != 0)
        return command_fail(command, &err);
    exporting_show_progress(exporting, "exporting", (int)arguments->n_jobs);
    int status = write_rows(&work, arguments, &err);
    progress_clear(&exporting->progress);
    db_close(work.db);
    if (status == 0) {
        exporting_tell(command, &work.selection, &work.counts);
        tell_files(command, &work);
    }
    export_selection_release(&work.selection);
    export_counts_release(&work.counts);
    output_files_release(&work.files);
    return status == 0 ? EXIT_OK : command_fail(command, &err);
}

static int set_packing(const struct command *command, enum packing *packing)
{
    *packing = strcmp(optarg, "gz") == 0    ? PACKING_GZIP
               : strcmp(optarg, "zst") == 0 ? PACKING_ZSTD
                                            : PACKING_NONE;
    if (*packing != PACKING_NONE)
        return EXIT_OK;
    return command_usage(command, "--compress takes gz or zst, not '%s'", optarg);
}

static int set_option(const struct command *command, void *context, int code)
{
    struct arguments *arguments = context;
    switch (code) {
    case 'o':
        arguments->output = optarg;
        return EXIT_OK;
    case OPTION_FORCE:
        arguments->is_replacing = true;
        return EXIT_OK;
    case OPTION_SPLIT:
        return exporting_set_splits(command, &arguments->exporting);
    case OPTION_SHARDS:
        if (command_number(optarg, 1, EXPORT_MAX_SHARDS, &arguments->n_shards) == 0)
            return EXIT_OK;
        return command_usage(command, "--shards takes a number from 1 to %d, not '%s'",
                             EXPORT_MAX_SHARDS, optarg);
    case OPTION_COMPRESS:
        return set_packing(command, &arguments->packing);
    case 'j':
        return command_line_jobs(command, optarg, &arguments->n_jobs);
    default:
        return exporting_set(command, &arguments->exporting, code);
    }
}

static int run_with(const struct command *command, struct arguments *arguments)
{
    if (!arguments->exporting.options.format)
        return command_usage(command, "choose a format: --format pairs, --format messages, ...");
    if (arguments->packing != PACKING_NONE && !names_folder(arguments->output))
        return command_usage(command, "--compress is for folders; name the file .gz or .zst");
    int status = exporting_complete(command, &arguments->exporting);
    return status == EXIT_OK ? export(command, arguments) : status;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {.output = "-", .n_jobs = pipeline_cpu_count()};
    struct command_line line = {command,      "one database", ":o:j:h",
                                long_options, set_option,     &arguments};
    exporting_init(&arguments.exporting);
    int status = command_line_read(&line, argc, argv, &arguments.db);
    if (arguments.db)
        status = run_with(command, &arguments);
    exporting_release(&arguments.exporting);
    return status;
}

const struct command command_export = {
    .name = "export",
    .summary = "write fixes in the formats of trainers and scorers",
    .help = help,
    .more_help = more_help,
    .run = run,
};
